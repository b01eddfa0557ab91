// A modern request being served. What its handler asks the client becomes the answer: the client
// sends the request again, with the answers, and the handler runs anew.
#pragma once

#include "rpc/envelope.hpp"
#include "session/call.hpp"
#include "session/request_state.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace mcp::session {

class ModernCall final : public Call {
public:
    explicit ModernCall(std::shared_ptr<Channel> channel) : Call(std::move(channel)) {}

    /// Reads what came back with the request: answers, and the sealed state. For methods that may
    /// ask. An error refuses the request.
    std::optional<RpcError> take_input(const rpc::Envelope& request);

    void log(LoggingLevel level, Json data, std::string_view logger) override;
    InputResponses ask(InputRequests questions) override;
    void ask_later(InputRequests questions, Done<InputResponses> done) override;
    std::optional<Json> kept() const override;
    void keep(Json state) override;
    void try_again() override;

private:
    std::string message_for(Answer<std::string> answer, RequestEnd& end) override;
    std::string questions_text(RequestEnd& end);
    std::string error_text(RpcError error, RequestEnd& end);
    /// Makes an error that names web pages to visit into questions; says whether it could.
    bool ask_for_pages(const RpcError& error);
    [[noreturn]] void leave();

    // A handler may use several threads.
    mutable std::mutex input_mutex_;
    bool may_ask_ = false;
    std::map<std::string, Json> given_{};  ///< answers that came with this try
    RequestState state_{};                 ///< from earlier tries
    RequestState next_{};                  ///< for the next one: what was used, and kept
    InputRequests needed_{};
    bool logs_known_ = false;
    bool logs_ = false;
};

}  // namespace mcp::session
