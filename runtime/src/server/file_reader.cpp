// Opening files below a folder one name at a time, so that no link and no race leads out of it.
#include <mcp/file_resources.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <stdexcept>
#include <utility>

namespace mcp {

namespace {

class Descriptor {
public:
    explicit Descriptor(int fd = -1) : fd_(fd) {}
    Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(fd_, other.fd_);
        return *this;
    }
    ~Descriptor() {
        if (fd_ >= 0) ::close(fd_);
    }
    int get() const { return fd_; }
    bool open() const { return fd_ >= 0; }

private:
    int fd_;
};

bool is_plain_name(std::string_view name, bool hidden) {
    if (name.empty() || name == "." || name == "..") return false;
    return (hidden || name.front() != '.') && name.find('\0') == std::string_view::npos;
}

/// A descriptor that is not open when there is no such file, or it may not be looked at.
Descriptor open_below(int folder, std::string_view path, bool hidden) {
    Descriptor current;
    while (true) {
        const std::size_t slash = path.find('/');
        const std::string name(path.substr(0, slash));
        if (!is_plain_name(name, hidden)) return Descriptor();
        const bool last = slash == std::string_view::npos;
        // Not blocking: a pipe without a writer would hold up the reader.
        const int flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | (last ? 0 : O_DIRECTORY);
        Descriptor next(::openat(current.open() ? current.get() : folder, name.c_str(), flags));
        if (last || !next.open()) return next;
        current = std::move(next);
        path.remove_prefix(slash + 1);
    }
}

/// Not more than `max` bytes and one.
std::string read_all(int fd, std::size_t max) {
    std::string content;
    std::array<char, std::size_t{64} * 1024> buffer{};
    while (content.size() <= max) {
        const auto count = ::read(fd, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throw std::runtime_error("reading failed");
        if (count == 0) break;
        content.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return content;
}

bool is_text(const std::string& bytes) {
    if (bytes.find('\0') != std::string::npos) return false;
    return Json(std::string_view(bytes)).as_string() == bytes;  // invalid UTF-8 would be replaced
}

}  // namespace

struct FileReader::Folder {
    Descriptor descriptor;
};

FileReader::FileReader(const std::string& folder, FileReaderOptions options)
    : options_(std::move(options)) {
    Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_CLOEXEC | O_DIRECTORY));
    if (!descriptor.open()) throw std::invalid_argument("there is no folder " + folder);
    auto opened = std::make_shared<Folder>();
    opened->descriptor = std::move(descriptor);
    folder_ = std::move(opened);
}

ReadResourceResult FileReader::operator()(const ResourceQuery& query) const {
    const std::string* path = query.variables.find(options_.variable);
    const auto file = path != nullptr
                          ? open_below(folder_->descriptor.get(), *path, options_.hidden_files)
                          : Descriptor();
    struct stat status {};
    if (!file.open() || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) {
        throw resource_not_found(query.uri);
    }
    std::string content = read_all(file.get(), options_.max_bytes);
    if (content.size() > options_.max_bytes) {
        throw RpcError(error_code::internal_error, "the file is too large");
    }
    ReadResourceResult result;
    if (is_text(content)) {
        detail::Make<ReadResourceResult>::fill(result, content);
    } else {
        detail::Make<ReadResourceResult>::fill(result, Blob{content});
    }
    if (const std::string_view type = media_type_of(*path); !type.empty()) {
        std::visit([&](auto& item) { item.mimeType = std::string(type); },
                   static_cast<AnyResourceContents::Base&>(result.contents.front()));
    }
    return result;
}

std::string_view media_type_of(std::string_view file_name) {
    struct Type {
        std::string_view end;
        std::string_view type;
    };
    constexpr std::array<Type, 20> types{{
        {".txt", "text/plain"},        {".md", "text/markdown"},    {".html", "text/html"},
        {".css", "text/css"},          {".csv", "text/csv"},        {".js", "text/javascript"},
        {".ts", "text/x-typescript"},  {".c", "text/x-c"},          {".h", "text/x-c"},
        {".cpp", "text/x-c++"},        {".hpp", "text/x-c++"},      {".py", "text/x-python"},
        {".json", "application/json"}, {".xml", "application/xml"}, {".yaml", "application/yaml"},
        {".pdf", "application/pdf"},   {".png", "image/png"},       {".jpg", "image/jpeg"},
        {".svg", "image/svg+xml"},     {".wav", "audio/wav"},
    }};
    const auto found = std::find_if(types.begin(), types.end(), [&](const Type& each) {
        return file_name.size() > each.end.size() &&
               file_name.substr(file_name.size() - each.end.size()) == each.end;
    });
    return found == types.end() ? std::string_view() : found->type;
}

}  // namespace mcp
