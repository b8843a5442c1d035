// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exchange/file_sink.h"

#include <QDir>
#include <QFileInfo>

#include <zlib.h>

#include <array>

namespace rungwatch::exchange {

struct FileSink::Deflater {
    Deflater()
    {
        constexpr int gzipWindow = 15 + 16; // the widest window, with gzip's head and no time in it
        ready = deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzipWindow, 8, Z_DEFAULT_STRATEGY) == Z_OK;
    }
    ~Deflater()
    {
        if (ready)
            deflateEnd(&stream);
    }
    Deflater(const Deflater&) = delete;
    Deflater& operator=(const Deflater&) = delete;

    /// False where a write failed.
    bool run(std::string_view bytes, int flush, QIODevice& out)
    {
        std::array<char, 65536> buffer{};
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
        stream.avail_in = static_cast<uInt>(bytes.size());
        do {
            stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
            stream.avail_out = buffer.size();
            if (deflate(&stream, flush) == Z_STREAM_ERROR)
                return false;
            const auto made = static_cast<qint64>(buffer.size() - stream.avail_out);
            if (out.write(buffer.data(), made) != made)
                return false;
        } while (stream.avail_out == 0);
        return true;
    }

    z_stream stream{};
    bool ready{false};
};

FileSink::FileSink(const QString& file, Packing packing)
    : m_file(file)
    , m_deflater(packing == Packing::Gzip ? std::make_unique<Deflater>() : nullptr)
{
}

FileSink::~FileSink() = default;

std::optional<Error> FileSink::open()
{
    const auto folder = QFileInfo(m_file.fileName()).absolutePath();
    if (!QDir(folder).exists())
        return Error{"missing-folder", "expected a folder that is there, found none at " + folder.toStdString(), {}};
    if (!m_file.open(QIODevice::WriteOnly))
        return Error{"not-writable", "can't be written: " + m_file.errorString().toStdString(), {}};
    m_faulty = m_deflater && !m_deflater->ready;
    return std::nullopt;
}

void FileSink::write(std::string_view bytes)
{
    constexpr std::size_t most = 1 << 30; // what zlib counts in
    for (; !m_faulty && !bytes.empty(); bytes.remove_prefix(std::min(most, bytes.size()))) {
        const auto part = bytes.substr(0, most);
        m_faulty = m_deflater ? !m_deflater->run(part, Z_NO_FLUSH, m_file)
                              : m_file.write(part.data(), static_cast<qint64>(part.size())) < 0;
    }
}

std::optional<Error> FileSink::close()
{
    if (!m_faulty && m_deflater)
        m_faulty = !m_deflater->run({}, Z_FINISH, m_file);
    if (m_faulty)
        m_file.cancelWriting();
    if (!m_file.commit())
        return Error{"not-writable", "can't be written: " + m_file.errorString().toStdString(), {}};
    return std::nullopt;
}

} // namespace rungwatch::exchange
