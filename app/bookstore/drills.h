// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bookstore/control_order.h"
#include "app/bookstore/store.h"

namespace rungwatch::bookstore {

/// Drills by command: one at a time for a feature, each beside the customers, its course told in the store's events
/// (kind "drill": begun, each rung, the end). Shared with the drills under way.
class Drills : public std::enable_shared_from_this<Drills> {
public:
    /// `store` outlives every drill under way.
    explicit Drills(Store& store)
        : m_store(store)
    {
    }

    /// Begins one on "rung", else on every rung from the top; it and its override end within "max_s" (300) of the
    /// store's time. There is no "fault": what a provider answers is the scenario's.
    [[nodiscard]] HttpReply begin(const Order& order);
    /// Calls it off: the rung under way is the last one tried.
    [[nodiscard]] HttpReply end(const Order& order);

private:
    /// A drill under way.
    struct Course {
        std::string id;
        SteadyTime until;
        std::atomic<bool> calledOff{false};
    };
    using CoursePtr = std::shared_ptr<Course>;

    [[nodiscard]] HttpReply start(Feature& feature, const Order& order);
    void run(Feature& feature, const std::vector<std::size_t>& rungs, Duration longest, const CoursePtr& course);
    void tell(const Feature& feature, std::string from, std::string to, std::string cause);

    Store& m_store;
    CommandAnswers m_begun{"drill_in_force"};
    CommandAnswers m_ended{"drill_in_force"};
    std::mutex m_mutex;
    std::map<const Feature*, CoursePtr> m_courses;
    std::uint64_t m_count{0};
};

} // namespace rungwatch::bookstore
