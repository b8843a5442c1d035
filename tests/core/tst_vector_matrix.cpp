// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/cache/vector_matrix.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace rungwatch;

namespace {

using Vector = std::vector<float>;

long double dot(const Vector& a, const Vector& b)
{
    long double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += static_cast<long double>(a[i]) * static_cast<long double>(b[i]);
    return sum;
}

long double cosine(const Vector& a, const Vector& b)
{
    return dot(a, b) / std::sqrt(dot(a, a) * dot(b, b));
}

Vector randomVector(std::mt19937& random, std::size_t dimension)
{
    std::normal_distribution<float> normal;
    Vector vector(dimension);
    for (auto& number : vector)
        number = normal(random);
    return vector;
}

} // namespace

/// The nearest vector is found as long arithmetic finds it, and what has no direction is refused.
class TestVectorMatrix : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theNearestIsTheNearest_data()
    {
        QTest::addColumn<int>("dimension");
        for (const int dimension : {1, 2, 31, 32, 33, 256, 1000})
            QTest::addRow("%d", dimension) << dimension;
    }
    void theNearestIsTheNearest()
    {
        QFETCH(int, dimension);
        std::mt19937 random(7);
        VectorMatrix matrix(static_cast<std::size_t>(dimension));
        std::vector<Vector> rows;
        for (int i = 0; i < 400; ++i) {
            // Every other one close to the one before it, so that a coarse look can't tell them apart.
            auto vector = randomVector(random, static_cast<std::size_t>(dimension));
            if (i % 2 == 1)
                for (std::size_t k = 0; k < vector.size(); ++k)
                    vector[k] = rows.back()[k] + vector[k] * 1e-4F;
            rows.push_back(vector);
            QVERIFY(matrix.append(vector));
        }
        for (int i = 0; i < 20; ++i) {
            auto asked = randomVector(random, static_cast<std::size_t>(dimension));
            if (i % 2 == 1)
                for (std::size_t k = 0; k < asked.size(); ++k)
                    asked[k] = rows[static_cast<std::size_t>(i)][k] + asked[k] * 0.01F;
            const auto found = matrix.nearest(matrix.asQuery(asked).value(), 0, rows.size()).value();
            long double best = -1;
            for (const auto& row : rows)
                best = std::max(best, cosine(row, asked));
            QVERIFY(std::fabs(static_cast<long double>(found.cosine) / 1e6L - best) < 1.2e-6L);
            QVERIFY(best - cosine(rows[found.row], asked) < 1.2e-6L);
        }
    }

    void onlyTheRowsAskedForAreLookedAt()
    {
        VectorMatrix matrix(2);
        for (const auto& row : {Vector{1, 0}, Vector{0, 1}, Vector{1, 0}, Vector{1, 1}})
            QVERIFY(matrix.append(row));
        const auto query = matrix.asQuery(Vector{2, 0}).value();
        const auto place = [&](std::size_t begin, std::size_t end) {
            return matrix.nearest(query, begin, end).value().row;
        };
        QCOMPARE(place(0, 4), std::size_t{0}); // of equals the first
        QCOMPARE(place(1, 4), std::size_t{2});
        QCOMPARE(place(1, 2), std::size_t{1});
        QCOMPARE(place(3, 99), std::size_t{3});
        QVERIFY(!matrix.nearest(query, 1, 1));
        QVERIFY(!matrix.nearest(query, 4, 9));
        QVERIFY(matrix.nearest(query, 3, 4)->cosine == 707'107);
    }

    void whatHasNoDirectionIsRefused()
    {
        VectorMatrix matrix(2);
        for (const auto& wrong :
            {Vector{}, Vector{1}, Vector{1, 0, 0}, Vector{0, 0}, Vector{NAN, 1}, Vector{INFINITY, 0}}) {
            QVERIFY(!matrix.append(wrong));
            QVERIFY(!matrix.asQuery(wrong));
        }
        QCOMPARE(matrix.rows(), std::size_t{0});
        // The smallest and the greatest numbers have one.
        QVERIFY(matrix.append(Vector{1e-38F, 0}));
        QVERIFY(matrix.append(Vector{0, 3e38F}));
        QVERIFY(matrix.nearest(matrix.asQuery(Vector{0, -1}).value(), 0, 2)->cosine == 0);
    }
};

QTEST_APPLESS_MAIN(TestVectorMatrix)
#include "tst_vector_matrix.moc"
