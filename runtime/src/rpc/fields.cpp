// The walk over a message: the outermost object and its params here, member by member, and what
// their members hold by the check of json/raw.hpp.
#include "rpc/fields.hpp"

namespace mcp::rpc {
namespace {

using detail::Cursor;
using detail::RawValue;
using detail::Scratch;

/// A value that was checked, and its text.
struct Found {
    RawValue place{};
    std::string_view text{};
};

Fields::Member member_called(std::string_view name) {
    const auto if_called = [name](Fields::Member m) {
        return detail::same_text(name, Fields::names[m]) ? m : Fields::member_count;
    };
    switch (name.size()) {
        case 2: return if_called(Fields::id);
        case 5: return if_called(Fields::error);
        case 6:
            if (name[0] == 'm') return if_called(Fields::method);
            return if_called(name[0] == 'p' ? Fields::params : Fields::result);
        case 7: return if_called(Fields::jsonrpc);
        default: return Fields::member_count;
    }
}

bool is_digits(std::string_view text) {
    if (text.front() == '0') return text.size() == 1;
    for (const char c : text) {
        if (c < '0' || c > '9') return false;
    }
    return true;
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
    void keep(const Found& checked, const JsonLimits& limits) {
        const bool worth_it = checked.place.minified && checked.text.size() <= longest;
        if (!worth_it || checked.text.front() != '{') return;
        text = checked.text;
        tokens = checked.place.last_token - checked.place.first_token + 1;
        max_depth = limits.max_depth;
    }
};
thread_local CheckedMeta checked_meta;

/// One walk over both objects, the message and its params.
class FieldWalk {
public:
    FieldWalk(const Cursor& begin, Scratch& scratch, const JsonLimits& limits, Fields& fields,
              MemberList& param_list, CodecError& failure)
        : cursor_(begin),
          scratch_(scratch),
          limits_(limits),
          fields_(fields),
          param_list_(param_list),
          failure_(failure) {
        param_list_.clear();
    }

    bool run() {
        if (walk()) return true;
        if (in_params_) failure_.within(Fields::names[Fields::params]);
        return false;
    }

private:
    bool walk() {
        bool empty = open(names_);
        for (;;) {
            if (!empty) {
                if (!read_name()) return false;
                if (begins_params()) {
                    empty = enter_params();
                    if (!empty) continue;
                } else if (!read_member()) {
                    failure_.within(name_);
                    return false;
                }
            }
            empty = false;
            while (cursor_.peek() == '}') {
                ++cursor_.index;
                if (!close(in_params_ ? param_names_ : names_)) return false;
                if (!in_params_) return detail::check_end(cursor_, failure_);
                leave_params();
            }
            if (cursor_.peek() != ',') return fail("\",\" or \"}\"");
            gaps_ |= cursor_.pass_mark();
        }
    }

    /// Moves into the object at the cursor; says whether nothing is in it.
    bool open(detail::ObjectNames& names) {
        names = scratch_.keys.open();
        gaps_ |= cursor_.pass_mark();
        return cursor_.peek() == '}';
    }
    bool close(const detail::ObjectNames& names) {
        const std::string_view twice = scratch_.keys.close(names);
        return !twice.data() || fail_twice(twice);
    }

    /// The next name, and the colon behind it.
    bool read_name() {
        if (cursor_.peek() != '"') return fail("a member name");
        name_ = cursor_.content(cursor_.index);
        std::uint32_t token = cursor_.index;
        plain_ = !cursor_.has_backslash(name_);
        if (!plain_) {
            if (!detail::escapes_are_valid(name_)) return fail("valid escapes");
            token = scratch_.keys.keep(name_);
            name_ = scratch_.keys.text_of(token);
        }
        member_ = in_params_ ? Fields::member_count : member_called(name_);
        const bool known = member_ != Fields::member_count;
        detail::ObjectNames& names = in_params_ ? param_names_ : names_;
        if (known ? fields_.has(member_) : !scratch_.keys.add(names, token, name_)) {
            return fail_twice(name_);
        }
        gaps_ |= cursor_.gap_behind(cursor_.index);
        ++cursor_.index;
        if (cursor_.peek() != ':') return fail("\":\"");
        gaps_ |= cursor_.pass_mark();
        return true;
    }

    bool begins_params() const {
        return member_ == Fields::params && cursor_.peek() == '{' && limits_.max_depth > 1;
    }
    /// As `open`.
    bool enter_params() {
        in_params_ = true;
        params_begin_ = cursor_.index;
        param_list_.start(cursor_.data() + cursor_.begin_of(params_begin_));
        gaps_ = 0;
        return open(param_names_);
    }
    void leave_params() {
        in_params_ = false;
        const std::uint32_t last = cursor_.index - 1;
        fields_.place[Fields::params] = {params_begin_, last, gaps_ == 0};
        fields_.text[Fields::params] = text_of(params_begin_, last);
    }

    /// The value behind `name_`.
    bool read_member() {
        Found found;
        if (in_params_ && name_ == "_meta") {
            if (!read_meta(found)) return false;
        } else if (!read_value(found)) {
            return false;
        }
        if (in_params_) {
            gaps_ |= found.place.minified ? cursor_.gap_behind(found.place.last_token) : 1;
            if (plain_) {
                param_list_.add(name_, found.text);
            } else {
                param_list_.give_up();
            }
        } else if (member_ != Fields::member_count) {
            fields_.text[member_] = found.text;
            fields_.place[member_] = found.place;
        }
        return true;
    }

    /// Checks the value at the cursor and moves behind it. Short ways for strings and plain
    /// numbers, which are most of what an envelope has.
    bool read_value(Found& found) {
        const std::uint32_t at = cursor_.index;
        const char first = cursor_.peek();
        const bool string = first == '"';
        if (string || (first >= '0' && first <= '9')) {
            found = {{at, at, true}, cursor_.token(at)};
            if (string ? is_plain(found.text) : is_digits(found.text)) {
                ++cursor_.index;
                return true;
            }
        }
        return check_value(found);
    }
    bool is_plain(std::string_view string) {
        return !cursor_.has_backslash(string.substr(1, string.size() - 2));
    }
    bool check_value(Found& found) {
        const detail::Depth depth{in_params_ ? 2U : 1U, limits_.max_depth};
        if (!detail::check_raw(cursor_, scratch_, depth, nullptr, found.place, failure_)) {
            return false;
        }
        found.text = text_of(found.place.first_token, found.place.last_token);
        return true;
    }
    bool read_meta(Found& found) {
        if (!checked_meta.is_at(cursor_, limits_)) {
            if (!check_value(found)) return false;
            checked_meta.keep(found, limits_);
            return true;
        }
        const std::uint32_t behind = cursor_.index + checked_meta.tokens;
        found = {{cursor_.index, behind - 1, true}, text_of(cursor_.index, behind - 1)};
        cursor_.index = behind;
        return true;
    }

    std::string_view text_of(std::uint32_t first, std::uint32_t last) const {
        return cursor_.between(cursor_.begin_of(first), cursor_.end_of(last));
    }

    [[gnu::cold]] bool fail(std::string_view expected) const {
        failure_ = {{}, std::string(expected), detail::describe_token(cursor_, cursor_.index)};
        return false;
    }
    [[gnu::cold]] bool fail_twice(std::string_view name) const {
        failure_ = {{}, "every member once", "it twice"};
        failure_.within(name);
        return false;
    }

    Cursor cursor_;
    Scratch& scratch_;
    const JsonLimits& limits_;
    Fields& fields_;
    MemberList& param_list_;
    CodecError& failure_;

    detail::ObjectNames names_{};
    detail::ObjectNames param_names_{};
    bool in_params_ = false;
    std::uint32_t params_begin_ = 0;
    std::uint32_t gaps_ = 0;  ///< not zero: white space between the tokens of params

    // The member that is being read:
    std::string_view name_{};
    bool plain_ = true;  ///< the name has no escapes
    Fields::Member member_ = Fields::member_count;
};

}  // namespace

[[gnu::hot]] bool read_fields(const Cursor& begin, Scratch& scratch, const JsonLimits& limits,
                              Fields& fields, MemberList& param_list, CodecError& failure) {
    return FieldWalk(begin, scratch, limits, fields, param_list, failure).run();
}

}  // namespace mcp::rpc
