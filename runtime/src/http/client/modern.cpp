// Requests that say everything: their headers, and tools whose arguments are headers, too.
#include "http/client/link.hpp"

#include "http/header_value.hpp"
#include "http/headers.hpp"
#include "rpc/meta_keys.hpp"

#include <utility>

namespace mcp::http {

namespace {

constexpr std::size_t max_pages = 50;

/// Requests that change nothing, or nothing more when they are sent twice.
bool is_repeatable(std::string_view method) {
    return method != "tools/call" && !method.starts_with("tasks/") &&
           (method.ends_with("/list") || method.ends_with("/get") || method.ends_with("/read") ||
            method == "server/discover" || method == "resources/templates/list" ||
            method == "completion/complete" || method == "subscriptions/listen");
}

}  // namespace

void Link::send_modern(const rpc::Envelope& message, std::string_view text) {
    using Kind = rpc::Envelope::Kind;
    if (message.kind == Kind::request) {
        auto call = std::make_shared<Call>();
        call->id = message.id;
        call->wire_id = message.id;
        call->method = message.method;
        call->text = text;
        const auto version = message.meta(meta_keys::protocol_version);
        call->version = version ? version->as_string().value_or("") : std::string();
        if (!call->version.empty()) modern_version_ = call->version;
        calls_[call->id] = call;
        if (message.method != "tools/call" ||
            mirror(call, message.params ? *message.params : JsonView())) {
            post_modern(call, message);
        }
    } else if (message.kind != Kind::notification) {
        report("dropped an answer: servers ask nothing in this revision");
    } else if (message.method == "notifications/cancelled") {
        // Who closes the stream has said it all.
        const auto id =
            message.params ? MessageId::from((*message.params)["requestId"]) : std::nullopt;
        const CallPtr call = id ? find(*id) : nullptr;
        if (!call) return;
        call->given_up = true;
        stop(call->exchange);
        calls_.erase(call->id);
    } else {
        FetchRequest request = post(url_, text);
        request.reply_timeout = options_.prompt_timeout;
        if (!modern_version_.empty()) {
            request.headers.emplace_back(header::protocol_version, modern_version_);
        }
        request.headers.emplace_back(header::mcp_method, encode_value(message.method));
        start(For::modern_note, {}, std::move(request));
    }
}

void Link::post_modern(const CallPtr& call, const rpc::Envelope& message) {
    const std::string params(message.params ? message.params->text() : std::string_view());
    const bool as_it_is = call->wire_id == call->id;
    FetchRequest request =
        post(url_, as_it_is ? call->text : rpc::request_text(call->wire_id, call->method, params));
    request.repeatable = is_repeatable(call->method);
    request.headers.emplace_back(header::protocol_version, call->version);
    request.headers.emplace_back(header::mcp_method, encode_value(call->method));
    if (const std::string_view member = named_by(call->method); !member.empty()) {
        const JsonView name = message.params ? (*message.params)[member] : JsonView();
        if (const auto value = name.as_string()) {
            request.headers.emplace_back(header::mcp_name, encode_value(*value));
        }
    }
    for (const auto& field : call->mirrored) request.headers.push_back(field);
    start(For::modern_call, call, std::move(request));
}

/// Makes the headers of a call's arguments by the newest schema of its tool. False when an argument
/// can not be sent: the call has failed then.
bool Link::mirror(const CallPtr& call, JsonView params) {
    call->mirrored.clear();
    const auto name = params["name"].as_string();
    const auto tool = name ? tools_.find(*name) : tools_.end();
    if (tool == tools_.end()) return true;
    for (const MirroredParam& param : tool->second) {
        const auto argument = argument_at(params["arguments"], param);
        if (!argument) continue;
        if (const auto text = mirrored_text(*argument)) {
            call->mirrored.emplace_back(param.header, encode_value(*text));
        } else if (argument->is_number()) {
            fail(call, RpcError(Failure::invalid_argument,
                                "argument " + param.path.back() +
                                    ": it travels in a header, so it must be an integer between "
                                    "-(2^53-1) and 2^53-1"));
            return false;
        }
    }
    return true;
}

void Link::modern_answered(const CallPtr& call, const rpc::Envelope& message,
                           std::string_view text) {
    if (message.kind == rpc::Envelope::Kind::error) {
        const auto error = rpc::read_error(message.payload);
        error_answered(call, error.value_or(RpcError()));
    } else if (call->method == "tools/list") {
        answer(call, rpc::result_text(call->id, learn_tools(message.payload)));
    } else if (message.id == call->id) {
        answer(call, std::string(text));
    } else {
        answer(call, rpc::result_text(call->id, std::string(message.payload.text())));
    }
}

/// Keeps which arguments of which tools are headers. Gives the result without the tools that may
/// not be called.
std::string Link::learn_tools(JsonView result) {
    bool dropped = false;
    std::vector<Json> kept;
    for (const JsonView tool : result["tools"].elements()) {
        const auto name = tool["name"].as_string();
        auto params = mirrored_params(tool["inputSchema"]);
        if (!params) {
            report("tool " + name.value_or("without a name") + " is left out: " + params.error());
            if (name) tools_.erase(*name);
            dropped = true;
            continue;
        }
        kept.emplace_back(tool);
        if (!name) continue;
        if (params->empty()) {
            tools_.erase(*name);
        } else {
            tools_.insert_or_assign(*name, std::move(*params));
        }
    }
    if (!dropped) return std::string(result.text());
    JsonObject changed = detail::JsonAccess::object(std::string(result.text()));
    return changed.set("tools", Json::array(kept)).dump();
}

/// Headers that do not fit may be made by a schema that has changed: they are made again, once.
void Link::error_answered(const CallPtr& call, const RpcError& error) {
    std::string text = rpc::error_text(call->id, error);
    if (error.code == error_code::header_mismatch && call->method == "tools/call" &&
        !std::exchange(call->retried, true)) {
        stop(call->exchange);
        call->refusal = std::move(text);
        list_tools(call, {});
    } else {
        answer(call, std::move(text));
    }
}

void Link::modern_refused(const ExchangePtr& exchange) {
    const CallPtr call = exchange->call;
    const bool probe = call->method == "server/discover";
    const bool evidence = is_era_evidence(exchange->status);
    const auto error = error_in(*exchange);
    if (error && (evidence || (!probe && exchange->status >= 404))) {
        error_answered(call, *error);
        return;
    }
    RpcError why = refusal(*exchange);
    // An old server, for all that is known: it is not the way that failed.
    if (probe && evidence) why.failure = Failure::invalid_response;
    fail(call, std::move(why));
}

/// A page of the tools, to learn how a call's headers must be made.
void Link::list_tools(const CallPtr& call, const std::string& cursor) {
    ++call->pages;
    const auto original = reader_.read(call->text);
    JsonObject meta;
    if (original && original->params) {
        for (const JsonMember& member : (*original->params)["_meta"].members()) {
            if (!member.named("progressToken")) meta.set(member.name(), Json(member.value));
        }
    }
    JsonObject params{{"_meta", meta}};
    if (!cursor.empty()) params.set("cursor", cursor);
    const MessageId id("tools-" + std::to_string(++last_own_id_));
    FetchRequest request = post(url_, rpc::request_text(id, "tools/list", params.text()));
    request.repeatable = true;
    request.reply_timeout = options_.prompt_timeout;
    request.headers.emplace_back(header::protocol_version, call->version);
    request.headers.emplace_back(header::mcp_method, "tools/list");
    start(For::tools, call, std::move(request));
}

/// `message` is null when no answer has come.
void Link::tools_listed(const CallPtr& call, const rpc::Envelope* message) {
    if (!calls_.contains(call->id) || call->refusal.empty()) return;
    const std::string refusal = std::exchange(call->refusal, {});
    call->exchange = 0;
    if (!message || message->kind != rpc::Envelope::Kind::result) {
        answer(call, refusal);
        return;
    }
    (void)learn_tools(message->payload);
    const auto cursor = message->payload["nextCursor"].as_string();
    const Fields before = call->mirrored;
    const auto original = rpc::EnvelopeReader::element(detail::JsonAccess::view(call->text));
    if (!original || !mirror(call, original->params.value_or(JsonView()))) return;
    if (call->mirrored != before) {
        call->wire_id = MessageId("again-" + std::to_string(++last_own_id_));
        post_modern(call, *original);
    } else if (cursor && call->pages < max_pages) {
        call->refusal = refusal;
        list_tools(call, *cursor);
    } else {
        answer(call, refusal);
    }
}

}  // namespace mcp::http
