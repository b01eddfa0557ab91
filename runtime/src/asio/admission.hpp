// A request between its arrival and the handler: who sends it is found out, which may take a while.
//
//   begin --open--> replied
//         --known at once--> handler        --refused--> replied
//         `-(kept)- decided later, any thread -> in the loop: handler, or replied
#pragma once

#include "asio/loop.hpp"
#include "asio/reply.hpp"

#include <mcp/serve_http.hpp>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace mcp::web {

struct Shared;

class Admission final : public HttpExchange, public std::enable_shared_from_this<Admission> {
public:
    /// As HttpEndpoint::handle. Throws nothing.
    static std::shared_ptr<HttpExchange> begin(const std::shared_ptr<Shared>& shared,
                                               const std::shared_ptr<Loop>& loop,
                                               HttpRequest request, std::shared_ptr<Reply> reply);

    Admission(std::shared_ptr<Shared> shared, const std::shared_ptr<Loop>& loop,
              std::shared_ptr<Reply> reply);
    void disconnected() override;

private:
    /// A request that outlives the buffer that it came in.
    struct Kept {
        explicit Kept(const HttpRequest& from);
        std::string text{};
        std::vector<HttpHeader> headers{};
        HttpRequest request{};
    };
    struct Verdict;

    std::shared_ptr<HttpExchange> ask(const HttpRequest& request);
    void go_on(HttpIdentity identity);

    const std::shared_ptr<Shared> shared_;
    const std::weak_ptr<Loop> loop_;
    std::mutex mutex_{};            // of what follows
    std::shared_ptr<Reply> reply_;  ///< null when it was handed over, or nobody reads it
    std::optional<Kept> kept_{};
    std::shared_ptr<HttpExchange> handled_{};
    bool gone_ = false;
};

}  // namespace mcp::web
