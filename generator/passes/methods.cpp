// See methods.hpp. Conventions of the protocol's schemas that this pass relies on: a message has a
// constant `method`; the unions ClientRequest, ServerRequest, ClientNotification and
// ServerNotification say who sends what; `XResultResponse` wraps the answer to `XRequest`;
// otherwise the answer is called `XResult`.
#include <generator/passes/methods.hpp>

#include <generator/passes/walk.hpp>
#include <generator/support/json_text.hpp>
#include <generator/support/schema_messages.hpp>

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace mcpgen {
namespace {

constexpr std::string_view sent_by_client[] = {"ClientRequest", "ClientNotification"};
constexpr std::string_view sent_by_server[] = {"ServerRequest", "ServerNotification"};
constexpr std::string_view answers[] = {"ClientResult", "ServerResult"};
constexpr std::string_view input_required = "InputRequiredResult";

Member* member(Type& type, std::string_view wire) {
    const auto found = std::find_if(type.members.begin(), type.members.end(),
                                    [&](const Member& m) { return m.wire == wire; });
    return found == type.members.end() ? nullptr : &*found;
}

bool has_constant(Type& type, std::string_view wire) {
    const Member* found = member(type, wire);
    return found != nullptr && found->type.is(Type::Kind::constant);
}

void drop_envelope(Type& type) {
    erase_if(type.members, [](const Member& m) { return m.wire == "jsonrpc" || m.wire == "id"; });
}

std::string without_suffix(std::string_view name, std::string_view suffix) {
    return std::string(name.ends_with(suffix) ? name.substr(0, name.size() - suffix.size()) : name);
}

class Extractor {
public:
    Extractor(Model& model, Overrides& overrides, Diagnostics& diagnostics)
        : model_(model),
          overrides_(overrides),
          diagnostics_(diagnostics),
          here_(model.published.front().in) {
        parts_.resize(model.declarations.size());
        for (Published& published : model.published) {
            const std::size_t place =
                published.as == "type" ? model.place_of(published.target) : Model::nowhere;
            if (place != Model::nowhere) parts_[place].published = &published;
        }
    }

    void run() {
        drop_envelopes();
        read_directions();
        for (std::size_t i = 0; i < parts_.size(); ++i) unwrap(alias(i), parts_[i]);
        for (std::size_t i = 0; i < parts_.size(); ++i) message(alias(i), parts_[i]);
        keep_referenced();
        drop_gone();
    }

private:
    /// What a declaration is among the messages.
    struct Part {
        bool from_client = false;
        bool from_server = false;
        bool message = false;
        bool used = false;  ///< by a type that stays
        bool gone = false;  ///< is no declaration of the model any more
        Published* published = nullptr;
    };

    /// Those behind the parts were added here.
    void drop_gone() {
        std::vector<Declaration>& all = model_.declarations;
        std::size_t kept = 0;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (i < parts_.size() && parts_[i].gone) continue;
            if (kept != i) all[kept] = std::move(all[i]);
            ++kept;
        }
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(kept), all.end());
        model_.reindex();
    }

    Alias& alias(std::size_t place) { return std::get<Alias>(model_.declarations[place]); }

    /// Null for what is not declared here.
    Part* part(std::string_view name) {
        const std::size_t place = model_.place_of(name);
        return place == Model::nowhere ? nullptr : &parts_[place];
    }

    static void publish(const Part& part, std::string_view as, std::string_view target) {
        if (part.published == nullptr) return;
        part.published->as = as;
        part.published->target = target;
    }

    void drop_envelopes() {
        overrides_.each("envelopes", here_, [&](Override& entry) {
            const std::string_view name = entry.text("definition");
            Part* envelope = part(name);
            if (envelope == nullptr) return false;
            envelope->gone = true;
            publish(*envelope, "envelope", name);
            return true;
        });
    }

    void read_directions() {
        for (const std::string_view name : sent_by_client) senders(name, &Part::from_client);
        for (const std::string_view name : sent_by_server) senders(name, &Part::from_server);
        for (const std::string_view name : answers) retire(name);
        overrides_.each("directions", here_, [&](Override& entry) {
            Part* message = part(entry.text("message"));
            if (message == nullptr) return false;
            const std::string_view from = entry.text("from");
            if (from != "server") message->from_client = true;
            if (from != "client") message->from_server = true;
            return true;
        });
    }

    Alias* retire(std::string_view name) {
        const std::size_t place = model_.place_of(name);
        if (place == Model::nowhere) return nullptr;
        parts_[place].gone = true;
        publish(parts_[place], "directions", name);
        return &alias(place);
    }

    /// The messages that a union of messages lists; the union itself is then done with. A union of
    /// one message may be published as a copy of that message.
    void senders(std::string_view name, bool Part::*sends) {
        Alias* list = retire(name);
        if (list == nullptr) return;
        directed_ = true;
        const auto add = [&](Type& type) {
            Part* message = nullptr;
            if (type.is(Type::Kind::named))
                message = part(type.text);
            else if (has_constant(type, "method"))
                message = part(message_called(member(type, "method")->type.text, list->name));
            if (message != nullptr) message->*sends = true;
        };
        add(list->type);
        for (Type& alternative : list->type.args) add(alternative);
    }

    std::string message_called(std::string_view constant, const std::string& not_this) {
        for (Declaration& declaration : model_.declarations) {
            auto& alias = std::get<Alias>(declaration);
            if (alias.name != not_this && has_constant(alias.type, "method") &&
                member(alias.type, "method")->type.text.view() == constant) {
                return alias.name;
            }
        }
        return {};
    }

    /// `XResultResponse` only says what answers `XRequest`; an error response is its `error`.
    void unwrap(Alias& alias, Part& part) {
        if (part.gone || !has_constant(alias.type, "jsonrpc")) return;
        if (Member* result = member(alias.type, "result");
            result != nullptr && alias.name.ends_with("ResultResponse")) {
            const std::string request = without_suffix(alias.name, "ResultResponse") + "Request";
            responses_[request] = result->type;
            part.gone = true;
            publish(part, "response", request);
        } else if (Member* error = member(alias.type, "error");
                   error != nullptr && !has_constant(alias.type, "method")) {
            publish(part, "error", alias.name);
            Type inner = std::move(error->type);
            alias.type = std::move(inner);
        }
    }

    void message(Alias& alias, Part& part) {
        if (part.gone || !has_constant(alias.type, "method")) return;
        drop_envelope(alias.type);
        if (directed_ && !part.from_client && !part.from_server)
            return;  // content of another message, not a message

        Method method;
        method.wire = unquote_json(member(alias.type, "method")->type.text);
        method.definition = alias.name;
        method.doc = alias.doc;
        method.deprecated = alias.deprecated;
        method.notification = alias.name.ends_with("Notification");
        method.in = here_;
        const bool by_default_client = !method.notification;
        if (part.from_client || (!part.from_server && by_default_client))
            method.from_client = here_;
        if (part.from_server || (!part.from_client && !by_default_client))
            method.from_server = here_;
        method.where = alias.where;
        if (Member* params = member(alias.type, "params"); params != nullptr) {
            if (!params->type.is(Type::Kind::named))
                declare_params(alias.name, params->type, method.where);
            method.params = params->type;
            if (!params->required.empty()) method.params_required = here_;
        }
        if (!method.notification) result(method);
        publish(part, "method", method.wire);
        const auto [at, fresh] = by_wire_.emplace(method.wire, alias.name);
        if (!fresh)
            diagnostics_.error(alias.where,
                               messages::method_clash(method.wire, at->second, alias.name));
        model_.methods.push_back(std::move(method));
        part.message = true;
    }

    /// Gives params that are written in place a declaration of their own.
    void declare_params(const std::string& message, Type& params, const Location& where) {
        const std::string name = params.text.empty() ? message + "Params" : params.text.str();
        params.text = {};
        params_.push_back({name, params.doc, false, here_, std::move(params), where});
        params = Type::reference(name);
    }

    void result(Method& method) {
        const std::string stem = without_suffix(method.definition, "Request");
        if (const auto found = responses_.find(method.definition); found != responses_.end()) {
            Types choices = found->second.args;
            if (choices.empty()) choices.push_back(found->second);
            for (const Type& choice : choices) {
                if (choice.text == input_required)
                    method.input_required = here_;
                else
                    method.result = choice;
            }
        }
        overrides_.each("results", here_, [&](Override& entry) {
            if (entry.text("request") != method.definition) return false;
            method.result = Type::reference(entry.text("result"));
            return true;
        });
        if (!method.result && std::as_const(model_).find(stem + "Result") != nullptr) {
            method.result = Type::reference(stem + "Result");
        }
        if (!method.result || std::as_const(model_).find(method.result->text) == nullptr) {
            diagnostics_.error(method.where, messages::no_result(method.definition));
        }
    }

    /// Messages leave the declarations, unless a type that stays refers to them.
    void keep_referenced() {
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            if (parts_[i].gone || parts_[i].message) continue;
            walk_types(alias(i).type, [&](const Type& type) {
                Part* used = type.is(Type::Kind::named) ? part(type.text) : nullptr;
                if (used != nullptr) used->used = true;
            });
        }
        for (Part& part : parts_) {
            if (part.message && !part.used) part.gone = true;
        }
        for (Alias& alias : params_) add(std::move(alias));
        model_.reindex();
    }

    void add(Alias alias) {
        const auto [at, fresh] = added_.emplace(alias.name, model_.declarations.size());
        Declaration* found = fresh ? (model_.own(alias.name) ? model_.find(alias.name) : nullptr)
                                   : &model_.declarations[at->second];
        if (found == nullptr) {
            model_.declarations.emplace_back(std::move(alias));
        } else if (!same(std::get<Alias>(*found).type, alias.type)) {
            diagnostics_.error(alias.where, messages::name_taken(alias.name, "another definition"));
        }
    }

    Model& model_;
    Overrides& overrides_;
    Diagnostics& diagnostics_;
    Revisions here_;
    bool directed_ = false;
    std::vector<Part> parts_;  ///< of each declaration
    std::vector<Alias> params_;
    std::unordered_map<std::string, std::size_t> added_;
    std::unordered_map<std::string, std::string> by_wire_;
    std::unordered_map<std::string, Type> responses_;
};

}  // namespace

void extract_methods(Model& model, Overrides& overrides, Diagnostics& diagnostics) {
    if (!model.published.empty()) Extractor(model, overrides, diagnostics).run();
}

}  // namespace mcpgen
