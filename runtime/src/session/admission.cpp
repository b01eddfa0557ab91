// Admission of modern requests.
#include "session/admission.hpp"

#include "rpc/meta_keys.hpp"
#include "session/errors.hpp"
#include "session/modern_tasks.hpp"

#include <mcp/methods.hpp>

#include <string>
#include <utility>

namespace mcp::session {

namespace {

RpcError missing_in_meta(std::string_view name) {
    return RpcError::invalid_params("params._meta[\"" + std::string(name) +
                                    "\"]: required, but missing");
}

/// The revision that `_meta` names, where it says all that it must.
Answer<std::string> named_version(JsonView meta) {
    const auto version = meta.find(meta_keys::protocol_version);
    if (!version) return Unexpected(missing_in_meta(meta_keys::protocol_version));
    auto text = version->as_string();
    if (!text) {
        return Unexpected(RpcError::invalid_params(
            "params._meta[\"" + std::string(meta_keys::protocol_version) + "\"]: expected string"));
    }
    if (!meta.contains(meta_keys::client_capabilities)) {
        return Unexpected(missing_in_meta(meta_keys::client_capabilities));
    }
    return *std::move(text);
}

bool serves(std::string_view method, const MethodRow* row, Revision revision, ServerCore& core) {
    if (method == Discover::name || method == SubscriptionsListen::name) return true;
    if (is_task_request(method) && (core.tasks() || core.passes_tasks())) return true;
    if (row && (row->notification || !row->from_client.contains(revision))) return false;
    return core.offers(method);
}

}  // namespace

[[gnu::hot]] bool is_modern(const rpc::Envelope& message, const MethodRow* row, Revisions served) {
    if ((served & modern_revisions).empty()) return false;
    if ((served & legacy_revisions).empty()) return true;
    const auto& meta = message.params_meta;
    if (meta && (known_request_meta(*meta) || meta->contains(meta_keys::protocol_version) ||
                 meta->contains(meta_keys::client_capabilities))) {
        return true;
    }
    return row && (row->from_client & legacy_revisions).empty() &&
           !(row->from_client & modern_revisions).empty();
}

[[gnu::hot]] Answer<Admitted> admit(const rpc::Envelope& message, const MethodRow* row,
                                    ServerCore& core, Gate* gate) {
    const Revisions served = core.revisions();
    const auto& meta = message.params_meta;
    if (message.method == Initialize::name &&
        (!meta || !meta->contains(meta_keys::protocol_version))) {
        // A client of an older era, on a server that serves none of it.
        const JsonView params = message.params.value_or(JsonView());
        return Unexpected(
            unsupported_version(served, params["protocolVersion"].as_string().value_or("")));
    }
    if (!meta || !meta->is_object()) {
        return Unexpected(RpcError::invalid_params("params._meta: required, but missing"));
    }
    RequestMetaPtr read = known_request_meta(*meta);
    const auto named = read ? Answer<std::string>(read->version) : named_version(*meta);
    if (!named) return Unexpected(named.error());

    if (gate) {
        if (auto refused = gate->revision(*named)) return Unexpected(*std::move(refused));
    }
    const auto revision = revision_from(*named);
    if (!revision || !(served & modern_revisions).contains(*revision)) {
        return Unexpected(unsupported_version(served, *named));
    }
    if (!serves(message.method, row, *revision, core)) {
        return Unexpected(RpcError::method_not_found(message.method));
    }
    if (gate) {
        if (auto refused = gate->params(message)) return Unexpected(*std::move(refused));
    }
    if (!read) {
        auto fresh = read_request_meta(*meta, *named, *revision);
        if (!fresh) return Unexpected(RpcError::invalid_params(fresh.error().within("_meta")));
        read = *std::move(fresh);
    }
    if (const auto& level = read->object.logLevel; level && !level->known()) {
        return Unexpected(RpcError::invalid_params(
            "params._meta[\"" + std::string(meta_keys::log_level) + "\"]: unknown"));
    }
    Admitted admitted;
    admitted.revision = *revision;
    admitted.meta = std::move(read);
    admitted.asks_input = row && row->input_required.contains(*revision);
    return admitted;
}

}  // namespace mcp::session
