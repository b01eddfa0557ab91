// See verify.hpp.
#include <generator/passes/verify.hpp>

#include <generator/support/schema_messages.hpp>

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace mcpgen {
namespace {

constexpr std::size_t max_members = 256;

class Verifier {
public:
    Verifier(const Model& model, Diagnostics& diagnostics)
        : model_(model), diagnostics_(diagnostics) {}

    void run() {
        for (const Declaration& declaration : model_.declarations) {
            if (const auto* record = std::get_if<Record>(&declaration)) check(*record);
            if (const auto* u = std::get_if<Union>(&declaration)) {
                for (const Alternative& alternative : u->alternatives)
                    check(alternative.type, u->where);
            }
            if (const auto* alias = std::get_if<Alias>(&declaration)) {
                check(alias->type, alias->where);
                check_circle(*alias);
            }
        }
        for (const Method& method : model_.methods) {
            if (method.params) check(*method.params, method.where);
            if (method.result) check(*method.result, method.where);
        }
    }

private:
    void check(const Record& record) {
        if (record.members.size() > max_members) {
            diagnostics_.error(record.where,
                               messages::too_many_members(record.name, record.members.size()));
        }
        for (const Member& member : record.members) {
            const bool constant = member.type.is(Type::Kind::constant);
            if (constant && member.optional() && !member.type.text.view().starts_with('"')) {
                diagnostics_.error(member.where, messages::not_supported(
                                                     "an optional constant that is not a string"));
            }
            if (!constant) check(member.type, member.where);
        }
    }

    void check(const Type& type, const Location& where) {
        using Kind = Type::Kind;
        switch (type.kind) {
            case Kind::null: unsupported(where, "a value that is always null"); break;
            case Kind::constant: unsupported(where, "a constant in this place"); break;
            case Kind::inline_record:
            case Kind::inline_union:
            case Kind::inline_enum:
            case Kind::intersection:
                unsupported(where, "`" + to_text(type) + "` in this place");
                break;
            case Kind::named:
                if (model_.find(type.text) == nullptr && !explained(type.text))
                    diagnostics_.error(where, messages::dangling_reference(type.text, ""));
                break;
            default: break;
        }
        for (const Type& argument : type.args) check(argument, where);
    }

    /// It is there, but no type, which follows from what was reported before.
    bool explained(std::string_view name) const {
        return diagnostics_.failed() &&
               std::any_of(model_.published.begin(), model_.published.end(),
                           [&](const Published& entry) { return entry.definition == name; });
    }

    /// A name for a type that leads back to the name over nothing but such names has no C++ form.
    void check_circle(const Alias& start) {
        std::vector<const Type*> open{&start.type};
        std::unordered_set<std::string_view> seen;
        while (!open.empty()) {
            const Type& type = *open.back();
            open.pop_back();
            for (const Type& argument : type.args) open.push_back(&argument);
            if (!type.is(Type::Kind::named) || !seen.insert(type.text).second) continue;
            if (type.text == start.name) {
                unsupported(start.where,
                            "`" + start.name + "`, which holds itself without a record between");
                return;
            }
            const Declaration* found = model_.find(type.text);
            const auto* alias = found == nullptr ? nullptr : std::get_if<Alias>(found);
            if (alias != nullptr && !harmless_.contains(alias->name)) open.push_back(&alias->type);
        }
        harmless_.insert(start.name);
    }

    void unsupported(const Location& where, const std::string& what) {
        diagnostics_.error(where, messages::not_supported(what));
    }

    const Model& model_;
    Diagnostics& diagnostics_;
    std::unordered_set<std::string_view>
        harmless_;  ///< aliases that reach no circle with themselves
};

}  // namespace

void verify(const Model& model, Diagnostics& diagnostics) { Verifier(model, diagnostics).run(); }

}  // namespace mcpgen
