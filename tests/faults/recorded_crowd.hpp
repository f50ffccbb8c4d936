// SPDX-License-Identifier: Apache-2.0
// Crowds of processes whose members are killed and replaced, with a record of all that they held.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "faults/sync_scene.hpp"
#include "support/history.hpp"

namespace interlock::test {

/// A `crowd_member`, and a thread that writes down what it tells.
class member {
public:
    member(const std::vector<std::string>& command, history& holds);
    member(const member&) = delete;
    member& operator=(const member&) = delete;
    ~member() { kill(); }

    /// A hold that it had then ends then.
    void kill();

    [[nodiscard]] int turns() const { return turns_; }
    [[nodiscard]] int writes() const { return writes_; }
    /// The generations that it passed, in order.
    [[nodiscard]] std::vector<std::uint64_t> passed() const;
    /// What it complained about first.
    [[nodiscard]] std::string fault() const;

private:
    void follow();
    void note(const std::string& line);

    helper_process who_;
    history& holds_;
    std::optional<held> open_;
    std::atomic<int> turns_{0};
    std::atomic<int> writes_{0};
    mutable std::mutex mutex_;
    std::vector<std::uint64_t> passed_;
    std::string fault_;
    boot_clock::time_point killed_{};
    std::thread reader_;
};

class recorded_crowd : public sync_scene {
protected:
    /// So many of a kind; see crowd_member.cpp.
    void gather(const std::string& kind, int how_many);
    /// Kills one by chance and puts a new one into its place. Who that is.
    member& replace_one();
    /// Kills one after the other, so often, each time after all others had another turn.
    void replace_many(int times);
    /// All are killed; whatever they told must be in order.
    void disband(std::uint32_t limit = 1);

    /// Of all who are or were.
    [[nodiscard]] int turns() const;
    [[nodiscard]] int writes() const;
    [[nodiscard]] int kills() const { return static_cast<int>(gone_.size()); }

    std::mt19937 chance_{seed()};
    history holds_;
    std::vector<std::unique_ptr<member>> members_;
    std::vector<std::unique_ptr<member>> gone_;

private:
    [[nodiscard]] std::unique_ptr<member> newcomer();
    std::string kind_;
};

}  // namespace interlock::test
