// SPDX-License-Identifier: Apache-2.0
/// @file
/// The version, in this one place: CMake, the tool and the package files read it from here.
#pragma once

#define INTERLOCK_VERSION_MAJOR 0
#define INTERLOCK_VERSION_MINOR 1
#define INTERLOCK_VERSION_PATCH 0
#define INTERLOCK_VERSION "0.1.0"
