// A token that is given once, and what sources need not do.
#include "http/client/url.hpp"

#include <mcp/oauth.hpp>

#include <stdexcept>
#include <utility>

namespace mcp {

namespace {

class BearerToken final : public TokenSource {
public:
    explicit BearerToken(const std::string& token) : field_("Authorization", "Bearer " + token) {}
    std::optional<HttpFields> at_hand(const TokenRequest&) override { return HttpFields{field_}; }
    Result<bool, AuthError> refused(const TokenRequest&, const TokenRefusal&,
                                    std::stop_token) override {
        return false;
    }

private:
    const std::pair<std::string, std::string> field_;
};

}  // namespace

Result<HttpFields, AuthError> TokenSource::obtain(const TokenRequest& request, std::stop_token) {
    return at_hand(request).value_or(HttpFields());
}

Result<void, AuthError> TokenSource::log_out(const std::string&, std::stop_token) { return {}; }

std::shared_ptr<TokenSource> bearer_token(std::string token) {
    return std::make_shared<BearerToken>(token);
}

}  // namespace mcp
