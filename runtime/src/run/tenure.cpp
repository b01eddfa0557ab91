// Who reads, and how the reading is taken from a thread that is busy with user code. Entering and
// leaving user code are one atomic operation each; the watcher sleeps while nobody enters.
#include "run/crew_state.hpp"
#include "run/lookout.hpp"

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>
#include <vector>

namespace mcp::run {
namespace {

thread_local Tenure* current_tenure = nullptr;

/// The watcher goes to sleep when it has seen nothing happen for so many looks.
constexpr int looks_before_sleep = 50;
/// It looks again after `patience` when it has seen user code, and otherwise after so many times
/// that: each look may interrupt who reads.
constexpr int calm = 3;

}  // namespace

void Gathering::add(const std::shared_ptr<Transport>& written) {
    const std::lock_guard lock(mutex_);
    for (const auto& each : written_) {
        if (!each.owner_before(written) && !written.owner_before(each)) return;
    }
    written_.emplace_back(written);
    some_.store(true, std::memory_order_release);
}

[[gnu::hot]] void Gathering::flush() {
    if (!some_.load(std::memory_order_acquire)) return;
    std::vector<std::weak_ptr<Transport>> all;
    {
        const std::lock_guard lock(mutex_);
        all.swap(written_);
        some_.store(false, std::memory_order_relaxed);
    }
    for (const auto& each : all) {
        if (const auto transport = each.lock()) transport->flush();
    }
}

Tenure::Tenure(std::shared_ptr<CrewState> crew, const void* owner, std::function<void()> read_on)
    : turn(crew->limits_.turns.get()),
      crew_(std::move(crew)),
      owner_(owner),
      read_on_(std::move(read_on)),
      outer_(current_tenure) {
    current_tenure = this;
    const std::lock_guard lock(crew_->mutex_);
    crew_->tenures_.push_back(this);
}

Tenure::~Tenure() {
    current_tenure = outer_;
    const std::lock_guard lock(crew_->mutex_);
    std::erase(crew_->tenures_, this);
    if (!taken()) return;
    --crew_->busy_;
    crew_->need_thread();
}

[[gnu::hot]] Tenure* Tenure::current() { return current_tenure; }

void Tenure::before_waiting() {
    for (Tenure* each = current_tenure; each; each = each->outer_) {
        if (each->gathering) each->gathering->flush();
        each->turn.end();
    }
    Lookout::step_down();
}

[[gnu::hot]] void Tenure::enter_user_code() {
    if (depth_++ != 0) return;
    const std::uint64_t word = word_.load(std::memory_order_relaxed);
    if ((word & taken_bit) != 0) return;
    // Nobody else changes the word outside of user code. Ordered before the look at the watcher:
    // it looks at the words after it has said that it sleeps.
    word_.store((word + one) | user_bit, std::memory_order_seq_cst);
    if (crew_->watcher_sleeps_.load(std::memory_order_seq_cst)) crew_->wake_watcher();
}

[[gnu::hot]] void Tenure::leave_user_code() {
    if (--depth_ != 0) return;
    word_.fetch_and(~user_bit, std::memory_order_seq_cst);
}

void CrewState::take(Tenure& tenure) {
    const std::lock_guard lock(mutex_);
    take_locked(tenure);
}

void CrewState::take_locked(Tenure& tenure) {
    const auto before = tenure.word_.fetch_or(Tenure::taken_bit, std::memory_order_seq_cst);
    if ((before & Tenure::taken_bit) != 0) return;
    ++busy_;
    urgent_.push_back(tenure.read_on_);
    need_thread();
}

CrewState::Seen CrewState::look() {
    Seen seen = Seen::nothing;
    for (Tenure* tenure : tenures_) {
        std::uint64_t word = tenure->word_.load(std::memory_order_seq_cst);
        if ((word & Tenure::taken_bit) != 0) continue;
        const bool in_user_code = (word & Tenure::user_bit) != 0;
        if (in_user_code) {
            seen = Seen::user_code;
        } else if (seen == Seen::nothing && word != tenure->seen_) {
            seen = Seen::traces;
        }
        if (!in_user_code || word != std::exchange(tenure->seen_, word)) {
            tenure->seen_ = word;
            continue;
        }
        // The same user code as at the last look. It may be leaving just now.
        if (tenure->word_.compare_exchange_strong(word, word | Tenure::taken_bit,
                                                  std::memory_order_seq_cst)) {
            ++busy_;
            urgent_.push_back(tenure->read_on_);
            need_thread();
        }
    }
    return seen;
}

void CrewState::watch() {
    const auto patience =
        std::min<std::chrono::microseconds>(limits_.patience, std::chrono::hours(1));
    std::unique_lock lock(mutex_);
    int quiet_looks = 0;
    Seen seen = Seen::user_code;
    while (!stopping_) {
        if (quiet_looks < looks_before_sleep) {
            watch_.wait_for(lock, seen == Seen::user_code ? patience : calm * patience);
            seen = look();
            quiet_looks = seen == Seen::nothing ? quiet_looks + 1 : 0;
            continue;
        }
        watcher_sleeps_.store(true, std::memory_order_seq_cst);
        seen = look();
        if (seen == Seen::nothing) {
            watch_.wait(lock, [&] { return stopping_ || !watcher_sleeps_; });
            seen = Seen::user_code;
        }
        watcher_sleeps_.store(false, std::memory_order_seq_cst);
        quiet_looks = 0;
    }
}

void CrewState::wake_watcher() {
    const std::lock_guard lock(mutex_);
    if (stopping_ || !watcher_sleeps_) return;
    watcher_sleeps_ = false;
    if (watcher_.joinable()) {
        watch_.notify_one();
        return;
    }
    try {
        watcher_ = std::thread([this] { watch(); });  // joined by `stop`
    } catch (const std::system_error&) {
        watcher_sleeps_ = true;  // no more threads: maybe at the next call
    }
}

}  // namespace mcp::run
