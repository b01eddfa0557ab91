// Reading envelopes. The text is walked once: the outermost object here, member by member, and what
// its members hold by the check of json/raw.hpp. Nothing is copied when the text is minified.
//
//   text --scan--> tokens --members--> Fields --classify--> Envelope or BadMessage
#include "rpc/envelope.hpp"

#include "json/raw.hpp"
#include "json/text.hpp"
#include "json/walk.hpp"
#include "util/give_back.hpp"

#include <utility>

namespace mcp::rpc {
namespace {

using detail::Cursor;
using detail::JsonAccess;
using detail::RawValue;
using detail::Scratch;

constexpr std::size_t kept_text = std::size_t{256} * 1024;

enum Member : std::uint8_t { jsonrpc, id, method, params, result, error, member_count };

constexpr std::string_view member_names[] = {"jsonrpc", "id",     "method",
                                             "params",  "result", "error"};

/// The members that make a message, as they are written; null data when one is not there.
struct Fields {
    std::string_view text[member_count]{};

    bool has(Member m) const { return text[m].data() != nullptr; }
    bool is_object(Member m) const { return has(m) && text[m].front() == '{'; }
    bool is_null(Member m) const { return text[m] == "null"; }
    JsonView view(Member m) const { return JsonAccess::view(text[m]); }
};

Member member_called(std::string_view name) {
    for (std::size_t m = 0; m < member_count; ++m) {
        if (detail::same_text(name, member_names[m])) return static_cast<Member>(m);
    }
    return member_count;
}

/// Checks the value at the cursor and moves behind it. Strings are most of what an envelope has.
bool read_value(Cursor& cursor, Scratch& scratch, const detail::Depth& depth, RawValue& value,
                CodecError& failure) {
    if (cursor.peek() != '"') {
        return detail::check_raw(cursor, scratch, depth, nullptr, value, failure);
    }
    const std::string_view content = cursor.content(cursor.index);
    if (cursor.has_backslash(content) && !detail::escapes_are_valid(content)) {
        failure = {{}, "valid escapes", detail::quote_token(cursor, cursor.index)};
        return false;
    }
    value = {cursor.index, cursor.index, true};
    ++cursor.index;
    return true;
}

/// Reads the object at the cursor. `read(name, plain)` reads the value of the member `name`, which
/// is `plain` when it was written without escapes. On failure fills `failure`, whose path starts at
/// the object.
template <class Read>
bool read_object(Cursor& cursor, Scratch& scratch, CodecError& failure, Read read) {
    const auto fail = [&](std::string_view expected) {
        failure = {{}, std::string(expected), detail::describe_token(cursor, cursor.index)};
        return false;
    };
    detail::ObjectNames names = scratch.keys.open();
    ++cursor.index;
    if (cursor.peek() == '}') {
        ++cursor.index;
        return true;
    }
    for (;;) {
        if (cursor.peek() != '"') return fail("a member name");
        std::uint32_t token = cursor.index;
        std::string_view name = cursor.content(token);
        const bool plain = !cursor.has_backslash(name);
        if (!plain) {
            if (!detail::escapes_are_valid(name)) return fail("valid escapes");
            token = scratch.keys.keep(name);
            name = scratch.keys.text_of(token);
        }
        if (!scratch.keys.add(names, token, name)) {
            failure = {{}, "every member once", "it twice"};
            failure.within(name);
            return false;
        }
        ++cursor.index;
        if (cursor.peek() != ':') return fail("\":\"");
        ++cursor.index;

        if (!read(name, plain)) {
            failure.within(name);
            return false;
        }
        const char mark = cursor.peek();
        if (mark != ',' && mark != '}') return fail("\",\" or \"}\"");
        ++cursor.index;
        if (mark == '}') break;
    }
    if (const std::string_view twice = scratch.keys.close(names); twice.data()) {
        failure = {{}, "every member once", "it twice"};
        failure.within(twice);
        return false;
    }
    return true;
}

std::string_view text_of(const Cursor& cursor, const RawValue& value) {
    return cursor.between(cursor.begin_of(value.first_token), cursor.end_of(value.last_token));
}

/// Whether there is white space behind token `i`.
bool has_gap_behind(const Cursor& cursor, std::uint32_t i) {
    return detail::is_space(cursor.data()[cursor.begin_of(i + 1) - 1]);
}

/// The `_meta` that this thread has checked last. Clients send the same with every request, and
/// what was checked need not be checked again.
struct CheckedMeta {
    static constexpr std::size_t longest = 2048;

    std::string text{};
    std::uint32_t tokens = 0;
    std::size_t max_depth = 0;

    bool is_at(const Cursor& cursor, const JsonLimits& limits) const {
        return tokens != 0 && max_depth == limits.max_depth && cursor.rest().starts_with(text);
    }
    void keep(std::string_view checked, const RawValue& value, const JsonLimits& limits) {
        if (!value.minified || checked.size() > longest || checked.front() != '{') return;
        text = checked;
        tokens = value.last_token - value.first_token + 1;
        max_depth = limits.max_depth;
    }
};
thread_local CheckedMeta checked_meta;

/// As `read_value`, for the member `_meta` of params.
bool read_meta(Cursor& cursor, Scratch& scratch, const JsonLimits& limits, RawValue& value,
               CodecError& failure) {
    if (checked_meta.is_at(cursor, limits)) {
        value = {cursor.index, cursor.index + checked_meta.tokens - 1, true};
        cursor.index += checked_meta.tokens;
        return true;
    }
    if (!read_value(cursor, scratch, {2, limits.max_depth}, value, failure)) return false;
    checked_meta.keep(text_of(cursor, value), value, limits);
    return true;
}

/// As `read_value`, for an object whose members go to `list`.
bool read_params(Cursor& cursor, Scratch& scratch, const JsonLimits& limits, RawValue& value,
                 MemberList& list, CodecError& failure) {
    const std::uint32_t first = cursor.index;
    bool gaps = false;
    list.start(cursor.data() + cursor.begin_of(first));
    const auto read_member = [&](std::string_view name, bool plain) {
        const std::uint32_t i = cursor.index;  // before it: mark, name, colon
        gaps = gaps || has_gap_behind(cursor, i - 3) || has_gap_behind(cursor, i - 2) ||
               has_gap_behind(cursor, i - 1);
        RawValue member;
        const bool good = name == "_meta"
                              ? read_meta(cursor, scratch, limits, member, failure)
                              : read_value(cursor, scratch, {2, limits.max_depth}, member, failure);
        if (!good) return false;
        gaps = gaps || !member.minified || has_gap_behind(cursor, member.last_token);
        if (plain) {
            list.add(name, text_of(cursor, member));
        } else {
            list.give_up();
        }
        return true;
    };
    if (!read_object(cursor, scratch, failure, read_member)) return false;
    const std::uint32_t last = cursor.index - 1;
    if (last == first + 1) gaps = has_gap_behind(cursor, first);
    value = {first, last, !gaps};
    return true;
}

/// Reads the object at the cursor, which is the whole message: `values` gets where its members are,
/// one for each Member.
bool read_members(Cursor& cursor, Scratch& scratch, const JsonLimits& limits, RawValue values[],
                  Fields& fields, MemberList& param_list, CodecError& failure) {
    const bool good = read_object(cursor, scratch, failure, [&](std::string_view name, bool) {
        const Member m = member_called(name);
        RawValue value;
        const bool looks_inside = m == params && cursor.peek() == '{' && limits.max_depth > 1;
        if (looks_inside ? !read_params(cursor, scratch, limits, value, param_list, failure)
                         : !read_value(cursor, scratch, {1, limits.max_depth}, value, failure)) {
            return false;
        }
        if (m == member_count) return true;
        fields.text[m] = text_of(cursor, value);
        values[m] = value;
        return true;
    });
    return good && detail::check_end(cursor, failure);
}

BadMessage bad(std::string message, MessageId about = {}) {
    return {RpcError(error_code::invalid_request, std::move(message)), std::move(about)};
}

/// What these members make.
Result<Envelope, BadMessage> classify(const Fields& fields) {
    const bool has_method = fields.has(method);
    const bool is_answer = !has_method && (fields.has(result) || fields.has(error));
    Envelope envelope;
    bool id_is_bad = false;
    if (fields.has(id)) {
        if (auto read = MessageId::from(fields.view(id))) {
            envelope.id = *std::move(read);
        } else {
            id_is_bad = true;
        }
    }
    const auto refuse = [&](std::string message) {
        BadMessage refused = bad(std::move(message), std::move(envelope.id));
        refused.is_answer = is_answer;
        refused.is_notification = has_method && !fields.has(id);
        refused.may_be_answer = !has_method && !is_answer && !refused.id.empty();
        return Unexpected(std::move(refused));
    };

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
        return envelope;
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
    return envelope;
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

}  // namespace

std::optional<JsonView> Envelope::param(std::string_view name) const {
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

Result<Envelope, BadMessage> EnvelopeReader::read(std::string_view text) {
    if (text.size() > limits_.max_bytes) return Unexpected(too_large(text.substr(0, 1024)));
    if (minified_.capacity() > kept_text) detail::give_back(minified_);

    const detail::ScratchLease scratch;
    CodecError failure;
    const auto unparsed = [&] {
        return Unexpected(BadMessage{RpcError(error_code::parse_error, failure.message())});
    };
    if (!detail::scan_document(text, limits_.max_bytes, scratch->structure, failure)) {
        return unparsed();
    }
    Cursor cursor(text, scratch->structure);
    scratch->keys.start(cursor);
    const auto refused = [&]() -> Result<Envelope, BadMessage> {
        if (!is_limit(failure, limits_)) return unparsed();
        BadMessage message = bad(failure.message());
        if (failure.path != "id") look_for_id(Cursor(text, scratch->structure), message);
        return Unexpected(std::move(message));
    };
    const auto minified = [&](const RawValue& value) {
        if (value.minified) {
            return JsonAccess::view(text_of(cursor, value));
        }
        minified_ = detail::raw_text(cursor, value);
        return JsonAccess::view(minified_);
    };

    if (cursor.peek() == '{') {
        RawValue values[member_count];
        Fields fields;
        param_list_.clear();
        if (!read_members(cursor, *scratch, limits_, values, fields, param_list_, failure)) {
            return refused();
        }
        auto envelope = classify(fields);
        if (!envelope) return envelope;
        // No message has more than one of these.
        if (envelope->params) {
            envelope->params = minified(values[params]);
            if (values[params].minified) envelope->param_list = &param_list_;
            envelope->params_meta = envelope->param("_meta");
        }
        if (envelope->kind == Envelope::Kind::result) envelope->payload = minified(values[result]);
        if (envelope->kind == Envelope::Kind::error) envelope->payload = minified(values[error]);
        return envelope;
    }
    RawValue whole;
    if (!detail::check_raw(cursor, *scratch, {0, limits_.max_depth}, nullptr, whole, failure) ||
        !detail::check_end(cursor, failure)) {
        return refused();
    }
    if (cursor.first(0) != '[') return Unexpected(bad("a message is an object"));
    Envelope batch;
    batch.kind = Envelope::Kind::batch;
    batch.payload = minified(whole);
    return batch;
}

Result<Envelope, BadMessage> EnvelopeReader::element(JsonView value) {
    if (!value.is_object()) return Unexpected(bad("a message is an object"));
    Fields fields;
    for (detail::Items items(value.text()); items.next();) {
        for (std::size_t m = 0; m < member_count; ++m) {
            if (items.named(member_names[m])) fields.text[m] = items.value();
        }
    }
    auto envelope = classify(fields);
    if (envelope) envelope->params_meta = envelope->param("_meta");
    return envelope;
}

}  // namespace mcp::rpc
