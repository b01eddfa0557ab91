// Something that the server asks of this client: a request of an older server, or a question in the
// answer of a newer one. What a handler's CallContext shows of it.
#pragma once

#include "session/served_call.hpp"

#include <mcp/json.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace mcp::client {

class Question final : public detail::ServedCall {
public:
    Json params{};
    /// Null when the server did not ask to hear of progress.
    std::function<void(double, std::optional<double>, std::string_view)> on_progress{};

    CallContext& handler_context() { return context(); }

    void progress(double done, std::optional<double> total, std::string_view message) override {
        if (on_progress) on_progress(done, total, message);
    }
    // A CallContext has none of what follows.
    void log(LoggingLevel, Json, std::string_view) override {}
    InputResponses ask(InputRequests) override { throw unable(); }
    void ask_later(InputRequests, Done<InputResponses> done) override {
        done(Unexpected(unable()));
    }
    std::optional<Json> kept() const override { return {}; }
    void keep(Json) override {}
    void try_again() override { throw unable(); }

private:
    static RpcError unable() { return {error_code::internal_error, "a client asks nothing back"}; }
};

}  // namespace mcp::client
