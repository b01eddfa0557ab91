// One step after the other; each may answer, go on, or wait.
#include "session/middleware_chain.hpp"

#include <mcp/methods.hpp>

#include <cstddef>
#include <utility>

namespace mcp::session {

namespace {

/// Lives until the answer is there.
struct Chain : std::enable_shared_from_this<Chain> {
    CallInfo call;
    std::string method;
    MiddlewareList all;
    ChainEnd end;

    void go(std::size_t index, Done<Json> finish) {
        if (index == all->size()) return arrive(std::move(finish));
        auto self = shared_from_this();
        Next next(
            [self, index](CallInfo&, Done<Json> done) { self->go(index + 1, std::move(done)); },
            call, std::move(finish));
        (*all)[index](call, std::move(next));
    }
    void arrive(Done<Json> finish) {
        const bool none = call.params.is_null();
        end(none ? std::nullopt : std::optional<JsonView>(call.params),
            [finish = std::move(finish)](Answer<std::string> answer) mutable {
                if (!answer) return finish(Unexpected(std::move(answer).error()));
                finish(detail::JsonAccess::json(*std::move(answer)));
            });
    }
};

std::string target_of(std::string_view method, std::optional<JsonView> params) {
    std::string_view member;
    if (method == CallTool::name || method == GetPrompt::name) member = "name";
    if (method == ReadResource::name) member = "uri";
    if (member.empty() || !params) return {};
    const auto found = params->find(member);
    return found ? found->as_string().value_or("") : "";
}

}  // namespace

void run_chain(MiddlewareList all, std::string_view method, std::optional<JsonView> params,
               CallContext* context, ChainEnd end, Done<std::string> done) {
    auto chain = std::make_shared<Chain>();
    chain->all = std::move(all);
    chain->method = method;
    chain->call.method = chain->method;
    chain->call.target = target_of(method, params);
    if (params) chain->call.params = Json(*params);
    chain->call.context = context;
    chain->end = std::move(end);
    chain->go(0, [chain, done = std::move(done)](Answer<Json> answer) mutable {
        if (!answer) return done(Unexpected(std::move(answer).error()));
        done(detail::JsonAccess::take(*std::move(answer)));
    });
}

}  // namespace mcp::session
