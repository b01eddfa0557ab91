// The scratch of each thread.
#include "json/scratch.hpp"

#include <utility>

namespace mcp::detail {
namespace {
thread_local std::unique_ptr<Scratch> spare;
}  // namespace

Scratch::Scratch() = default;
[[gnu::cold]] Scratch::~Scratch() = default;

void Scratch::give_back() {
    structure.shrink();
    keys.shrink();
    if (frames.size() > kept_frames) std::vector<RawFrame>().swap(frames);
    if (text.capacity() > kept_text) text.release();
}

[[gnu::hot]] ScratchLease::ScratchLease() : scratch_(std::move(spare)) {
    if (!scratch_) scratch_ = std::make_unique<Scratch>();
}

[[gnu::hot]] ScratchLease::~ScratchLease() {
    scratch_->shrink();
    spare.swap(scratch_);  // one that an inner lease has left is not kept
}

}  // namespace mcp::detail
