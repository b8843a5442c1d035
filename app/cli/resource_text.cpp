// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/resource_text.h"

#include <QFile>

namespace rungwatch::cli {

Result<std::string> resourceText(const char* path)
{
    QFile file(QString::fromLatin1(path));
    if (!file.open(QIODevice::ReadOnly))
        return Error{"unreadable", "is not built into this program", {}};
    return file.readAll().toStdString();
}

} // namespace rungwatch::cli
