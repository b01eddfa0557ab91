// See negatives.hpp.
#include <tests/negative/negatives.hpp>

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace mcp::testing {
namespace {

/// The path of something, seen from around it.
std::string within(std::string_view member, std::string path) {
    CodecError error{.path = std::move(path)};
    return error.within(member).path;
}
std::string within(std::size_t index, std::string path) {
    CodecError error{.path = std::move(path)};
    return error.within(index).path;
}

Json json(std::string_view text) { return Json::parse(text).value(); }

std::uint8_t kinds_at(const UnionInfo& info, Revision revision) {
    unsigned kinds = 0;
    for (std::size_t r = 0; r < info.row_count; ++r) {
        if (info.rows[r].in.contains(revision)) kinds |= info.rows[r].type->kinds;
    }
    return static_cast<std::uint8_t>(kinds);
}

/// What the type can be at the revision, where the bindings know more than its C++ type says.
std::uint8_t narrowed(std::uint8_t kinds, const std::type_info& type, Revision revision) {
    const TypeEntry* const entry = find_type(type);
    return entry && entry->alternatives ? kinds & kinds_at(*entry->alternatives, revision) : kinds;
}

std::string number(double value) { return std::string(Json(value).text()); }

/// All negatives of one record at one revision.
class RecordNegatives {
public:
    RecordNegatives(const TypeEntry& type, Revision revision)
        : type_(type),
          info_(*type.record),
          revision_(revision),
          random_(1, type.name, static_cast<unsigned>(revision)) {
        const auto text = write(full(type, random_, revision), revision);
        if (!text) throw std::runtime_error(std::string(type.name) + ": " + text.error().message());
        good_ = JsonObject::parse(*text).value();
    }

    std::vector<Negative> own() {
        for_each_row([&](const FieldRow& row, const MemberEntry* member) {
            if (row.required.contains(revision_)) missing(row);
            if (!member) return constant(row);
            kinds(row, *member);
            limits(row, *member);
            elements(row, *member);
        });
        if (info_.closed.contains(revision_)) add(Fault::unknown, "no such member", "1");
        return std::move(all_);
    }

    std::vector<Negative> nested() {
        for_each_row([&](const FieldRow& row, const MemberEntry* member) {
            const TypeEntry* const held = member ? find_type(*member->held) : nullptr;
            if (!held || !(held->record || held->alternatives)) return;
            for (Negative& negative : negatives_of(*held, revision_)) embed(row, *member, negative);
        });
        return std::move(all_);
    }

    std::vector<std::string> nulls() {
        std::vector<std::string> documents;
        for_each_row([&](const FieldRow& row, const MemberEntry* member) {
            if (!member || row.required.contains(revision_) || (row.type->kinds & kind_null))
                return;
            documents.emplace_back(JsonObject(good_).set(row.name, nullptr).text());
        });
        return documents;
    }

private:
    template <class Visit>
    void for_each_row(Visit visit) {
        const Value value(type_);
        for (std::size_t i = 0; i < info_.row_count; ++i) {
            const FieldRow& row = info_.rows[i];
            if (!row.in.contains(revision_)) continue;
            const MemberEntry* stored = nullptr;
            for (const MemberEntry& member : type_.members) {
                if (row.at && row.at(value.get()) == member.at(value.get())) stored = &member;
            }
            visit(row, stored);
        }
    }

    /// The good document with another value for one member; `below` is where in that value the
    /// fault is.
    void add(Fault fault, std::string_view member, std::string_view value, std::string below = {}) {
        JsonObject document = good_;
        document.set(member, json(value));
        all_.push_back({fault, document.dump(), within(member, std::move(below))});
    }

    void missing(const FieldRow& row) {
        JsonObject document = good_;
        if (!document.erase(row.name)) throw std::runtime_error("a required member is not written");
        all_.push_back({Fault::missing, document.dump(), within(row.name, {})});
    }

    void constant(const FieldRow& row) {
        for (const Kind kind : every_kind) {
            if (kind == kind_null && !row.required.contains(revision_)) continue;
            if (sample_of(kind) != row.constant) add(Fault::constant, row.name, sample_of(kind));
        }
    }

    /// The limits of the value itself, without the optional around it.
    static const Bounds& limits_of(const FieldRow& row) {
        static constexpr Bounds none{};
        const Bounds* const bounds =
            row.type->present ? mcp::detail::inner_bounds(row.bounds) : row.bounds;
        return bounds ? *bounds : none;
    }

    void kinds(const FieldRow& row, const MemberEntry& member) {
        std::uint8_t allowed = row.type->kinds & limits_of(row).kinds;
        if (member.form == Form::plain) allowed = narrowed(allowed, *member.held, revision_);
        for (const Kind kind : every_kind) {
            if ((allowed & kind) != 0 || (kind == kind_integer && (allowed & kind_number) != 0))
                continue;
            if (kind == kind_null && !row.required.contains(revision_)) continue;
            add(Fault::kind, row.name, sample_of(kind));
        }
        if (!member.constant.empty()) add(Fault::constant, row.name, sample_of(kind_string));
    }

    void limits(const FieldRow& row, const MemberEntry& member) {
        static constexpr Bounds none{};
        const Bounds& bounds = limits_of(row);
        if (bounds.minimum != none.minimum) add(Fault::bound, row.name, number(bounds.minimum - 1));
        if (bounds.maximum != none.maximum) add(Fault::bound, row.name, number(bounds.maximum + 1));
        if (bounds.max_items != none.max_items)
            add(Fault::bound, row.name, list(member, bounds.max_items + 1));
        if (bounds.min_items != 0) add(Fault::bound, row.name, list(member, bounds.min_items - 1));
        if (bounds.shape) shape(row, *bounds.shape);
    }

    /// A list of good elements.
    std::string list(const MemberEntry& member, std::size_t count) {
        const TypeEntry* const held = find_type(*member.held);
        std::string text = "[";
        for (std::size_t i = 0; i < count; ++i) {
            if (i != 0) text += ',';
            if (held) {
                text += write(full(*held, random_, revision_), revision_).value();
            } else {
                const auto* const kind =
                    std::find_if(std::begin(every_kind), std::end(every_kind),
                                 [&](Kind k) { return (member.held_kinds & k) != 0; });
                text += sample_of(*kind);
            }
        }
        return text + ']';
    }

    void elements(const FieldRow& row, const MemberEntry& member) {
        if (member.form == Form::plain) return;
        const bool one_only =
            member.form == Form::one_or_many && (row.type->kinds & kind_array) == 0;
        if (one_only) return;
        const std::uint8_t allowed = narrowed(member.held_kinds, *member.held, revision_);
        for (const Kind kind : every_kind) {
            if ((allowed & kind) != 0 || (kind == kind_integer && (allowed & kind_number) != 0))
                continue;
            if (member.form == Form::map) {
                add(Fault::element, row.name, R"({"some-name":)" + sample_of(kind) + '}',
                    within("some-name", {}));
            } else {
                add(Fault::element, row.name, '[' + sample_of(kind) + ']',
                    within(std::size_t{0}, {}));
            }
        }
    }

    void shape(const FieldRow& row, const Shape& wanted) {
        const JsonObject good = JsonObject::parse(arbitrary_json(random_, wanted)).value();
        for (std::size_t i = 0; i < wanted.member_count; ++i) {
            const ShapeMember& member = wanted.members[i];
            const std::string path = within(member.name, {});
            if (member.required) {
                JsonObject without = good;
                without.erase(member.name);
                add(Fault::shape, row.name, without.text(), path);
            }
            if (!member.shape) continue;
            for (const Kind kind : every_kind) {
                const bool allowed =
                    member.shape->constant.empty() && (member.shape->kinds & kind) != 0;
                if (!allowed)
                    add(Fault::shape, row.name,
                        JsonObject(good).set(member.name, json(sample_of(kind))).text(), path);
                const Shape* const each = member.shape->each;
                if (!each || (each->kinds & kind) != 0) continue;
                const bool array = (member.shape->kinds & kind_array) != 0;
                const std::string inside =
                    array ? '[' + sample_of(kind) + ']' : R"({"x":)" + sample_of(kind) + '}';
                add(Fault::shape, row.name, JsonObject(good).set(member.name, json(inside)).text(),
                    within(member.name, array ? within(std::size_t{0}, {}) : within("x", {})));
            }
        }
    }

    void embed(const FieldRow& row, const MemberEntry& member, const Negative& negative) {
        const auto put = [&](const std::string& value, std::string path) {
            add(negative.fault, row.name, value, std::move(path));
            all_.back().kept = negative.kept;
        };
        const bool lists = (row.type->kinds & kind_array) != 0;
        if (member.form == Form::map) {
            put(R"({"a b":)" + negative.document + '}', within("a b", negative.path));
        } else if (member.form != Form::plain && lists) {
            put('[' + negative.document + ']', within(std::size_t{0}, negative.path));
        }
        if (member.form == Form::plain || member.form == Form::one_or_many)
            put(negative.document, negative.path);
    }

    const TypeEntry& type_;
    const RecordInfo& info_;
    const Revision revision_;
    Random random_;
    JsonObject good_;
    std::vector<Negative> all_;
};

/// What the fault in an alternative is, seen from the union; nothing when it makes the document
/// another's.
std::optional<Negative> seen_from(const UnionInfo& info, std::size_t row, Negative negative,
                                  Revision revision) {
    const Json document = json(negative.document);
    const std::size_t now = recognise(info, document, revision);
    if (now == row) return negative;
    if (now != info.row_count) return std::nullopt;
    const auto tag = info.tag.empty() ? std::nullopt : document.find(info.tag);
    const bool about_the_tag = !info.tag.empty() && negative.path == within(info.tag, {});
    negative.kept = info.open && about_the_tag && tag && tag->is_string();
    // Which alternative was meant cannot be said without the tag; without another member it is none
    // of them.
    if (!about_the_tag) negative.path.clear();
    return negative;
}

}  // namespace

std::vector<Negative> negatives_of(const TypeEntry& type, Revision revision) {
    std::vector<Negative> all;
    if (type.record && type.record->in.contains(revision))
        all = RecordNegatives(type, revision).own();
    if (!type.alternatives) return all;
    const UnionInfo& info = *type.alternatives;
    for (std::size_t r = 0; r < info.row_count; ++r) {
        const TypeEntry* const held = find_type(*type.held_types[r]);
        if (!info.rows[r].in.contains(revision) || !held || !held->record) continue;
        for (Negative& negative : RecordNegatives(*held, revision).own()) {
            if (auto seen = seen_from(info, r, std::move(negative), revision))
                all.push_back(*std::move(seen));
        }
    }
    return all;
}

std::vector<Negative> nested_negatives_of(const TypeEntry& record, Revision revision) {
    return RecordNegatives(record, revision).nested();
}

std::vector<std::string> nulls_of(const TypeEntry& record, Revision revision) {
    return RecordNegatives(record, revision).nulls();
}

}  // namespace mcp::testing
