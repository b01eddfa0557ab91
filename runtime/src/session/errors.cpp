// The error codes of each era.
#include "session/errors.hpp"

#include <mcp/codec.hpp>

#include <utility>

namespace mcp::session {

RpcError error_for(RpcError error, Revision revision, bool* changed) {
    const std::int64_t code = error.code;
    if (changed) *changed = false;
    if (modern_revisions.contains(revision)) {
        if (code == error_code::resource_not_found) {
            error.code = error_code::invalid_params;
        } else if (code == error_code::missing_client_capability ||
                   code == error_code::unsupported_version || code == error_code::header_mismatch) {
            // Defined.
        } else if ((code >= -32099 && code <= -32000)) {
            // Reserved for the protocol, or without a meaning any more.
            error.code = error_code::internal_error;
            if (changed) *changed = true;
        }
    } else if (code == error_code::url_elicitation_required && revision != r2025_11_25) {
        error.code = error_code::internal_error;
        error.data.reset();
        if (changed) *changed = true;
    }
    return error;
}

Revision newest(Revisions revisions) {
    Revision best{};
    for (unsigned i = 0; i < 32; ++i) {
        if (revisions.contains(static_cast<Revision>(i))) best = static_cast<Revision>(i);
    }
    return best;
}

std::vector<std::string> dates_of(Revisions revisions) {
    std::vector<std::string> dates;
    for (unsigned i = 32; i-- > 0;) {
        const auto revision = static_cast<Revision>(i);
        if (revisions.contains(revision)) dates.emplace_back(to_string(revision));
    }
    return dates;
}

RpcError unsupported_version(Revisions served, std::string_view requested) {
    UnsupportedProtocolVersionErrorData data;
    data.supported = dates_of(served);
    data.requested = std::string(requested);
    std::string text = "unsupported protocol version; this server speaks ";
    for (std::size_t i = 0; i < data.supported.size(); ++i) {
        if (i > 0) text += ", ";
        text += data.supported[i];
    }
    RpcError error(error_code::unsupported_version, std::move(text));
    if (auto encoded = encode(data, latest_revision)) {
        error.data = detail::JsonAccess::json(*std::move(encoded));
    }
    return error;
}

RpcError missing_capability(const ClientCapabilities& required) {
    MissingRequiredClientCapabilityErrorData data;
    data.requiredCapabilities = required;
    RpcError error(error_code::missing_client_capability,
                   "the request needs a client capability that it does not declare");
    if (auto encoded = encode(data, latest_revision)) {
        error.data = detail::JsonAccess::json(*std::move(encoded));
    }
    return error;
}

}  // namespace mcp::session
