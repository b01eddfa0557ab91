// The only file of the runtime that includes simdjson. It uses the first of its two stages by
// itself: the second would build a tree that nobody needs, and on-demand parsing does not check
// what it skips.
#include "json/structure.hpp"

#include "json/walk.hpp"

#include <simdjson.h>

#include <bit>
#include <new>

namespace mcp::detail {
namespace {

constexpr std::size_t longest_text = std::size_t{1} << 31;
constexpr std::size_t smallest_capacity = std::size_t{16} * 1024;
/// Up to here one byte after the other is not slower than sixty-four at a time.
constexpr std::size_t short_text = 256;

enum class Kind : std::uint8_t { scalar, mark, space };
constexpr auto kinds = [] {
    struct {
        Kind of[256]{};
    } table;
    for (const char c : {'{', '}', '[', ']', ':', ','}) {
        table.of[static_cast<unsigned char>(c)] = Kind::mark;
    }
    for (const char c : {' ', '\t', '\r', '\n'}) {
        table.of[static_cast<unsigned char>(c)] = Kind::space;
    }
    return table;
}();
Kind kind_of(char c) { return kinds.of[static_cast<unsigned char>(c)]; }

ScanStatus status_of(simdjson::error_code code) {
    switch (code) {
        case simdjson::SUCCESS: return ScanStatus::ok;
        case simdjson::EMPTY: return ScanStatus::empty;
        case simdjson::CAPACITY: return ScanStatus::too_long;
        case simdjson::UTF8_ERROR: return ScanStatus::bad_utf8;
        case simdjson::UNESCAPED_CHARS: return ScanStatus::control_character;
        case simdjson::MEMALLOC: return ScanStatus::no_memory;
        default: return ScanStatus::open_string;
    }
}

}  // namespace

struct Structure::Parser {
    std::unique_ptr<simdjson::internal::dom_parser_implementation> stages;
};

bool is_utf8(std::string_view text) noexcept {
    return simdjson::validate_utf8(text.data(), text.size());
}

Structure::Structure() = default;
Structure::~Structure() = default;

[[gnu::hot]] bool Structure::reserve(std::size_t size) noexcept {
    if (size <= capacity_) return true;
    if (size < smallest_capacity) size = smallest_capacity;
    if (size <= kept_capacity) size = std::bit_ceil(size);
    if (!parser_) parser_.reset(new (std::nothrow) Parser);
    if (!parser_) return false;
    capacity_ = 0;
    // The depth is that of the second stage, which is not used.
    const auto error = simdjson::get_active_implementation()->create_dom_parser_implementation(
        size, 1, parser_->stages);
    if (error != simdjson::SUCCESS) return false;
    capacity_ = size;
    return true;
}

[[gnu::hot]] ScanStatus Structure::scan(std::string_view text) {
    if (text.empty()) return ScanStatus::empty;
    if (text.size() >= longest_text) return ScanStatus::too_long;
    if (!reserve(text.size())) return ScanStatus::no_memory;
    auto& stages = *parser_->stages;
    // The first stage copies the last, partial block before it looks at it: no padding is needed.
    const auto error = stages.stage1(reinterpret_cast<const std::uint8_t*>(text.data()),
                                     text.size(), simdjson::stage1_mode::regular);
    if (error != simdjson::SUCCESS) return status_of(error);
    count_ = stages.n_structural_indexes;
    stages.structural_indexes[count_] = static_cast<std::uint32_t>(text.size());
    positions_ = stages.structural_indexes.get();
    return ScanStatus::ok;
}

[[gnu::hot]] ScanStatus Structure::scan_valid(std::string_view text) {
    if (text.size() > short_text || !reserve(text.size())) return scan(text);
    std::uint32_t* const positions = parser_->stages->structural_indexes.get();
    std::uint32_t count = 0;
    const auto size = static_cast<std::uint32_t>(text.size());
    for (std::uint32_t i = 0; i < size;) {
        const Kind kind = kind_of(text[i]);
        if (kind != Kind::space) positions[count++] = i;
        if (kind != Kind::scalar) {
            ++i;
        } else if (text[i] == '"') {
            i = static_cast<std::uint32_t>(end_of_string(text.data() + i, text.data() + size) -
                                           text.data());
        } else {
            while (++i < size && kind_of(text[i]) == Kind::scalar) {}
        }
    }
    positions[count] = size;
    positions_ = positions;
    count_ = count;
    return ScanStatus::ok;
}

void Structure::shrink() noexcept {
    if (!is_large()) return;
    positions_ = nullptr;
    count_ = 0;
    parser_.reset();
    capacity_ = 0;
}

}  // namespace mcp::detail
