// The handlers at work, and the checks around them.
#include "client/desk.hpp"

#include <mcp/codec.hpp>
#include <mcp/elicit_form.hpp>
#include <mcp/sampling.hpp>
#include <mcp/url_check.hpp>

#include <exception>
#include <utility>

namespace mcp::detail {

RpcError handler_failed(const Report& report, std::string_view what) {
    if (report) report("a handler failed: " + std::string(what));
    return {error_code::internal_error, "internal error"};
}

RpcError handler_threw(const Report& report) {
    try {
        throw;
    } catch (const RpcError& error) {
        return error;
    } catch (const std::exception& error) {
        return handler_failed(report, error.what());
    } catch (...) {
        return handler_failed(report, "unknown exception");
    }
}

}  // namespace mcp::detail

namespace mcp::client {

namespace {

constexpr std::string_view sampling_method = "sampling/createMessage";
constexpr std::string_view elicitation_method = "elicitation/create";
constexpr std::string_view roots_method = "roots/list";

template <class Outcome>
void finish(const Outcome& outcome, Revision revision, const detail::Report& report,
            Done<std::string> done) {
    auto text = encode(outcome, revision);
    if (text) {
        done(std::move(*text));
    } else {
        done(Unexpected(detail::handler_failed(report, text.error().message())));
    }
}

bool between_0_and_1(const std::optional<double>& weight) {
    return !weight || (*weight >= 0 && *weight <= 1);
}

}  // namespace

Desk::Desk(detail::ClientHandlers handlers, const ClientOptions& options)
    : handlers_(std::move(handlers)),
      middleware_(handlers_.middleware.empty()
                      ? nullptr
                      : std::make_shared<const std::vector<Middleware>>(handlers_.middleware)),
      report_(options.report),
      extensions_(options.extensions),
      sampling_gate_(options.sampling_rate),
      elicitation_gate_(options.elicitation_rate) {}

ClientCapabilities Desk::capabilities(Revision revision) const {
    ClientCapabilities capabilities;
    if (!extensions_.empty()) capabilities.extensions = extensions_;
    if (has_roots()) capabilities.roots.emplace().listChanged = true;
    if (handlers_.sampling) {
        auto& sampling = capabilities.sampling.emplace();
        if (handlers_.sampling_support.tools) sampling.tools.emplace();
        if (handlers_.sampling_support.context) sampling.context.emplace();
    }
    // Until 2025-06-18 elicitation means forms.
    const bool has_modes = since(r2025_11_25).contains(revision);
    if (handlers_.form || (handlers_.url && has_modes)) {
        auto& elicitation = capabilities.elicitation.emplace();
        if (handlers_.form) elicitation.form.emplace();
        if (handlers_.url) elicitation.url.emplace();
    }
    return capabilities;
}

std::optional<RpcError> Desk::refuse(std::string_view method, Revision revision,
                                     std::chrono::steady_clock::time_point now) {
    const auto too_many = [] {
        return RpcError(error_code::internal_error, "too many requests of this kind; try later");
    };
    if (method == roots_method) {
        if (!has_roots()) return RpcError::method_not_found(method);
    } else if (method == sampling_method) {
        if (!handlers_.sampling) return RpcError::method_not_found(method);
        if (!sampling_gate_.pass(now)) return too_many();
    } else if (method == elicitation_method) {
        if (!capabilities(revision).elicitation) return RpcError::method_not_found(method);
        if (!elicitation_gate_.pass(now)) return too_many();
    } else if (!handlers_.requests.contains(method)) {
        return RpcError::method_not_found(method);
    }
    return {};
}

void Desk::answer(const std::shared_ptr<Question>& question, Done<std::string> done) {
    if (!middleware_) return serve(question, std::move(done));
    try {
        session::run_chain(
            middleware_, question->method,
            question->params.is_null() ? std::nullopt : std::optional<JsonView>(question->params),
            &question->handler_context(),
            [this, question](std::optional<JsonView> params, Done<std::string> answered) {
                question->params = params ? Json(*params) : Json();
                serve(question, std::move(answered));
            },
            std::move(done));
    } catch (const std::exception& error) {
        // `done` has been dropped on the way here, and has answered with an internal error.
        if (report_) report_(question->method + ": " + error.what());
    }
}

void Desk::serve(const std::shared_ptr<Question>& question, Done<std::string> done) {
    const std::string_view method = question->method;
    if (method == sampling_method) {
        sample(question, std::move(done));
    } else if (method == elicitation_method) {
        elicit(question, std::move(done));
    } else if (method == roots_method) {
        ListRootsResult result;
        {
            const std::lock_guard lock(mutex_);
            if (roots_) result.roots = *roots_;
        }
        finish(result, question->revision, report_, std::move(done));
    } else if (const auto found = handlers_.requests.find(method);
               found != handlers_.requests.end()) {
        found->second(
            question->params, question->handler_context(),
            [question, done = std::move(done)](Answer<Json> answer) mutable {
                if (!answer) {
                    done(Unexpected(std::move(answer).error()));
                } else {
                    done(answer->dump());
                }
            },
            report_);
    } else {
        done(Unexpected(RpcError::method_not_found(method)));
    }
}

void Desk::sample(const std::shared_ptr<Question>& question, Done<std::string> done) {
    auto decoded = decode<CreateMessageRequestParams>(question->params.text(), question->revision);
    if (!decoded) {
        done(Unexpected(RpcError::invalid_params(decoded.error().within("params"))));
        return;
    }
    const auto params = std::make_shared<CreateMessageRequestParams>(std::move(*decoded));
    std::optional<std::string> violation = messages_violation(*params);
    if ((params->tools || params->toolChoice) && !handlers_.sampling_support.tools) {
        violation = "tools are given, but sampling.tools was not declared";
    }
    if (const auto& wishes = params->modelPreferences;
        wishes &&
        !(between_0_and_1(wishes->costPriority) && between_0_and_1(wishes->speedPriority) &&
          between_0_and_1(wishes->intelligencePriority))) {
        violation = "a priority is not between 0 and 1";
    }
    if (params->toolChoice && params->toolChoice->mode && !params->toolChoice->mode->known()) {
        violation = "params.toolChoice.mode: expected auto, none or required";
    }
    if (violation) {
        done(Unexpected(RpcError::invalid_params(std::move(*violation))));
        return;
    }
    handlers_.sampling(
        *params, question->handler_context(),
        [this, question, params,
         done = std::move(done)](Answer<CreateMessageResult> answer) mutable {
            if (!answer) {
                done(Unexpected(std::move(answer).error()));
            } else {
                finish(*answer, question->revision, report_, std::move(done));
            }
        },
        report_);
}

void Desk::elicit(const std::shared_ptr<Question>& question, Done<std::string> done) {
    auto decoded = decode<ElicitRequestParams>(question->params.text(), question->revision);
    if (!decoded) {
        done(Unexpected(RpcError::invalid_params(decoded.error().within("params"))));
    } else if (auto* form = std::get_if<ElicitRequestFormParams>(&*decoded)) {
        fill_form(question, std::move(*form), std::move(done));
    } else {
        visit_page(question, std::get<ElicitRequestURLParams>(std::move(*decoded)),
                   std::move(done));
    }
}

void Desk::fill_form(const std::shared_ptr<Question>& question, ElicitRequestFormParams params,
                     Done<std::string> done) {
    if (!handlers_.form) {
        done(Unexpected(RpcError::invalid_params("forms were not declared")));
        return;
    }
    const auto kept = std::make_shared<ElicitRequestFormParams>(std::move(params));
    handlers_.form(
        *kept, question->handler_context(),
        [this, question, kept, done = std::move(done)](Answer<ElicitResult> answer) mutable {
            if (!answer) {
                done(Unexpected(std::move(answer).error()));
                return;
            }
            if (answer->action == ElicitActionTag::accept) {
                if (!answer->content) answer->content.emplace();
                fill_defaults(kept->requestedSchema, *answer->content);
                if (auto why = form_violation(kept->requestedSchema, *answer->content)) {
                    done(Unexpected(detail::handler_failed(
                        report_, "what was entered does not fit the form: " + *why)));
                    return;
                }
            } else {
                answer->content.reset();
            }
            finish(*answer, question->revision, report_, std::move(done));
        },
        report_);
}

void Desk::visit_page(const std::shared_ptr<Question>& question, ElicitRequestURLParams params,
                      Done<std::string> done) {
    if (!handlers_.url) {
        done(Unexpected(RpcError::invalid_params("web pages were not declared")));
        return;
    }
    if (!check_url(params.url).valid) {
        done(Unexpected(RpcError::invalid_params("params.url: expected a web address")));
        return;
    }
    const auto kept = std::make_shared<ElicitRequestURLParams>(std::move(params));
    // Before the user sees it: the page may be done with before the handler returns.
    if (!kept->elicitationId.empty()) page_opened(kept->elicitationId);
    handlers_.url(
        *kept, question->handler_context(),
        [this, question, kept, done = std::move(done)](Answer<ElicitResult> answer) mutable {
            if (!answer) {
                page_completed(kept->elicitationId);
                done(Unexpected(std::move(answer).error()));
                return;
            }
            answer->content.reset();
            if (answer->action != ElicitActionTag::accept) page_completed(kept->elicitationId);
            finish(*answer, question->revision, report_, std::move(done));
        },
        report_);
}

Result<void> Desk::set_roots(std::vector<Root> roots) {
    for (const Root& root : roots) {
        if (!is_root_uri(root.uri)) {
            return Unexpected(Error{"no file:// address of a folder: " + root.uri});
        }
    }
    const std::lock_guard lock(mutex_);
    roots_ = std::move(roots);
    return {};
}

bool Desk::has_roots() const {
    const std::lock_guard lock(mutex_);
    return roots_.has_value();
}

void Desk::page_opened(const std::string& id) {
    const std::lock_guard lock(mutex_);
    open_pages_.put(id, {});
}

bool Desk::page_completed(const std::string& id) {
    const std::lock_guard lock(mutex_);
    return open_pages_.take(id).has_value();
}

}  // namespace mcp::client
