// Tasks that ask, on the client's side: what they ask goes to the handlers, the answers go back.
#include "client/modern_client.hpp"
#include "client/params.hpp"
#include "client/result_text.hpp"

#include <mcp/tasks/methods.hpp>

#include <utility>

namespace mcp::client {

bool ModernClient::task_asks(const CallPtr& call, const std::string& state) {
    const JsonView task = detail::JsonAccess::view(state);
    if (task["status"].as_string() != "input_required") return false;
    const JsonView questions = task["inputRequests"];
    std::vector<JsonPair> open;
    for (const JsonMember& member : questions.members()) {
        if (call->call.answered_keys->count(member.name()) == 0) {
            open.push_back({member.name(), Json(member.value)});
        }
    }
    if (open.empty()) return false;
    ++call->rounds;
    call->looked_at = complete_result(state, false);
    const Json wanted = Json::object(open);
    ask(call, wanted);
    return true;
}

void ModernClient::update_task(const CallPtr& call, Time now) {
    std::vector<std::string> keys;
    for (const auto& [key, answer] : call->answers) keys.push_back(key);
    const std::string answers = answers_text(*call);
    call->questions.clear();
    call->answers.clear();
    const std::string params = compose_params(
        call->params, {.meta = task_meta_, .input_responses = answers, .replaces_input = true});
    call->id = engine_.wire.next_id();
    engine_.wire.request({.id = call->id,
                          .method = tasks::UpdateTask::name,
                          .params = params,
                          .options = call->call.options},
                         now, [this, call, keys = std::move(keys)](Answer<std::string> answer) {
                             call->id = {};
                             if (!answer) return engine_.finish(call, std::move(answer));
                             call->call.answered_keys->insert(keys.begin(), keys.end());
                             engine_.finish(call, std::move(call->looked_at));
                         });
}

}  // namespace mcp::client
