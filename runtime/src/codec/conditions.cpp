// Which alternative of a union a value is: conditions, looked up ahead of the cursor without taking
// anything.
#include "codec/decoder.hpp"

namespace mcp::detail {
namespace {

/// Looks members up by path, each path once: the rows of a union mostly ask for the same one.
class Peek {
public:
    explicit Peek(const Cursor& cursor) : cursor_(cursor) {}

    /// The token of the value at `path`; `count()` when there is none.
    std::uint32_t at(std::string_view path) {
        if (path.empty()) return cursor_.index;
        for (std::size_t i = 0; i < used_; ++i) {
            if (same_text(found_[i].path, path)) return found_[i].token;
        }
        const std::uint32_t token = find(path);
        if (used_ < std::size(found_)) found_[used_++] = {path, token};
        return token;
    }

    bool holds(const Condition& condition) {
        const std::uint32_t token = at(condition.path);
        const bool there = token < cursor_.count();
        switch (condition.op) {
            case Condition::has: return there;
            case Condition::lacks: return !there;
            case Condition::equals:
                return there && is_constant(cursor_.token(token), condition.constant);
            case Condition::is_kind: return there && (kinds(token) & condition.kinds) != 0;
            case Condition::one_of:
                return there && is_one_of(cursor_.token(token), condition.constant);
        }
        return false;
    }

private:
    std::uint32_t find(std::string_view path) const {
        std::uint32_t token = cursor_.index;
        while (token < cursor_.count()) {
            const std::size_t slash = path.find('/');
            token = cursor_.find(token, path.substr(0, slash));
            if (slash == std::string_view::npos) break;
            path.remove_prefix(slash + 1);
        }
        return token;
    }

    std::uint8_t kinds(std::uint32_t token) const {
        const std::uint8_t set = kinds_of_first(cursor_.first(token));
        if ((set & kind_number) == 0 || is_integral(cursor_.token(token))) return set;
        return kind_number;
    }

    static bool is_one_of(std::string_view token, std::string_view constants) {
        while (!constants.empty()) {
            const std::size_t space = constants.find(' ');
            if (is_constant(token, constants.substr(0, space))) return true;
            constants.remove_prefix(space == std::string_view::npos ? constants.size() : space + 1);
        }
        return false;
    }

    struct Found {
        std::string_view path;
        std::uint32_t token = 0;
    };
    const Cursor& cursor_;
    Found found_[4];
    std::size_t used_ = 0;
};

/// Calls `visit` with every constant that a row of the revision wants the tag to be, until it says
/// true.
template <class Visit>
bool any_tag(const UnionInfo& info, Revision revision, Visit visit) {
    for (std::size_t r = 0; r < info.row_count; ++r) {
        const AlternativeRow& row = info.rows[r];
        if (!row.in.contains(revision)) continue;
        for (std::size_t c = 0; c < row.condition_count; ++c) {
            const Condition& condition = row.conditions[c];
            if (condition.path != info.tag) continue;
            if (condition.op == Condition::equals && visit(condition.constant)) return true;
            if (condition.op != Condition::one_of) continue;
            std::string_view rest = condition.constant;
            while (!rest.empty()) {
                const std::size_t space = rest.find(' ');
                if (visit(rest.substr(0, space))) return true;
                rest.remove_prefix(space == std::string_view::npos ? rest.size() : space + 1);
            }
        }
    }
    return false;
}

/// Digits alone, within 64 bits: what is written with a fraction or an exponent is kept as a number
/// where the union has both.
bool is_plain_int64(const Cursor& cursor) {
    const std::string_view token = cursor.token(cursor.index);
    return token.find_first_of(".eE") == std::string_view::npos && to_int64(token).has_value();
}

}  // namespace

std::size_t choose_alternative(const Decoder& decoder, const UnionInfo& info) {
    Peek peek(decoder.cursor);
    std::size_t only_integer = info.row_count;
    for (std::size_t r = 0; r < info.row_count; ++r) {
        const AlternativeRow& row = info.rows[r];
        if (!row.in.contains(decoder.revision)) continue;
        std::size_t c = 0;
        while (c < row.condition_count && peek.holds(row.conditions[c])) ++c;
        if (c != row.condition_count) continue;
        const bool last = r + 1 == info.row_count;
        if (last || row.type->kinds != kind_integer || is_plain_int64(decoder.cursor)) {
            return r;
        }
        only_integer = r;
    }
    return only_integer;
}

std::string tag_constants(const UnionInfo& info, Revision revision) {
    std::string text;
    std::size_t count = 0;
    any_tag(info, revision, [&](std::string_view constant) {
        if (text.find(constant) != std::string::npos) return false;
        if (count++ != 0) text += ", ";
        text += constant;
        return false;
    });
    return count > 1 ? "one of " + text : text;
}

bool is_known_tag(const UnionInfo& info, Revision revision, std::string_view token) {
    return any_tag(info, revision,
                   [token](std::string_view constant) { return is_constant(token, constant); });
}

}  // namespace mcp::detail
