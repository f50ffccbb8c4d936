// SPDX-License-Identifier: Apache-2.0
// The SQLite engine does what the model does.
#include "model/compare.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace interlock::model {
namespace {

TEST(model, sqlite_does_what_memory_does) {
    const test::temporary_folder folder;
    int files = 0;
    const auto fresh = [&] { return "sqlite:" + folder.file(std::to_string(++files) + ".db"); };
    const auto report = compare_many(fresh, 200, 60);
    EXPECT_TRUE(report.empty()) << report;
}

}  // namespace
}  // namespace interlock::model
