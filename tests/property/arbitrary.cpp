// See arbitrary.hpp: what rows and tables say about a value that is made.
#include <tests/property/arbitrary.hpp>

#include <tests/property/losses.hpp>
#include <tests/property/registry.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace mcp::testing {
namespace {

/// The row of the member that counts at the revision; else, for foreign values, one of another
/// revision.
const FieldRow* row_of(Arbitrary& a, const RecordInfo& info, void* record,
                       const MemberEntry& member) {
    const FieldRow* other = nullptr;
    const void* const at = member.at(record);
    for (std::size_t i = 0; i < info.row_count; ++i) {
        const FieldRow& row = info.rows[i];
        if (!row.at || row.at(record) != at) continue;
        if (row.in.contains(a.revision)) return &row;
        if (!other || a.random.coin()) other = &row;
    }
    return a.wanted.foreign ? other : nullptr;
}

Revision one_of(Random& random, Revisions set) {
    std::vector<Revision> all;
    for (unsigned i = 0; i < 32; ++i) {
        if (set.contains(static_cast<Revision>(i))) all.push_back(static_cast<Revision>(i));
    }
    return all.at(random.below(all.size()));
}

bool has_row(const RecordInfo& info, Revision revision, std::string_view name) {
    return std::any_of(info.rows, info.rows + info.row_count, [&](const FieldRow& row) {
        return row.name == name && row.in.contains(revision);
    });
}

/// Constants that rows of other revisions want the tag to be.
std::vector<std::string> foreign_tags(const UnionInfo& info, Revision revision) {
    std::vector<std::string> tags;
    for (std::size_t r = 0; r < info.row_count; ++r) {
        const AlternativeRow& row = info.rows[r];
        if (row.in.contains(revision)) continue;
        for (std::size_t c = 0; c < row.condition_count; ++c) {
            const Condition& condition = row.conditions[c];
            if (condition.op == Condition::equals && condition.path == info.tag) {
                tags.emplace_back(condition.constant);
            }
        }
    }
    for (std::size_t r = 0; r < info.row_count; ++r) {
        const AlternativeRow& row = info.rows[r];
        if (!row.in.contains(revision)) continue;
        for (std::size_t c = 0; c < row.condition_count; ++c) {
            const Condition& condition = row.conditions[c];
            if (condition.path == info.tag) std::erase(tags, std::string(condition.constant));
        }
    }
    return tags;
}

std::uint8_t kinds_of_value(JsonView value) {
    switch (value.kind()) {
        case JsonKind::null: return kind_null;
        case JsonKind::boolean: return kind_boolean;
        case JsonKind::number: return value.as_int64() ? kind_integer | kind_number : kind_number;
        case JsonKind::string: return kind_string;
        case JsonKind::array: return kind_array;
        case JsonKind::object: break;
    }
    return kind_object;
}

bool holds(const Condition& condition, JsonView value) {
    std::optional<JsonView> at = value;
    std::string_view path = condition.path;
    while (at && !path.empty()) {
        const std::size_t slash = path.find('/');
        at = at->find(path.substr(0, slash));
        path.remove_prefix(slash == std::string_view::npos ? path.size() : slash + 1);
    }
    if (condition.op == Condition::has) return at.has_value();
    if (condition.op == Condition::lacks) return !at.has_value();
    if (!at) return false;
    if (condition.op == Condition::is_kind) return (kinds_of_value(*at) & condition.kinds) != 0;
    if (condition.op == Condition::equals) return at->text() == condition.constant;
    return (" " + std::string(condition.constant) + " ")
               .find(" " + std::string(at->text()) + " ") != std::string::npos;
}

}  // namespace

std::size_t recognise(const UnionInfo& info, JsonView value, Revision revision) {
    for (std::size_t r = 0; r < info.row_count; ++r) {
        const AlternativeRow& row = info.rows[r];
        const bool is_it =
            row.in.contains(revision) &&
            std::all_of(row.conditions, row.conditions + row.condition_count,
                        [&](const Condition& condition) { return holds(condition, value); });
        if (is_it) return r;
    }
    return info.row_count;
}

bool tells_itself(const UnionInfo& info, std::size_t row, const void* held, Revision revision) {
    const AlternativeRow& chosen = info.rows[row];
    if (!chosen.record || !chosen.in.contains(revision)) return true;
    std::string text;
    CodecError error;
    if (!mcp::detail::encode_document(text, held, *chosen.type, revision, error)) return true;
    return recognise(info, Json::parse(text).value(), revision) == row;
}

std::size_t Arbitrary::count(const Bounds* bounds) {
    const std::size_t low = bounds ? bounds->min_items : 0;
    const std::size_t high = bounds ? bounds->max_items : std::numeric_limits<std::size_t>::max();
    if (deep()) return low;
    if (depth > 2) return std::clamp<std::size_t>(random.below(3), low, high);
    return random.count(low, high);
}

void make_record(Arbitrary& a, void* record, const RecordInfo& info, MemberList members) {
    const Place place = a.place;
    const Revision revision = a.revision;
    ++a.depth;
    for (const MemberEntry& member : members) {
        const FieldRow* const row = row_of(a, info, record, member);
        if (!row) continue;
        if (!row->in.contains(revision)) a.revision = one_of(a.random, row->in);
        const bool optional = row->type->present && !row->required.contains(a.revision);
        if (!optional || (!a.deep() && a.random.below(4) < a.fullness)) {
            a.place = {info.name, row->name};
            // `at` gives the address of what is about to be made.
            member.make(a, row->at(record), {row->bounds, row->type->kinds});
        }
        a.revision = revision;
    }
    --a.depth;
    a.place = place;
}

void make_extras(Arbitrary& a, Extras& extras, const RecordInfo& info) {
    if (info.closed.contains(a.revision) || a.deep() || !a.random.once_in(4)) return;
    const std::size_t count = a.random.count(1, 10);
    for (std::size_t i = 0; i < count; ++i) {
        std::string name = a.random.coin() ? a.random.word() : a.random.text();
        // What other revisions call a member is an ordinary name here.
        if (info.row_count != 0 && a.random.once_in(4))
            name = info.rows[a.random.below(info.row_count)].name;
        if (has_row(info, a.revision, name) || telling_names().contains(name)) continue;
        extras.set(name, Json::parse(arbitrary_json(a.random)).value());
    }
}

std::size_t choose_row(Arbitrary& a, const UnionInfo& info, bool has_integer) {
    const bool may_be_new = info.open && !info.tag.empty() && !a.wanted.published;
    if (may_be_new && a.random.once_in(8)) return info.row_count;
    std::vector<std::size_t> rows;
    for (std::size_t r = 0; r < info.row_count; ++r) {
        if (!a.wanted.foreign && !info.rows[r].in.contains(a.revision)) continue;
        const bool number = info.rows[r].type == &Codec<double>::ops && has_integer;
        if (number && a.wanted.published &&
            is_lost(Loss::numbers, a.wanted.revision, {info.name, {}}))
            continue;
        rows.push_back(r);
    }
    return rows.at(a.random.below(rows.size()));
}

Json unrecognized(Arbitrary& a, const UnionInfo& info) {
    std::string tag = spelled(a.random, "x-" + a.random.text());
    const std::vector<std::string> foreign = foreign_tags(info, a.revision);
    if (!foreign.empty() && a.random.coin()) tag = foreign[a.random.below(foreign.size())];
    Json json = Json::parse(arbitrary_json(a.random, JsonRange{.kinds = kind_object})).value();
    JsonObject object = json.as_object().value();
    object.set(info.tag, Json::parse(tag).value());
    return object;
}

std::size_t choose_enumerator(Arbitrary& a, const EnumInfo& info, std::string& unknown) {
    const bool any_text = info.open && (!a.wanted.published || is_any_text(info.name));
    std::vector<std::size_t> rows;
    std::vector<std::size_t> foreign;
    for (std::size_t r = 0; r < info.row_count; ++r) {
        (info.rows[r].in.contains(a.revision) ? rows : foreign).push_back(r);
    }
    if (rows.empty() || (any_text && a.random.once_in(5))) {
        unknown = !foreign.empty() && a.random.coin() ? std::string(info.rows[foreign.front()].text)
                                                      : a.random.text();
        const bool known = std::any_of(rows.begin(), rows.end(),
                                       [&](std::size_t r) { return info.rows[r].text == unknown; });
        if (!known) return info.row_count;
    }
    if (a.wanted.foreign) rows.insert(rows.end(), foreign.begin(), foreign.end());
    return rows.at(a.random.below(rows.size()));
}

Json make_json(Arbitrary& a, const Bounds* bounds, std::uint8_t kinds) {
    if (bounds) kinds &= bounds->kinds;
    const bool plain =
        a.wanted.published && is_lost(Loss::null_and_fractions, a.wanted.revision, a.place);
    const std::size_t depth = a.depth > 2 ? 3 : 1;
    const std::string text =
        bounds && bounds->shape
            ? arbitrary_json(a.random, *bounds->shape, plain, depth)
            : arbitrary_json(a.random, JsonRange{.kinds = kinds, .plain = plain}, depth);
    return Json::parse(text).value();
}

void Maker<std::int64_t>::make(Arbitrary& a, void* value, Limits limits) {
    auto& number = *static_cast<std::int64_t*>(value);
    const Bounds none;
    const Bounds& bounds = limits.bounds ? *limits.bounds : none;
    // The limits are doubles; those of 64 bits are the type's own.
    const auto limit = [](double of, std::int64_t own) {
        return std::abs(of) < 9.2e18 ? static_cast<std::int64_t>(of) : own;
    };
    number = a.random.integer(limit(bounds.minimum, std::numeric_limits<std::int64_t>::min()),
                              limit(bounds.maximum, std::numeric_limits<std::int64_t>::max()));
}

void Maker<double>::make(Arbitrary& a, void* value, Limits limits) {
    auto& number = *static_cast<double*>(value);
    const Bounds none;
    const Bounds& bounds = limits.bounds ? *limits.bounds : none;
    number = a.random.number(bounds.minimum, bounds.maximum);
    if ((bounds.kinds & kind_number) == 0)
        number = std::clamp(std::round(number), bounds.minimum, bounds.maximum);
}

}  // namespace mcp::testing
