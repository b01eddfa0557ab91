// The scratch of each thread.
#include "json/scratch.hpp"

#include <utility>

namespace mcp::detail {
namespace {
thread_local std::unique_ptr<Scratch> spare;
constexpr std::size_t kept_frames = 1024;
constexpr std::size_t kept_text = std::size_t{256} * 1024;
}  // namespace

ScratchLease::ScratchLease() : scratch_(std::move(spare)) {
    if (!scratch_) scratch_ = std::make_unique<Scratch>();
}

ScratchLease::~ScratchLease() {
    scratch_->structure.shrink();
    scratch_->keys.shrink();
    if (scratch_->frames.size() > kept_frames) std::vector<RawFrame>().swap(scratch_->frames);
    if (scratch_->text.capacity() > kept_text) scratch_->text.release();
    spare = std::move(scratch_);
}

}  // namespace mcp::detail
