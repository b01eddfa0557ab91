// Two tickets for one call, and giving it up at any point.
#include "client/passing_calls.hpp"

#include <string>
#include <utility>

namespace mcp::client {

namespace {
/// Marks the tickets that are given out here.
constexpr std::uint64_t own = std::uint64_t{1} << 63;

RpcError not_wanted() { return {Failure::cancelled, "not wanted any more"}; }
}  // namespace

std::uint64_t PassingCalls::pass(const session::MiddlewareList& middleware,
                                 detail::ClientCall the_call, Revision revision, Send send,
                                 GiveUp give_up) {
    const auto text = the_call.params(revision);
    if (!text) return send(std::move(the_call));  // which says what is wrong with them

    std::uint64_t ticket = 0;
    {
        const std::lock_guard lock(table_->mutex);
        ticket = own | ++table_->last;
        table_->calls.emplace(ticket, Call{});
    }
    const auto call = std::make_shared<detail::ClientCall>(std::move(the_call));
    const std::string method(call->row != nullptr ? call->row->name
                                                  : std::string_view(call->custom));
    auto finish = [table = table_, ticket,
                   done = std::move(call->done)](Answer<std::string> answer) mutable {
        {
            const std::lock_guard lock(table->mutex);
            table->calls.erase(ticket);
        }
        done(std::move(answer));
    };
    auto end = [table = table_, ticket, call, original = *text, send = std::move(send),
                give_up = std::move(give_up)](std::optional<JsonView> params,
                                              Done<std::string> done) {
        const auto cancelled = [&](std::uint64_t sent_as) {
            const std::lock_guard lock(table->mutex);
            const auto found = table->calls.find(ticket);
            if (found == table->calls.end()) return false;
            found->second.sent_as = sent_as;
            return found->second.cancelled;
        };
        if (cancelled(0)) return done(Unexpected(not_wanted()));
        const std::string_view passed = params ? params->text() : std::string_view();
        if (passed != original) {
            call->params = [text = std::string(passed)](
                               Revision) -> Result<std::string, CodecError> { return text; };
        }
        call->done = std::move(done);
        const std::uint64_t sent_as = send(std::move(*call));
        if (cancelled(sent_as)) give_up(sent_as);
    };
    const Json params = text->empty() ? Json() : detail::JsonAccess::json(*text);
    session::run_chain(middleware, method,
                       text->empty() ? std::nullopt : std::optional<JsonView>(params), nullptr,
                       std::move(end), std::move(finish));
    return ticket;
}

std::uint64_t PassingCalls::cancel(std::uint64_t ticket) {
    if ((ticket & own) == 0) return ticket;
    const std::lock_guard lock(table_->mutex);
    const auto found = table_->calls.find(ticket);
    if (found == table_->calls.end()) return 0;
    found->second.cancelled = true;
    return found->second.sent_as;
}

}  // namespace mcp::client
