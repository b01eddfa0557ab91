// Waiting, unless the answers are there at once.
#include "session/wait_for_answers.hpp"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace mcp::session {
namespace {

struct Waiter {
    std::mutex mutex{};
    std::condition_variable came{};
    std::optional<Answer<InputResponses>> answer{};
};

}  // namespace

InputResponses wait_for_answers(run::Crew& crew,
                                const std::function<void(Done<InputResponses>)>& ask) {
    const auto waiter = std::make_shared<Waiter>();
    ask([waiter](Answer<InputResponses>&& answer) {
        const std::lock_guard held(waiter->mutex);
        waiter->answer.emplace(std::move(answer));
        waiter->came.notify_all();
    });
    std::unique_lock held(waiter->mutex);
    if (!waiter->answer) {
        held.unlock();
        const run::Crew::Blocking blocking(crew);
        held.lock();
        waiter->came.wait(held, [&] { return waiter->answer.has_value(); });
    }
    if (!*waiter->answer) throw std::move(*waiter->answer).error();
    return **std::move(waiter->answer);
}

}  // namespace mcp::session
