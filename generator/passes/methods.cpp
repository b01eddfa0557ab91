// See methods.hpp. Conventions of the protocol's schemas that this pass relies on: a message has a
// constant `method`; the unions ClientRequest, ServerRequest, ClientNotification and
// ServerNotification say who sends what; `XResultResponse` wraps the answer to `XRequest`;
// otherwise the answer is called `XResult`.
#include <generator/passes/methods.hpp>

#include <generator/passes/walk.hpp>
#include <generator/support/json_text.hpp>
#include <generator/support/schema_messages.hpp>

#include <algorithm>
#include <map>
#include <set>
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
        for (Published& published : model.published) {
            if (published.as == "type") published_.emplace(published.target, &published);
        }
    }

    void run() {
        drop_envelopes();
        read_directions();
        for (Declaration& declaration : model_.declarations) unwrap(std::get<Alias>(declaration));
        for (Declaration& declaration : model_.declarations) message(std::get<Alias>(declaration));
        keep_referenced();
        std::erase_if(model_.declarations,
                      [&](const Declaration& d) { return gone_.contains(name_of(d)); });
        model_.reindex();
    }

private:
    void publish(const std::string& definition, std::string as, const std::string& target) {
        const auto found = published_.find(definition);
        if (found == published_.end()) return;
        found->second->as = std::move(as);
        found->second->target = target;
    }

    void drop_envelopes() {
        overrides_.each("envelopes", here_, [&](Override& entry) {
            const std::string& name = entry.text("definition");
            if (model_.find(name) == nullptr) return false;
            gone_.insert(name);
            publish(name, "envelope", name);
            return true;
        });
    }

    void read_directions() {
        for (const std::string_view name : sent_by_client) senders(name, from_client_);
        for (const std::string_view name : sent_by_server) senders(name, from_server_);
        for (const std::string_view name : answers) retire(name);
        overrides_.each("directions", here_, [&](Override& entry) {
            if (model_.find(entry.text("message")) == nullptr) return false;
            const std::string& from = entry.text("from");
            if (from != "server") from_client_.insert(entry.text("message"));
            if (from != "client") from_server_.insert(entry.text("message"));
            return true;
        });
    }

    Alias* retire(std::string_view name) {
        if (!model_.own(name)) return nullptr;
        auto* alias = std::get_if<Alias>(model_.find(name));
        gone_.emplace(name);
        publish(std::string(name), "directions", std::string(name));
        return alias;
    }

    /// The messages that a union of messages lists; the union itself is then done with. A union of
    /// one message may be published as a copy of that message.
    void senders(std::string_view name, std::set<std::string, std::less<>>& out) {
        Alias* alias = retire(name);
        if (alias == nullptr) return;
        directed_ = true;
        const auto add = [&](Type& type) {
            if (type.is(Type::Kind::named))
                out.insert(type.text.str());
            else if (has_constant(type, "method"))
                out.insert(message_called(member(type, "method")->type.text, alias->name));
        };
        add(alias->type);
        for (Type& alternative : alias->type.args) add(alternative);
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
    void unwrap(Alias& alias) {
        if (gone_.contains(alias.name) || !has_constant(alias.type, "jsonrpc")) return;
        if (Member* result = member(alias.type, "result");
            result != nullptr && alias.name.ends_with("ResultResponse")) {
            const std::string request = without_suffix(alias.name, "ResultResponse") + "Request";
            responses_[request] = result->type;
            gone_.insert(alias.name);
            publish(alias.name, "response", request);
        } else if (Member* error = member(alias.type, "error");
                   error != nullptr && !has_constant(alias.type, "method")) {
            publish(alias.name, "error", alias.name);
            Type inner = std::move(error->type);
            alias.type = std::move(inner);
        }
    }

    void message(Alias& alias) {
        if (gone_.contains(alias.name) || !has_constant(alias.type, "method")) return;
        drop_envelope(alias.type);
        const bool from_client = from_client_.contains(alias.name);
        const bool from_server = from_server_.contains(alias.name);
        if (directed_ && !from_client && !from_server)
            return;  // content of another message, not a message

        Method method;
        method.wire = unquote_json(member(alias.type, "method")->type.text);
        method.definition = alias.name;
        method.doc = alias.doc;
        method.deprecated = alias.deprecated;
        method.notification = alias.name.ends_with("Notification");
        method.in = here_;
        const bool by_default_client = !method.notification;
        if (from_client || (!from_client && !from_server && by_default_client))
            method.from_client = here_;
        if (from_server || (!from_client && !from_server && !by_default_client))
            method.from_server = here_;
        method.where = alias.where;
        if (Member* params = member(alias.type, "params"); params != nullptr) {
            if (!params->type.is(Type::Kind::named))
                declare_params(alias.name, params->type, method.where);
            method.params = params->type;
            if (!params->required.empty()) method.params_required = here_;
        }
        if (!method.notification) result(method);
        publish(alias.name, "method", method.wire);
        const auto [at, fresh] = by_wire_.emplace(method.wire, alias.name);
        if (!fresh)
            diagnostics_.error(alias.where,
                               messages::method_clash(method.wire, at->second, alias.name));
        model_.methods.push_back(std::move(method));
        messages_.insert(alias.name);
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
        std::set<std::string, std::less<>> used;
        for (Declaration& declaration : model_.declarations) {
            auto& owner = std::get<Alias>(declaration);
            if (gone_.contains(owner.name) || messages_.contains(owner.name)) continue;
            walk_types(owner.type, [&](const Type& type) {
                if (type.is(Type::Kind::named)) used.insert(type.text.str());
            });
        }
        for (const std::string& name : messages_) {
            if (used.contains(name)) continue;
            gone_.insert(name);
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
    std::set<std::string, std::less<>> from_client_;
    std::set<std::string, std::less<>> from_server_;
    std::set<std::string, std::less<>> gone_;
    std::set<std::string, std::less<>> messages_;
    std::vector<Alias> params_;
    std::unordered_map<std::string, std::size_t> added_;
    std::unordered_map<std::string, std::string> by_wire_;
    std::unordered_map<std::string, Published*> published_;
    std::map<std::string, Type, std::less<>> responses_;
};

}  // namespace

void extract_methods(Model& model, Overrides& overrides, Diagnostics& diagnostics) {
    if (!model.published.empty()) Extractor(model, overrides, diagnostics).run();
}

}  // namespace mcpgen
