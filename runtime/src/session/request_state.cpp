// Binding, sealing and opening of `requestState`.
#include "session/request_state.hpp"

#include "session/canonical.hpp"
#include "session/used_tokens.hpp"

#include <utility>
#include <vector>

namespace mcp::session {

namespace {

constexpr std::string_view purpose = "requestState";

RpcError refused() { return RpcError::invalid_params("params.requestState: not valid"); }

void append_part(std::string& out, std::string_view part) {
    out += std::to_string(part.size());
    out += ':';
    out += part;
}

}  // namespace

std::string state_binding(std::string_view principal, std::string_view method, JsonView params) {
    std::string binding;
    append_part(binding, principal);
    append_part(binding, method);
    append_canonical_without(binding, params, {"_meta", "inputResponses", "requestState"});
    return binding;
}

Answer<std::string> seal_state(ServerCore& core, std::string_view binding,
                               const RequestState& state, Sealer::Time now) {
    std::vector<JsonPair> members;
    if (state.kept) members.push_back({"k", *state.kept});
    if (!state.answers.empty()) {
        std::vector<JsonPair> answers;
        for (const auto& [key, value] : state.answers) answers.push_back({key, value});
        members.push_back({"a", Json::object(answers)});
    }
    if (core.used_states() != nullptr) members.push_back({"o", Json(random_token())});
    const Json secret = Json::object(members);
    std::string sealed =
        core.sealer().seal(purpose, binding, secret.text(), now + core.settings().state_lifetime);
    if (sealed.size() > core.settings().max_state) {
        core.report("what a handler keeps is too large for a requestState");
        return Unexpected(RpcError(error_code::internal_error, "internal error"));
    }
    return sealed;
}

Answer<RequestState> open_state(ServerCore& core, std::string_view binding, std::string_view sealed,
                                Sealer::Time now) {
    if (sealed.size() > core.settings().max_state) {
        core.report("a requestState was refused: too large");
        return Unexpected(refused());
    }
    const auto opened = core.sealer().open(purpose, binding, sealed, now);
    if (!opened) {
        core.report("a requestState was refused: " + opened.error().reason);
        return Unexpected(refused());
    }
    const auto json = JsonObject::parse(*opened);
    if (!json) {
        core.report("a requestState was refused: it is not ours");
        return Unexpected(refused());
    }
    if (UsedTokens* used = core.used_states()) {
        const auto token = json->find("o");
        const auto text = token ? token->as_string() : std::nullopt;
        // It was sealed before now, so it expires before this.
        if (!text || !used->take(*text, now, now + core.settings().state_lifetime)) {
            core.report("a requestState was refused: it has come back before");
            return Unexpected(refused());
        }
    }
    RequestState state;
    if (const auto kept = json->find("k")) state.kept.emplace(*kept);
    if (const auto answers = json->find("a")) {
        for (const JsonMember& member : answers->members()) {
            state.answers.emplace(member.name(), Json(member.value));
        }
    }
    return state;
}

}  // namespace mcp::session
