// The calls: read at the revision in front, made at that behind, and the result the other way.
#include "gateway/relay.hpp"
#include "gateway/relay_results.hpp"

#include "server/access.hpp"
#include "server/params.hpp"
#include "session/modern_tasks.hpp"

#include <mcp/codec.hpp>
#include <mcp/methods.hpp>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <type_traits>
#include <utility>
#include <variant>

namespace mcp::gateway {

namespace {

constexpr std::size_t max_rounds = 50;

/// What the client in front says of itself and of its request is not the one behind's.
template <class Params>
void clear_meta(Params& params) {
    if (!params.meta) return;
    params.meta->clientCapabilities = {};
    params.meta->clientInfo.reset();
    params.meta->protocolVersion.clear();
    params.meta->progressToken.reset();
}

template <class M>
constexpr bool asks = !(M::input_required == Revisions());

Json kept_of(const Round& round) {
    JsonObject kept;
    if (auto text = encode(round.asked, latest_revision)) {
        kept.set("round", detail::JsonAccess::json(*std::move(text)));
    }
    JsonObject names;
    for (const auto& one : round.names) names.set(one.name, one.value);
    kept.set("names", std::move(names));
    return kept;
}

std::optional<Round> read_kept(const Json& kept) {
    auto asked = decode<InputRequiredResult>(kept["round"].text(), latest_revision);
    if (!asked) return std::nullopt;
    Round round{*std::move(asked), {}};
    for (const JsonMember& one : kept["names"].members()) {
        round.names[one.name()] = one.value.as_string().value_or("");
    }
    return round;
}

}  // namespace

CallOptions Relay::options_for(const FrontPointer& front, bool progress) const {
    CallOptions options;
    options.timeout = options_.call_timeout;
    options.max_total = options_.max_call;
    options.stop = front->stop_token();
    if (progress) {
        options.on_progress = [front](const Progress& news) {
            front->progress(news.done, news.total, news.message);
        };
    }
    return options;
}

template <class M>
void Relay::plain(const LinkPointer& link, const FrontPointer& front, typename M::Params params,
                  bool progress) {
    link->client().call_async<M>(
        std::move(params), options_for(front, progress),
        [self = shared_from_this(), link, front](Answer<typename M::Result> answer) {
            if constexpr (std::is_same_v<M, ListTools>) {
                if (answer && link->has_tasks()) {
                    for (Tool& tool : answer->tools) offer_task(tool);
                }
                if (answer) self->learn_tools(*answer);
            }
            link->leave(front);
            front->finish(writer(std::move(answer)));
        });
}

template <class M>
void Relay::start_round(const LinkPointer& link, const FrontPointer& front,
                        typename M::Params params, bool progress, Done<mcp::Round<M>> done) {
    if constexpr (std::is_same_v<M, CallTool>) {
        if (as_task(*link, *front, params)) {
            return call_tool(link, front, std::move(params), progress, std::move(done));
        }
    }
    link->client().call_round_async<M>(std::move(params), options_for(front, progress),
                                       std::move(done));
}

template <class M>
void Relay::round(const LinkPointer& link, const FrontPointer& front, typename M::Params params,
                  bool progress, std::size_t left) {
    auto again = params;
    start_round<M>(
        link, front, std::move(params), progress,
        [self = shared_from_this(), link, front, progress, left,
         again = std::move(again)](Answer<mcp::Round<M>> answer) mutable {
            name_missing<M>(answer, link->modern());
            const bool asked = answer && std::holds_alternative<InputRequiredResult>(*answer);
            if (asked && left > 0) {
                Round next{std::get<InputRequiredResult>(*std::move(answer)), {}};
                return self->ask_round<M>(link, front, std::move(again), std::move(next), progress,
                                          left - 1);
            }
            link->leave(front);
            if (!answer) return front->fail(for_front(std::move(answer).error()));
            if (asked) {
                return front->fail(
                    {error_code::internal_error, "the server behind asks without end"});
            }
            front->finish(
                writer<typename M::Result>(std::get<typename M::Result>(*std::move(answer))));
        });
}

void Relay::after_pause(const FrontPointer& front, std::size_t tries,
                        std::function<void(bool wanted)> then) {
    const auto pause = std::chrono::milliseconds(10) * (1U << std::min<std::size_t>(tries, 7));
    const bool posted = core_.crew().post([this, self = shared_from_this(), front, pause, then] {
        const run::Crew::Blocking waiting(core_.crew());
        std::mutex mutex;
        std::condition_variable_any wake;
        std::unique_lock lock(mutex);
        const std::stop_token stop = front->stop_token();
        wake.wait_for(lock, stop, pause, [] { return false; });
        then(!stop.stop_requested());
    });
    if (!posted) then(false);
}

template <class M>
void Relay::ask_round(const LinkPointer& link, const FrontPointer& front, typename M::Params params,
                      Round round, bool progress, std::size_t left) {
    InputRequests questions;
    if (round.names.empty() && round.asked.inputRequests) {
        // Answers to the same name that are there already would be taken for these.
        for (const auto& one : *round.asked.inputRequests) {
            std::string name = one.name;
            while (front->has_asked(name)) name += "_again";
            round.names[name] = one.name;
        }
    }
    for (const auto& one : round.names) {
        if (!round.asked.inputRequests) break;
        if (const auto* question = round.asked.inputRequests->find(one.value)) {
            questions[one.name] = *question;
        }
    }
    if (questions.empty() && front->is_legacy()) {  // who would come back later by himself
        params.inputResponses.reset();
        params.requestState = round.asked.requestState;
        return after_pause(front, max_rounds - left,
                           [self = shared_from_this(), link, front, params = std::move(params),
                            progress, left](bool wanted) {
                               if (wanted)
                                   return self->round<M>(link, front, params, progress, left);
                               link->leave(front);
                               front->fail({error_code::internal_error, "not wanted any more"});
                           });
    }
    front->ask(
        std::move(questions), kept_of(round),
        [self = shared_from_this(), link, front, params = std::move(params), round, progress,
         left](Answer<InputResponses> answers) mutable {
            if (!answers) {
                link->leave(front);
                return front->fail(std::move(answers).error());
            }
            params.inputResponses.reset();
            for (auto& one : *answers) {
                if (!params.inputResponses) params.inputResponses.emplace();
                (*params.inputResponses)[round.names.at(one.name)] = std::move(one.value);
            }
            params.requestState = round.asked.requestState;
            self->round<M>(link, front, std::move(params), progress, left);
        },
        FrontCall::Behind::rests);
}

template <class M>
void Relay::forward(Params params, Context& context, Done<std::string> done) {
    auto& call = detail::ServedCall::of(context);
    auto read = server::read_params<typename M::Params>(params, context.revision());
    if (!read) return done(Unexpected(std::move(read).error()));
    std::optional<Round> earlier;
    if constexpr (asks<M>) {
        read->inputResponses.reset();  // they are answers to the gateway's own questions
        read->requestState.reset();
        if (const auto kept = call.kept()) {
            if (const auto token = (*kept)["call"].as_string()) {
                return parked_.resume(*token, context, std::move(done));
            }
            earlier = read_kept(*kept);
        }
    }
    if constexpr (std::is_same_v<M, CallTool>) read->task.reset();  // kept in front
    clear_meta(*read);
    const bool progress = call.meta.progressToken.has_value();
    const auto front = std::make_shared<FrontCall>();
    front->only_client = options_.one_client;
    const auto peer = call.peer();
    const std::string principal = call.principal;
    front->attach(context, std::move(done));
    with_link(peer, principal, Use::call,
              [self = shared_from_this(), front, progress, given = *std::move(read),
               earlier = std::move(earlier)](const Answer<LinkPointer>& link) {
                  if (!link) return front->fail(link.error());
                  (*link)->enter(front);
                  self->begin<M>(*link, front, given, earlier, progress);
              });
}

template <class M>
void Relay::begin(const LinkPointer& link, const FrontPointer& front, typename M::Params params,
                  const std::optional<Round>& earlier, bool progress) {
    if constexpr (asks<M>) {
        if (earlier && link->modern()) {
            const auto& questions = earlier->asked.inputRequests;
            if (questions && questions->begin() != questions->end()) {
                return ask_round<M>(link, front, std::move(params), *earlier, progress, max_rounds);
            }
            params.requestState = earlier->asked.requestState;  // nothing but this try was wanted
        }
        if (link->modern()) {
            return round<M>(link, front, std::move(params), progress, max_rounds);
        }
    }
    if constexpr (std::is_same_v<M, CallTool>) {
        if (as_task(*link, *front, params)) {
            return round<M>(link, front, std::move(params), progress, max_rounds);
        }
    }
    plain<M>(link, front, std::move(params), progress);
}

void Relay::custom(std::string_view method, Params params, Context& context,
                   Done<std::string> done) {
    auto& call = detail::ServedCall::of(context);
    const auto front = std::make_shared<FrontCall>();
    front->only_client = options_.one_client;
    auto given = params ? Json(*params).as_object() : std::nullopt;
    if (given) given->erase("_meta");
    const auto peer = call.peer();
    const std::string principal = call.principal;
    front->attach(context, std::move(done));
    with_link(
        peer, principal, Use::call,
        [self = shared_from_this(), front, name = std::string(method),
         given = given.value_or(JsonObject())](const Answer<LinkPointer>& link) {
            if (!link) return front->fail(link.error());
            (*link)->enter(front);
            const bool posted = self->core_.crew().post([self, front, name, given, link = *link] {
                const run::Crew::Blocking waiting(self->core_.crew());
                auto answer =
                    link->client().call_custom(name, given, self->options_for(front, false));
                link->leave(front);
                if (!answer) return front->fail(for_front(std::move(answer).error()));
                front->finish(
                    [text = answer->dump()](Context&) -> Answer<std::string> { return text; });
            });
            if (posted) return;
            (*link)->leave(front);
            front->fail({error_code::internal_error, "too much waits"});
        });
}

void Relay::serve(std::string_view method, Params params, Context& context,
                  Done<std::string> done) {
    if (method == CallTool::name) return forward<CallTool>(params, context, std::move(done));
    if (method == ListTools::name) return forward<ListTools>(params, context, std::move(done));
    if (method == ReadResource::name) {
        return forward<ReadResource>(params, context, std::move(done));
    }
    if (method == ListResources::name) {
        return forward<ListResources>(params, context, std::move(done));
    }
    if (method == ListResourceTemplates::name) {
        return forward<ListResourceTemplates>(params, context, std::move(done));
    }
    if (method == GetPrompt::name) return forward<GetPrompt>(params, context, std::move(done));
    if (method == ListPrompts::name) return forward<ListPrompts>(params, context, std::move(done));
    if (method == Complete::name) return forward<Complete>(params, context, std::move(done));
    if (server::is_modern(context.revision()) && session::is_task_request(method)) {
        return about_task(method, params, context, std::move(done));
    }
    custom(method, params, context, std::move(done));
}

}  // namespace mcp::gateway
