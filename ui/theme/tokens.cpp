// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokens.h"

namespace rungwatch::theme {

struct Tokens::Table {
    static Tokens dark();
    static Tokens light();
    static Tokens highContrast();
};

Tokens Tokens::Table::dark()
{
    Tokens t;
    t.bg0 = 0x121417;
    t.field = 0x121417;
    t.bg1 = 0x1A1D21;
    t.bg2 = 0x22262B;
    t.bg3 = 0x2A2F36;
    t.sel = 0x202328;
    t.l1 = 0x2B3037;
    t.l2 = 0x424952;
    t.ctl = 0x727A85;
    t.t1 = 0xE7E9EC;
    t.t2 = 0xB1B7C0;
    t.t3 = 0x8F96A0;
    t.normal = 0x9AA1AB;
    t.warn = t.warnOutline = t.warnWord = 0xF0E442;
    t.warnMarker = Qt::transparent;
    t.onWarn = t.bg0;
    t.crit = 0xEE6A1E;
    t.gone = 0xFFFFFF;
    t.hand = 0x56B4E9;
    t.warnbg = 0x26261D;
    t.critbg = 0x2B1F19;
    t.handbg = 0x1B2730;
    t.hatch = 0x3A4048;
    t.line = 0xB1B7C0;
    t.grid = 0x262B31;
    t.m_primary = {0x3B4149, 0x7B838E};
    t.m_secondary = {0x4B4929, 0x9A9448};
    t.m_smallModel = {0x6A6529, 0xB3A93F};
    t.m_cache = {0x8E8630, 0xD0C544};
    t.m_rules = {0xB5AB36, 0xF0E442};
    return t;
}

Tokens Tokens::Table::light()
{
    Tokens t;
    t.bg0 = 0xE3E5E9;
    t.field = 0xFFFFFF;
    t.bg1 = 0xFFFFFF;
    t.bg2 = 0xF3F4F6;
    t.bg3 = 0xE9EBEE;
    t.sel = 0xEFF1F3;
    t.l1 = 0xDADDE1;
    t.l2 = 0xAEB5BE;
    t.ctl = 0x7C838D;
    t.t1 = t.warnWord = 0x15181C;
    t.t2 = 0x454C55;
    t.t3 = 0x5F6670;
    t.normal = 0x6B727C;
    t.warn = 0xE3B400;
    t.warnOutline = 0x3A2C00;
    t.warnMarker = 0xF8E27E;
    t.onWarn = t.t1;
    t.crit = 0xA83200;
    t.gone = 0x111418;
    t.hand = 0x0072B2;
    t.warnbg = 0xFBF6DE;
    t.critbg = 0xFBEAE2;
    t.handbg = 0xE6F1F8;
    t.hatch = 0xC3C8CF;
    t.line = 0x454C55;
    t.grid = 0xECEEF1;
    t.m_primary = {0xD3D7DC, 0x7A818B};
    t.m_secondary = {0xF3ECC4, 0xA0882A};
    t.m_smallModel = {0xE6D68A, 0x866A00};
    t.m_cache = {0xD2B84A, 0x6C5300};
    t.m_rules = {0xB8962A, 0x4E3A00};
    return t;
}

Tokens Tokens::Table::highContrast()
{
    Tokens t;
    t.bg0 = Qt::black;
    t.field = Qt::black;
    t.bg1 = Qt::black;
    t.bg2 = 0x161616;
    t.bg3 = 0x202020;
    t.sel = 0x1C1C1C;
    t.l1 = 0x7A7A7A;
    t.l2 = 0xA8A8A8;
    t.ctl = 0xA8A8A8;
    t.t1 = 0xFFFFFF;
    t.t2 = 0xE6E6E6;
    t.t3 = 0xC4C4C4;
    t.normal = 0xB4B4B4;
    t.warn = t.warnOutline = t.warnWord = 0xF0E442;
    t.warnMarker = Qt::transparent;
    t.onWarn = t.bg0;
    t.crit = 0xFF7A33;
    t.gone = 0xFFFFFF;
    t.hand = 0x4DB8FF;
    t.warnbg = 0x1E1D06;
    t.critbg = 0x2A1206;
    t.handbg = 0x06202E;
    t.hatch = 0x6A6A6A;
    t.line = 0xFFFFFF;
    t.grid = 0x2A2A2A;
    t.m_primary = {0x3A3A3A, 0xB4B4B4};
    t.m_secondary = {0x4F4C10, 0xA8A030};
    t.m_smallModel = {0x77721A, 0xC2B93A};
    t.m_cache = {0xA29A24, 0xD8CE40};
    t.m_rules = {0xD0C632, 0xFFF36B};
    return t;
}

const Tokens& Tokens::of(ThemeName name)
{
    static const Tokens dark = Table::dark();
    static const Tokens light = Table::light();
    static const Tokens highContrast = Table::highContrast();
    switch (name) {
    case ThemeName::Dark:
        return dark;
    case ThemeName::Light:
        return light;
    case ThemeName::HighContrast:
        return highContrast;
    }
    return dark;
}

Ink Tokens::ink(RungKind kind) const
{
    switch (kind) {
    case RungKind::Primary:
        return m_primary;
    case RungKind::Secondary:
        return m_secondary;
    case RungKind::SmallModel:
        return m_smallModel;
    case RungKind::Cache:
        return m_cache;
    case RungKind::Rules:
    case RungKind::Template:
        return m_rules;
    case RungKind::QueueForPerson:
    case RungKind::Unavailable:
        break;
    }
    return {bg1, gone, true};
}

} // namespace rungwatch::theme
