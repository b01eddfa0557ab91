// Answers what a server asks, with the user's handlers: the same for requests of older servers and
// for questions of newer ones. Text in, text out; when and how the answer travels is not known
// here.
#pragma once

#include "client/question.hpp"
#include "client/rate.hpp"
#include "session/middleware_chain.hpp"
#include "util/recent.hpp"

#include <mcp/client_handlers.hpp>
#include <mcp/client_options.hpp>

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mcp::client {

class Desk {
public:
    Desk(detail::ClientHandlers handlers, const ClientOptions& options);

    const detail::ClientHandlers& handlers() const { return handlers_; }
    /// Null when there is none.
    const session::MiddlewareList& middleware() const { return middleware_; }
    /// What the handlers are good for, at this revision.
    ClientCapabilities capabilities(Revision revision) const;

    /// Why a question is not even put to a handler: nobody answers such, or there are too many.
    std::optional<RpcError> refuse(std::string_view method, Revision revision,
                                   std::chrono::steady_clock::time_point now);
    /// Runs the handler: call it on a worker. `done` gets the text of the result at the question's
    /// revision.
    void answer(const std::shared_ptr<Question>& question, Done<std::string> done);

    /// Fails for what is no folder that may be shown. The first time, roots become a capability.
    Result<void> set_roots(std::vector<Root> roots);
    bool has_roots() const;

    /// Pages that a user was sent to. `completed` is true once for each.
    void page_opened(const std::string& id);
    bool page_completed(const std::string& id);

private:
    void serve(const std::shared_ptr<Question>& question, Done<std::string> done);
    void sample(const std::shared_ptr<Question>& question, Done<std::string> done);
    void elicit(const std::shared_ptr<Question>& question, Done<std::string> done);
    void fill_form(const std::shared_ptr<Question>& question, ElicitRequestFormParams params,
                   Done<std::string> done);
    void visit_page(const std::shared_ptr<Question>& question, ElicitRequestURLParams params,
                    Done<std::string> done);

    detail::ClientHandlers handlers_;
    session::MiddlewareList middleware_;
    detail::Report report_;
    Map<JSONObject> extensions_;
    RateGate sampling_gate_;
    RateGate elicitation_gate_;

    mutable std::mutex mutex_;
    std::optional<std::vector<Root>> roots_{};
    detail::Recent<std::monostate> open_pages_{256};
};

/// Whether a folder's address may be shown to a server: file://, a path without `..`.
bool is_root_uri(std::string_view uri);

}  // namespace mcp::client
