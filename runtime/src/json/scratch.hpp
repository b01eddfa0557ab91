// Memory that one decode after the other uses again: one set per thread, of bounded size.
#pragma once

#include "json/buffer.hpp"
#include "json/keys.hpp"
#include "json/structure.hpp"

#include <mcp/tables.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace mcp::detail {

/// An object or array that the walk over raw text is inside of.
struct RawFrame {
    ObjectNames names{};
    char closer = '\0';               ///< the bracket that ends it; NUL around the outermost value
    std::uint32_t required_seen = 0;  ///< how many of the shape's required members
    const Shape* shape = nullptr;
};

struct Scratch {
    Scratch();
    ~Scratch();
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    Structure structure;
    KeyStack keys;
    std::vector<RawFrame> frames;
    TextBuffer text;  ///< what an encode has written

    /// Gives back what one large document needed.
    void shrink() {
        if (is_large()) give_back();
    }

private:
    bool is_large() const {
        return structure.is_large() || keys.is_large() || frames.size() > kept_frames ||
               text.capacity() > kept_text;
    }
    void give_back();

    static constexpr std::size_t kept_frames = 1024;
    static constexpr std::size_t kept_text = std::size_t{256} * 1024;
};

/// Takes this thread's scratch, or a new one while another lease has it.
class ScratchLease {
public:
    ScratchLease();
    ~ScratchLease();
    ScratchLease(const ScratchLease&) = delete;
    ScratchLease& operator=(const ScratchLease&) = delete;
    Scratch& operator*() const { return *scratch_; }
    Scratch* operator->() const { return scratch_.get(); }

private:
    std::unique_ptr<Scratch> scratch_;
};

}  // namespace mcp::detail
