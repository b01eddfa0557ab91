// An id is the sealed server and id. What a server gives for a task it forgets in its own time.
#include "gateway/task_ids.hpp"

#include <mcp/json.hpp>

#include <chrono>

namespace mcp::gateway {

namespace {
constexpr std::string_view purpose = "task behind a gateway";
constexpr std::chrono::hours longest{24 * 365};
}  // namespace

std::string shown_task_id(const Sealer& sealer, std::string_view client, const TaskPlace& task) {
    const Json place = Json::array({Json(task.server), Json(task.id)});
    return sealer.seal(purpose, client, place.text(), Sealer::Time::clock::now() + longest);
}

std::optional<TaskPlace> task_place(const Sealer& sealer, std::string_view client,
                                    std::string_view shown) {
    const auto opened = sealer.open(purpose, client, shown, Sealer::Time::clock::now());
    if (!opened) return std::nullopt;
    const auto place = Json::parse(*opened);
    if (!place) return std::nullopt;
    const auto server = (*place)[0].as_string();
    const auto id = (*place)[1].as_string();
    if (!server || !id) return std::nullopt;
    return TaskPlace{*server, *id};
}

}  // namespace mcp::gateway
