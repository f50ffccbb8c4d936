// SPDX-License-Identifier: Apache-2.0
// One suite for every engine: what its tests share.
#include "conformance/suite.hpp"

#include <algorithm>

namespace interlock::conformance {

client& suite::open() { return clients_.emplace_back(url_); }

const port::capabilities& suite::can() {
    if (clients_.empty()) (void)open();
    return clients_.front().engine().can();
}

milliseconds suite::short_lease() { return std::max(can().min_lease, 150ms); }

port::claim suite::brief(port::claim wanted) {
    wanted.lease = short_lease();
    return wanted;
}

}  // namespace interlock::conformance
