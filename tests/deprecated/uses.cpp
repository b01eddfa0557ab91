// Every deprecated feature once, each in a line that ends with `// marked`. Compiled, never run.
#include <mcp/client.hpp>
#include <mcp/server.hpp>

#include <utility>

void use_server(mcp::Context& context) {
    context.log(mcp::LoggingLevelTag::info, "x");                          // marked
    static_cast<void>(context.sample(mcp::CreateMessageRequestParams{}));  // marked
    static_cast<void>(context.list_roots());                               // marked
    auto later = context.sample_later(mcp::CreateMessageRequestParams{});  // marked
    auto roots = context.list_roots_later();                               // marked
    static_cast<void>(context.elicit(mcp::ElicitRequestParams{}));
}

void use_client(mcp::Client& client) {
    const auto model = [](const mcp::CreateMessageRequestParams&, mcp::CallContext&) {
        return mcp::CreateMessageResult{};
    };
    client.on_sampling(model);                                            // marked
    static_cast<void>(client.set_roots({}));                              // marked
    client.on_log([](const mcp::LoggingMessageNotificationParams&) {});   // marked
    static_cast<void>(client.set_log_level(mcp::LoggingLevelTag::info));  // marked
    static_cast<void>(client.tools());
}
