// SPDX-License-Identifier: Apache-2.0
// A user's file that compiles with a warning: it shows that our -Werror stays ours.
#include <interlock/version.hpp>

int sloppy() {
    int unused;
    return INTERLOCK_VERSION_MAJOR;
}
