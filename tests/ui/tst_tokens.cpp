// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/tokens.h"

#include <QTest>

#include <array>
#include <cmath>

using namespace rungwatch;
using theme::ThemeName;
using theme::Tokens;

namespace {

using Three = std::array<double, 3>;

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

Three linearOf(const QColor& colour)
{
    return {linear(colour.redF()), linear(colour.greenF()), linear(colour.blueF())};
}

/// WCAG 2.2.
double contrast(const QColor& one, const QColor& other)
{
    const auto luminance = [](const QColor& colour) {
        const auto [r, g, b] = linearOf(colour);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const auto a = luminance(one) + 0.05;
    const auto b = luminance(other) + 0.05;
    return std::max(a, b) / std::min(a, b);
}

/// How an eye without one kind of cone sees it: Machado and others 2009, full severity.
struct Sight {
    const char* name;
    std::array<Three, 3> matrix;
};
constexpr Sight sights[]{{"normal", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    {"deutan", {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
    {"protan", {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
    {"tritan", {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}}};

/// CIE L*a*b*, D65.
Three labOf(const QColor& colour, const Sight& sight)
{
    const auto rgb = linearOf(colour);
    Three seen{};
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t k = 0; k < 3; ++k)
            seen[i] += sight.matrix[i][k] * rgb[k];
        seen[i] = std::clamp(seen[i], 0.0, 1.0);
    }
    const auto [r, g, b] = seen;
    const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
    const auto x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
    const auto y = f(0.2126729 * r + 0.7151522 * g + 0.0721750 * b);
    const auto z = f((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double distance(const QColor& one, const QColor& other, const Sight& sight)
{
    const auto a = labOf(one, sight);
    const auto b = labOf(other, sight);
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

} // namespace

/// What the colours of every theme must hold to, whoever changes them: contrast, and states that no eye confuses.
class TestTokens : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theMeasures();
    void textCanBeRead_data() { themes(); }
    void textCanBeRead();
    void shapesCanBeSeen_data() { themes(); }
    void shapesCanBeSeen();
    void noEyeConfusesTwoStates_data() { themes(); }
    void noEyeConfusesTwoStates();
    void moreInkFurtherDown_data() { themes(); }
    void moreInkFurtherDown();

private:
    static void themes();
};

void TestTokens::themes()
{
    QTest::addColumn<ThemeName>("name");
    QTest::newRow("dark") << ThemeName::Dark;
    QTest::newRow("light") << ThemeName::Light;
    QTest::newRow("high contrast") << ThemeName::HighContrast;
}

/// The measures themselves, against published figures.
void TestTokens::theMeasures()
{
    QCOMPARE(contrast(Qt::black, Qt::white), 21.0);
    // The lightest grey that may be text on white.
    QVERIFY(contrast(QColor{0x767676}, Qt::white) >= 4.5);
    QVERIFY(contrast(QColor{0x777777}, Qt::white) < 4.5);
    // The usual web palette of states, known to be nearly one colour for a deutan eye.
    const QColor usual[]{QColor{0x28A745}, QColor{0xFFC107}, QColor{0xFD7E14}, QColor{0xDC3545}};
    double smallest = 100;
    for (const auto& one : usual)
        for (const auto& other : usual)
            if (&one < &other)
                smallest = std::min(smallest, distance(one, other, sights[1]));
    QVERIFY2(std::abs(smallest - 4.4) < 0.1, qPrintable(QString::number(smallest)));
}

void TestTokens::textCanBeRead()
{
    QFETCH(ThemeName, name);
    const auto& t = Tokens::of(name);
    for (const auto& ground : {t.bg1, t.bg2}) {
        for (const auto& text : {t.t1, t.t2, t.t3, t.crit, t.gone, t.hand})
            QVERIFY2(contrast(text, ground) >= 4.5, qPrintable(text.name() + QLatin1Char{' '} + ground.name()));
    }
    for (const auto& ground : {t.bg3, t.field, t.sel, t.warnbg, t.critbg, t.handbg})
        QVERIFY2(contrast(t.t1, ground) >= 7, qPrintable(ground.name()));
    QVERIFY(contrast(t.warnWord, t.warnMarker.alpha() > 0 ? t.warnMarker : t.bg1) >= 7);
    QVERIFY(contrast(t.onWarn, t.warn) >= 7);
}

void TestTokens::shapesCanBeSeen()
{
    QFETCH(ThemeName, name);
    const auto& t = Tokens::of(name);
    for (const auto& ground : {t.bg1, t.bg2}) {
        for (const auto& shape : {t.ctl, t.normal, t.warnOutline, t.crit, t.gone, t.hand})
            QVERIFY2(contrast(shape, ground) >= 3, qPrintable(shape.name() + QLatin1Char{' '} + ground.name()));
    }
    for (const auto kind : {RungKind::Primary, RungKind::Secondary, RungKind::SmallModel, RungKind::Cache,
             RungKind::Rules, RungKind::Template, RungKind::QueueForPerson, RungKind::Unavailable})
        QVERIFY2(contrast(t.ink(kind).edge, t.bg1) >= 3, qPrintable(t.ink(kind).edge.name()));
}

void TestTokens::noEyeConfusesTwoStates()
{
    QFETCH(ThemeName, name);
    const auto& t = Tokens::of(name);
    const QColor states[]{t.normal, t.warn, t.crit, t.gone, t.hand};
    for (const auto& sight : sights)
        for (const auto& one : states)
            for (const auto& other : states)
                if (&one < &other)
                    QVERIFY2(distance(one, other, sight) >= 20,
                        qPrintable(QStringLiteral("%1 and %2, %3: %4")
                                       .arg(one.name(), other.name(), QLatin1String{sight.name})
                                       .arg(distance(one, other, sight))));
}

void TestTokens::moreInkFurtherDown()
{
    QFETCH(ThemeName, name);
    const auto& t = Tokens::of(name);
    double before = 0;
    for (const auto kind :
        {RungKind::Secondary, RungKind::SmallModel, RungKind::Cache, RungKind::Rules, RungKind::Unavailable}) {
        const auto ink = t.ink(kind);
        const auto now = contrast(ink.hatched ? ink.edge : ink.fill, t.bg1);
        QVERIFY2(now > before, qPrintable(ink.fill.name()));
        before = now;
    }
    QVERIFY(t.ink(RungKind::QueueForPerson).hatched);
    QVERIFY(!t.ink(RungKind::Rules).hatched);
}

QTEST_APPLESS_MAIN(TestTokens)
#include "tst_tokens.moc"
