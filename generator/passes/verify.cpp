// See verify.hpp.
#include <generator/passes/verify.hpp>

#include <generator/support/schema_messages.hpp>

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
            if (const auto* alias = std::get_if<Alias>(&declaration))
                check(alias->type, alias->where);
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
            if (constant && member.optional() && !member.type.text.starts_with('"')) {
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
                if (model_.find(type.text) == nullptr) {
                    diagnostics_.error(where, messages::dangling_reference(type.text, ""));
                }
                break;
            default: break;
        }
        for (const Type& argument : type.args) check(argument, where);
    }

    void unsupported(const Location& where, const std::string& what) {
        diagnostics_.error(where, messages::not_supported(what));
    }

    const Model& model_;
    Diagnostics& diagnostics_;
};

}  // namespace

void verify(const Model& model, Diagnostics& diagnostics) { Verifier(model, diagnostics).run(); }

}  // namespace mcpgen
