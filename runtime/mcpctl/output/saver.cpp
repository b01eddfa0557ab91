// Makes names of files from what a server says, and writes each as a file that was not there.
#include "output/saver.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

namespace mcpctl {
namespace {

constexpr int most_files_of_a_name = 1000;

Problem cannot_write(const std::string& path, int error) {
    return {path + ": cannot write: " + std::strerror(error),
            "name a folder with --save that can be written to",
            exit_failed,
            {}};
}

bool write_all(int file, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(file, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

}  // namespace

std::string extension_of(std::string_view mime_type) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 16> known = {{
        {"image/png", ".png"},
        {"image/jpeg", ".jpg"},
        {"image/gif", ".gif"},
        {"image/webp", ".webp"},
        {"image/svg+xml", ".svg"},
        {"audio/wav", ".wav"},
        {"audio/mpeg", ".mp3"},
        {"audio/ogg", ".ogg"},
        {"application/pdf", ".pdf"},
        {"application/json", ".json"},
        {"application/zip", ".zip"},
        {"application/gzip", ".gz"},
        {"text/plain", ".txt"},
        {"text/markdown", ".md"},
        {"text/html", ".html"},
        {"text/csv", ".csv"},
    }};
    for (const auto& [type, extension] : known) {
        if (mime_type.substr(0, mime_type.find(';')) == type) return std::string(extension);
    }
    return ".bin";
}

std::string file_name_of(std::string_view uri) {
    constexpr std::size_t longest = 100;
    uri = uri.substr(0, uri.find_first_of("?#"));
    uri.remove_prefix(std::min(uri.find_last_of("/\\:") + 1, uri.size()));
    std::string out;
    for (const char c : uri.substr(0, longest)) {
        const bool fine = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '-' || c == '_' ||
                          (c == '.' && !out.empty());
        if (fine) out += c;
    }
    while (out.ends_with('.')) out.pop_back();
    return out.starts_with('-') ? '_' + out : out;
}

Outcome<std::string> Saver::save(const std::string& name, std::string_view bytes) {
    namespace fs = std::filesystem;
    std::error_code error;
    fs::create_directories(folder_, error);
    if (error) return Unexpected(cannot_write(folder_, error.value()));
    const fs::path plain(name);
    for (int number = 1; number <= most_files_of_a_name; ++number) {
        const std::string numbered =
            plain.stem().string() + '-' + std::to_string(number) + plain.extension().string();
        const std::string path = (fs::path(folder_) / (number == 1 ? name : numbered)).string();
        // What is there, links included, is left alone.
        const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
        if (file < 0 && errno == EEXIST) continue;
        if (file < 0) return Unexpected(cannot_write(path, errno));
        const bool written = write_all(file, bytes);
        const int reason = errno;
        if (::close(file) == 0 && written) return path;
        return Unexpected(cannot_write(path, written ? errno : reason));
    }
    return Unexpected(cannot_write((fs::path(folder_) / name).string(), EEXIST));
}

}  // namespace mcpctl
