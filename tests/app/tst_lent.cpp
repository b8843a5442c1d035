// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/lent.h"

#include <QTest>

#include <thread>

using namespace rungwatch;

namespace {

/// Says which thread destroyed it.
struct Marked {
    explicit Marked(std::thread::id& where)
        : destroyedBy(&where)
    {
    }
    Marked(Marked&& other) noexcept
        : destroyedBy(std::exchange(other.destroyedBy, nullptr))
    {
    }
    Marked& operator=(Marked&&) = delete;
    ~Marked()
    {
        if (destroyedBy)
            *destroyedBy = std::this_thread::get_id();
    }

    std::thread::id* destroyedBy;
};

} // namespace

/// Whoever drops a lent value last, its owner's thread destroys it.
class TestLent : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void comesBackToItsOwner()
    {
        std::thread::id where;
        Lent<Marked> lent;
        auto value = lent.lend(Marked(where));
        std::thread([&] { value.reset(); }).join();
        QVERIFY(where == std::thread::id{});
        lent.takeBack();
        QVERIFY(where == std::this_thread::get_id());
    }

    void isDestroyedWhenTheNextIsLent()
    {
        std::thread::id first;
        std::thread::id second;
        Lent<Marked> lent;
        lent.lend(Marked(first)).reset();
        const auto held = lent.lend(Marked(second));
        QVERIFY(first == std::this_thread::get_id());
        QVERIFY(second == std::thread::id{});
    }

    void outlivesItsOwner()
    {
        std::thread::id where;
        std::shared_ptr<const Marked> value;
        {
            Lent<Marked> lent;
            value = lent.lend(Marked(where));
        }
        QVERIFY(where == std::thread::id{});
        value.reset();
        QVERIFY(where == std::this_thread::get_id());
    }
};

QTEST_APPLESS_MAIN(TestLent)

#include "tst_lent.moc"
