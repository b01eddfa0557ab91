// Reading envelopes. The text is walked once, and nothing of it is copied when it is minified.
//
//   text --scan--> tokens --read_fields--> Fields --classify--> Envelope or BadMessage
#include "rpc/envelope.hpp"

#include "json/raw.hpp"
#include "json/text.hpp"
#include "json/walk.hpp"
#include "rpc/fields.hpp"
#include "util/give_back.hpp"

#include <iterator>
#include <utility>

namespace mcp::rpc {
namespace {

using detail::Cursor;
using detail::JsonAccess;
using detail::RawValue;
using detail::Scratch;
using enum Fields::Member;

constexpr std::size_t kept_text = std::size_t{256} * 1024;

[[gnu::cold]] BadMessage bad(std::string message, MessageId about = {}) {
    return {RpcError(error_code::invalid_request, std::move(message)), std::move(about)};
}

/// Why these members make no message.
[[gnu::cold]] BadMessage bad(const Fields& fields, std::string message) {
    const bool has_method = fields.has(method);
    BadMessage refused = bad(std::move(message));
    if (fields.has(id)) {
        if (auto read = MessageId::from(fields.view(id))) refused.id = *std::move(read);
    }
    refused.is_answer = !has_method && (fields.has(result) || fields.has(error));
    refused.is_notification = has_method && !fields.has(id);
    refused.may_be_answer = !has_method && !refused.is_answer && !refused.id.empty();
    return refused;
}

/// What these members make; `message` is a fresh one.
[[gnu::hot]] void classify(const Fields& fields, Result<Envelope, BadMessage>& message) {
    const auto refuse = [&](const char* why) { message = Unexpected(bad(fields, why)); };
    const bool has_method = fields.has(method);
    const bool is_answer = !has_method && (fields.has(result) || fields.has(error));
    Envelope& envelope = *message;
    bool id_is_bad = false;
    if (fields.has(id)) {
        auto read = MessageId::from(fields.view(id));
        id_is_bad = !read;
        if (read) envelope.id = *std::move(read);
    }

    if (!fields.has(jsonrpc)) return refuse("jsonrpc: it is missing");
    if (fields.text[jsonrpc] != "\"2.0\"" && fields.view(jsonrpc).as_string() != "2.0") {
        return refuse("jsonrpc: it must be \"2.0\"");
    }
    if (is_answer) {
        if (fields.has(result) && fields.has(error)) {
            return refuse("an answer has a result or an error, not both");
        }
        if (id_is_bad && !fields.is_null(id))
            return refuse("id: it must be a string or an integer");
        if (fields.has(result)) {
            if (envelope.id.empty()) return refuse("id: a result needs one");
            envelope.kind = Envelope::Kind::result;
            envelope.payload = fields.view(result);
        } else {
            if (!fields.is_object(error)) return refuse("error: it must be an object");
            envelope.kind = Envelope::Kind::error;
            envelope.payload = fields.view(error);
        }
        return;
    }

    if (id_is_bad) return refuse("id: it must be a string or an integer");
    if (!has_method) return refuse("method: it is missing");
    if (fields.text[method].front() != '"') return refuse("method: it must be a string");
    if (fields.has(result) || fields.has(error)) {
        return refuse("a message with a method has neither a result nor an error");
    }
    // Some peers write null for what they leave out.
    if (fields.has(params) && !fields.is_null(params)) {
        if (!fields.is_object(params)) return refuse("params: it must be an object");
        envelope.params = fields.view(params);
    }
    envelope.kind = fields.has(id) ? Envelope::Kind::request : Envelope::Kind::notification;
    envelope.method = fields.text[method].substr(1, fields.text[method].size() - 2);
    if (envelope.method.find('\\') != std::string_view::npos) {
        std::string plain;
        detail::append_unescaped(plain, envelope.method);
        envelope.plain_method = std::make_shared<const std::string>(std::move(plain));
        envelope.method = *envelope.plain_method;
    }
}

/// Whether text was refused that is JSON all the same, as far as it was read.
bool is_limit(const CodecError& failure, const JsonLimits& limits) {
    if (failure.expected == "every member once") return true;
    CodecError depth;
    detail::fail_depth({0, limits.max_depth}, depth);
    return failure.expected == depth.expected;
}

/// A look ahead at what could not be read, so that its sender gets an answer: nothing of it has
/// been checked, but for the tokens.
void look_for_id(const Cursor& cursor, BadMessage& message) {
    if (cursor.first(0) != '{') return;
    const auto has = [&](std::string_view name) { return cursor.find(0, name) < cursor.count(); };
    const std::uint32_t at = cursor.find(0, "id");
    if (at < cursor.count()) {
        const std::string_view text = cursor.token(at);
        const bool valid = text.front() == '"' ? detail::escapes_are_valid(cursor.content(at))
                                               : detail::is_number(text);
        if (valid) {
            message.id = MessageId::from(JsonAccess::view(text)).value_or(MessageId());
        }
    }
    const bool has_method = has("method");
    message.is_answer = !has_method && (has("result") || has("error"));
    message.is_notification = has_method && at >= cursor.count();
}

[[gnu::cold]] BadMessage unparsed(const CodecError& failure) {
    return {RpcError(error_code::parse_error, failure.message())};
}

/// What to say of a text whose tokens were found, but that is not as it should be.
[[gnu::cold]] BadMessage refused(const Cursor& cursor, const CodecError& failure,
                                 const JsonLimits& limits) {
    if (!is_limit(failure, limits)) return unparsed(failure);
    BadMessage message = bad(failure.message());
    if (failure.path != "id") look_for_id(cursor, message);
    return message;
}

}  // namespace

[[gnu::hot]] std::optional<JsonView> Envelope::param(std::string_view name) const {
    if (!params) return std::nullopt;
    return param_list ? param_list->find(*params, name) : params->find(name);
}

std::optional<JsonView> Envelope::meta(std::string_view name) const {
    return params_meta ? params_meta->find(name) : std::nullopt;
}

KeptEnvelope::KeptEnvelope(const Envelope& message) : method_(message.method), envelope_(message) {
    envelope_.method = method_;
    if (!message.params) return;
    params_ = message.params->text();
    envelope_.params = JsonAccess::view(params_);
    envelope_.param_list = nullptr;
    envelope_.params_meta = envelope_.param("_meta");
}

EnvelopeReader::EnvelopeReader(JsonLimits limits) : limits_(limits) {}
EnvelopeReader::~EnvelopeReader() = default;

[[gnu::hot]] Result<Envelope, BadMessage> EnvelopeReader::read(std::string_view text) {
    Result<Envelope, BadMessage> message;  // made where it is returned: envelopes are large
    if (text.size() > limits_.max_bytes) {
        message = Unexpected(too_large(text.substr(0, 1024)));
        return message;
    }
    if (minified_.capacity() > kept_text) detail::give_back(minified_);
    const detail::ScratchLease scratch;
    CodecError failure;
    if (!detail::scan_document(text, limits_.max_bytes, scratch->structure, failure)) {
        message = Unexpected(unparsed(failure));
        return message;
    }
    Cursor cursor(text, scratch->structure);
    scratch->keys.start(cursor);
    if (!read(cursor, *scratch, message, failure)) {
        message = Unexpected(refused(cursor, failure, limits_));
    }
    return message;
}

[[gnu::hot]] bool EnvelopeReader::read(Cursor& cursor, Scratch& scratch,
                                       Result<Envelope, BadMessage>& message, CodecError& failure) {
    if (cursor.peek() != '{') {
        RawValue whole;
        if (!detail::check_raw(cursor, scratch, {0, limits_.max_depth}, nullptr, whole, failure) ||
            !detail::check_end(cursor, failure)) {
            return false;
        }
        if (cursor.first(0) == '[') {
            message->kind = Envelope::Kind::batch;
            message->payload = minified(
                cursor, whole, cursor.between(cursor.begin_of(0), cursor.end_of(whole.last_token)));
        } else {
            message = Unexpected(bad("a message is an object"));
        }
        return true;
    }
    Fields fields;
    if (!read_fields(cursor, scratch, limits_, fields, param_list_, failure)) return false;
    classify(fields, message);
    if (!message) return true;
    // No message has more than one of these.
    const auto compact = [&](Fields::Member m) {
        return minified(cursor, fields.place[m], fields.text[m]);
    };
    if (message->params) {
        message->params = compact(params);
        if (fields.place[params].minified) message->param_list = &param_list_;
        message->params_meta = message->param("_meta");
    }
    if (message->kind == Envelope::Kind::result) message->payload = compact(result);
    if (message->kind == Envelope::Kind::error) message->payload = compact(error);
    return true;
}

[[gnu::hot]] JsonView EnvelopeReader::minified(const Cursor& cursor, const RawValue& value,
                                               std::string_view text) {
    if (!value.minified) {
        minified_ = detail::raw_text(cursor, value);
        text = minified_;
    }
    return JsonAccess::view(text);
}

Result<Envelope, BadMessage> EnvelopeReader::element(JsonView value) {
    Result<Envelope, BadMessage> message;
    if (!value.is_object()) {
        message = Unexpected(bad("a message is an object"));
        return message;
    }
    Fields fields;
    for (detail::Items items(value.text()); items.next();) {
        for (std::size_t m = 0; m < std::size(Fields::names); ++m) {
            if (items.named(Fields::names[m])) fields.text[m] = items.value();
        }
    }
    classify(fields, message);
    if (message) message->params_meta = message->param("_meta");
    return message;
}

}  // namespace mcp::rpc
