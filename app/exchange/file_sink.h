// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/base/result.h"

#include <QSaveFile>

#include <memory>

namespace rungwatch::exchange {

enum class Packing { Plain, Gzip };

/// A file that is there whole or not at all: what was there before stays until close() succeeds. The same content gives
/// the same bytes, packed or not.
class FileSink {
public:
    FileSink(const QString& file, Packing packing);
    ~FileSink();
    FileSink(const FileSink&) = delete;
    FileSink& operator=(const FileSink&) = delete;

    /// "missing-folder", "not-writable".
    [[nodiscard]] std::optional<Error> open();
    /// Faults are kept for close().
    void write(std::string_view bytes);
    [[nodiscard]] std::optional<Error> close();

private:
    struct Deflater;

    QSaveFile m_file;
    std::unique_ptr<Deflater> m_deflater;
    bool m_faulty{false};
};

} // namespace rungwatch::exchange
