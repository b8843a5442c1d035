// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace rungwatch {

/// Values that other threads look at and that come back to be destroyed by the thread that made them. A state is some
/// thousand shared parts: as long as one thread alone takes and drops them, their counts stay in its processor's
/// cache, and no window pays for letting a snapshot go.
template <class Value> class Lent {
public:
    /// The owner's thread. What has come back is destroyed first.
    [[nodiscard]] std::shared_ptr<const Value> lend(Value value)
    {
        takeBack();
        auto box = m_box;
        return {new Value(std::move(value)), [box](const Value* done) {
                    std::unique_ptr<const Value> back(done);
                    const std::lock_guard guard(box->mutex);
                    box->values.push_back(std::move(back));
                }};
    }

    /// The owner's thread.
    void takeBack()
    {
        std::vector<std::unique_ptr<const Value>> back; // destroyed without the lock
        const std::lock_guard guard(m_box->mutex);
        back.swap(m_box->values);
    }

private:
    /// Lives on with what is still lent when the owner is gone; the last to come back takes it along.
    struct Box {
        std::mutex mutex;
        std::vector<std::unique_ptr<const Value>> values;
    };
    std::shared_ptr<Box> m_box = std::make_shared<Box>();
};

} // namespace rungwatch
