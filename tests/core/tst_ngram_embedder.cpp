// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/cache/ngram_embedder.h"
#include "rungwatch/cache/vector_matrix.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>

using namespace rungwatch;

namespace {

Millionths alike(const char* a, const char* b)
{
    const NgramEmbedder embedder;
    VectorMatrix matrix(NgramEmbedder::dimensions);
    if (!matrix.append(embedder.embed(a)))
        return -2'000'000;
    const auto query = matrix.asQuery(embedder.embed(b));
    return query ? matrix.nearest(*query, 0, 1)->cosine : -2'000'000;
}

} // namespace

/// The built-in embedder: the same numbers on every machine, for any bytes at all, alike for alike spellings.
class TestNgramEmbedder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aTextHasTheSameNumbersOnEveryMachine()
    {
        // " a " alone: one run of three characters, so one number, and that is 1 or -1. Where it stands is the hash's.
        const auto one = NgramEmbedder().embed("a");
        QCOMPARE(one.size(), std::size_t{256});
        QCOMPARE(one[166], 1.0F);
        QCOMPARE(std::count(one.begin(), one.end(), 0.0F), std::ptrdiff_t{255});
        // "where is my order?": a checksum over the bits of all its numbers.
        std::uint32_t sum = 0;
        for (const float number : NgramEmbedder().embed("where is my order?"))
            sum = sum * 31 + std::bit_cast<std::uint32_t>(number);
        QCOMPARE(sum, std::uint32_t{3491047522U});
    }

    void aVectorHasLengthOne()
    {
        double squares = 0;
        for (const float number : NgramEmbedder().embed("Where is my order? And the other one, from last week?"))
            squares += double(number) * double(number);
        QVERIFY(std::fabs(squares - 1) < 1e-6);
    }

    void spellingCountsAndCaseAndSpacesDoNot()
    {
        QVERIFY(alike("Where is my order?", " where IS  my order? ") == 1'000'000);
        QVERIFY(alike("How do I reset my password?", "how do i reset my password") >= 920'000);
        QVERIFY(alike("Do you ship to Norway?", "Do you ship to Germany?") < 920'000);
        QVERIFY(alike("Where is my order?", "Where is my order #123?") < 920'000);
        QVERIFY(alike("Where is my order?", "Who wrote Dune?") < 500'000);
        QVERIFY(alike("\xd0\x93\xd0\xb4\xd0\xb5 \xd0\xbc\xd0\xbe\xd0\xb9 \xd0\xb7\xd0\xb0\xd0\xba\xd0\xb0\xd0\xb7?",
                    "\xd0\x93\xd0\xb4\xd0\xb5 \xd0\xbc\xd0\xbe\xd0\xb9 \xd0\xb7\xd0\xb0\xd0\xba\xd0\xb0\xd0\xb7")
            > 800'000);
    }

    void nothingHasNoVector()
    {
        QVERIFY(NgramEmbedder().embed("").empty());
        QVERIFY(NgramEmbedder().embed(" \t\n").empty());
    }

    void anyBytesAtAllHaveOne_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("no UTF-8") << QByteArray("\xff\xfe\xff");
        QTest::newRow("cut") << QByteArray("a\xe2\x82");
        QTest::newRow("continuations alone") << QByteArray("\x80\x80");
        QTest::newRow("nul") << QByteArray("a\0b", 3);
        QTest::newRow("four bytes") << QByteArray("\xf0\x9f\x93\x9a");
        QTest::newRow("four bytes cut") << QByteArray("\xf0\x9f\x93");
    }
    void anyBytesAtAllHaveOne()
    {
        QFETCH(QByteArray, bytes);
        const auto vector = NgramEmbedder().embed(bytes.toStdString());
        QCOMPARE(vector.size(), std::size_t{256});
        QVERIFY(std::all_of(vector.begin(), vector.end(), [](float number) { return std::isfinite(number); }));
    }

    void aCharacterOfSeveralBytesIsOne()
    {
        // One character between its two spaces is a single run of three, however many bytes it takes.
        const auto vector = NgramEmbedder().embed("\xe2\x82\xac");
        QCOMPARE(std::count(vector.begin(), vector.end(), 0.0F), std::ptrdiff_t{255});
        // Cut, its two bytes are two characters, and so two runs.
        const auto cut = NgramEmbedder().embed("\xe2\x82");
        QCOMPARE(std::count(cut.begin(), cut.end(), 0.0F), std::ptrdiff_t{254});
    }
};

QTEST_APPLESS_MAIN(TestNgramEmbedder)
#include "tst_ngram_embedder.moc"
