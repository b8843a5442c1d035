// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/csv_rows.h"

#include <algorithm>

namespace rungwatch::formats {

std::string CsvRows::field()
{
    std::string text;
    if (!m_rest.starts_with('"')) {
        const auto end = std::min(m_rest.find_first_of(",\n"), m_rest.size());
        text = m_rest.substr(0, end);
        m_rest.remove_prefix(end);
        if (text.ends_with('\r'))
            text.pop_back();
        return text;
    }
    m_rest.remove_prefix(1);
    while (!m_rest.empty()) {
        const auto end = std::min(m_rest.find('"'), m_rest.size());
        text += m_rest.substr(0, end);
        m_rest.remove_prefix(std::min(end + 1, m_rest.size()));
        if (!m_rest.starts_with('"'))
            break;
        text += '"';
        m_rest.remove_prefix(1);
    }
    // What follows a closing quote belongs to no field.
    m_rest.remove_prefix(std::min(m_rest.find_first_of(",\n"), m_rest.size()));
    return text;
}

bool CsvRows::next(std::vector<std::string>& row)
{
    row.clear();
    if (m_rest.empty())
        return false;
    row.push_back(field());
    while (m_rest.starts_with(',')) {
        m_rest.remove_prefix(1);
        row.push_back(field());
    }
    if (m_rest.starts_with('\n'))
        m_rest.remove_prefix(1);
    return true;
}

} // namespace rungwatch::formats
