// See merge.hpp. Declarations are merged by name, members by wire name, methods by wire name.
#include <generator/passes/merge.hpp>

#include <generator/passes/join.hpp>
#include <generator/support/schema_messages.hpp>

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace mcpgen {
namespace {

std::string kind_in_words(const Declaration& declaration) {
    static constexpr const char* names[] = {"a record", "a union", "an enumeration",
                                            "another name for "};
    std::string out = names[declaration.index()];
    if (const auto* alias = std::get_if<Alias>(&declaration)) out += to_text(alias->type);
    return out;
}

class Merger {
public:
    Merger(std::vector<Model> models, Diagnostics& diagnostics)
        : models_(std::move(models)), diagnostics_(diagnostics) {}

    Model run() {
        const Model& newest = models_.back();
        out_.revisions = newest.revisions;
        out_.extension = newest.extension;
        out_.space = newest.space;
        out_.base = newest.base;
        declarations();
        members();
        for (auto model = models_.rbegin(); model != models_.rend(); ++model) {
            for (Method& method : model->methods) add(method);
        }
        for (Model& model : models_) {
            out_.published.insert(out_.published.end(),
                                  std::make_move_iterator(model.published.begin()),
                                  std::make_move_iterator(model.published.end()));
        }
        for (Method& method : out_.methods) method.direction = direction_of(method);
        cover_uses();
        return std::move(out_);
    }

private:
    /// First the declarations with everything but the types of members: types are compared with all
    /// of them known.
    void declarations() {
        for (auto model = models_.rbegin(); model != models_.rend(); ++model) {
            for (Declaration& declaration : model->declarations) add(declaration, *model);
        }
    }

    /// Takes the declaration, or the parts of it that are new.
    void add(Declaration& declaration, const Model& from) {
        const std::size_t next = out_.declarations.size();
        const std::size_t place =
            index_.add(name_of(declaration), next, [this](std::size_t at) -> const std::string& {
                return name_of(out_.declarations[at]);
            });
        if (place == next) {
            forms_.emplace_back();
            if (auto* record = std::get_if<Record>(&declaration))
                forms_.back().push_back(std::exchange(record->members, {}));
            out_.declarations.push_back(std::move(declaration));
            return;
        }
        Declaration& known = out_.declarations[place];
        if (known.index() != declaration.index()) return add_other_kind(known, declaration, from);
        if (auto* record = std::get_if<Record>(&known)) {
            Record& older = std::get<Record>(declaration);
            extend(*record, older);
            forms_[place].push_back(std::move(older.members));
        }
        if (auto* u = std::get_if<Union>(&known)) extend(*u, std::get<Union>(declaration));
        if (auto* e = std::get_if<Enum>(&known)) extend(*e, std::get<Enum>(declaration));
        if (auto* alias = std::get_if<Alias>(&known)) {
            const Alias& older = std::get<Alias>(declaration);
            if (!same(alias->type, older.type)) clash(alias->name, known, declaration, from);
            alias->in |= older.in;
        }
    }

    /// A record may have been any object before.
    void add_other_kind(Declaration& known, const Declaration& older, const Model& from) {
        auto* record = std::get_if<Record>(&known);
        const auto* alias = std::get_if<Alias>(&older);
        if (record != nullptr && alias != nullptr && alias->type.is(Type::Kind::object)) {
            record->in |= alias->in;
            return;
        }
        clash(name_of(known), known, older, from);
    }

    void clash(const std::string& name, const Declaration& newer, const Declaration& older,
               const Model& from) {
        diagnostics_.error(
            location_of(newer),
            messages::no_merge("`" + name + "`", revision(from), kind_in_words(older),
                               out_.revisions[revisions_of(newer).newest()], kind_in_words(newer)));
    }

    std::string revision(const Model& model) const {
        return model.revisions[model.published.front().in.oldest()];
    }

    static void extend(Record& known, const Record& older) {
        known.in |= older.in;
        known.closed |= older.closed;
        if (known.doc.empty()) known.doc = older.doc;
    }

    static void extend(Union& known, const Union& older) {
        known.in |= older.in;
        extend(known.alternatives, older.alternatives,
               [](const Alternative& alternative) { return to_text(alternative.type); });
    }

    static void extend(Enum& known, const Enum& older) {
        known.in |= older.in;
        extend(known.values, older.values, [](const Enumerator& value) { return value.text; });
    }

    /// What is there already exists in more revisions now; the rest is added.
    template <class Things, class Key>
    static void extend(Things& known, const Things& older, const Key& key) {
        std::unordered_map<std::string, std::size_t> index;
        for (std::size_t i = 0; i < known.size(); ++i) index.emplace(key(known[i]), i);
        for (const auto& thing : older) {
            const auto [at, fresh] = index.emplace(key(thing), known.size());
            if (fresh)
                known.push_back(thing);
            else
                known[at->second].in |= thing.in;
        }
    }

    void members() {
        out_.reindex();
        for (std::size_t i = 0; i < out_.declarations.size(); ++i) {
            auto* record = std::get_if<Record>(&out_.declarations[i]);
            if (record == nullptr) continue;
            known_members_.clear();
            for (ThinList<Member>& form : forms_[i]) {  // newest first
                for (Member& member : form) add(*record, member);
            }
            forms_[i].clear();
        }
    }

    void add(Record& record, Member& member) {
        const auto [at, fresh] = known_members_.emplace(member.wire.view(), record.members.size());
        Member* known = fresh ? nullptr : &record.members[at->second];
        if (known == nullptr) {
            record.members.push_back(std::move(member));
            return;
        }
        const std::optional<Type> joined = join(known->type, member.type, out_);
        if (!joined) {
            diagnostics_.error(known->where,
                               messages::no_merge("`" + record.name + "." + member.wire + "`",
                                                  out_.revisions[member.in.newest()],
                                                  "`" + to_text(member.type) + "`",
                                                  out_.revisions[known->in.newest()],
                                                  "`" + to_text(known->type) + "`"));
            return;
        }
        keep_facets(*known, member);
        known->type = *joined;
        include(*joined, member.type, member.in);
        known->in |= member.in;
        known->required |= member.required;
        if (known->doc.empty()) known->doc = member.doc;
    }

    /// What the member looked like in each revision, before it gets the type that holds all of it.
    void keep_facets(Member& known, const Member& older) const {
        ThinList<Facet>& facets = known.facets;
        const Type& oldest = facets.empty() ? known.type : facets.front().type;
        const bool alike = same(without_aliases(oldest, out_), without_aliases(older.type, out_));
        if (facets.empty()) {
            if (alike) return;
            facets.push_back({known.in, known.type});
        }
        if (alike)
            facets.front().in |= older.in;
        else
            facets.insert(facets.begin(), {older.in, older.type});
    }

    void add(Method& method) {
        const auto [at, fresh] = methods_.emplace(method.wire, out_.methods.size());
        if (fresh) {
            out_.methods.push_back(std::move(method));
            return;
        }
        Method* found = &out_.methods[at->second];
        found->in |= method.in;
        found->from_client |= method.from_client;
        found->from_server |= method.from_server;
        found->params_required |= method.params_required;
        found->input_required |= method.input_required;
        if (found->doc.empty()) found->doc = method.doc;
        unify(found->params, method.params, *found, "params");
        unify(found->result, method.result, *found, "result");
    }

    static Direction direction_of(const Method& method) {
        if (method.from_server.empty()) return Direction::client_to_server;
        return method.from_client.empty() ? Direction::server_to_client : Direction::both;
    }

    void unify(std::optional<Type>& known, const std::optional<Type>& older, const Method& method,
               const char* what) {
        if (!older) return;
        if (!known) known = older;
        const std::optional<Type> joined = join(*known, *older, out_);
        if (joined) {
            known = joined;
            include(*joined, *older, method.in);
        } else {
            diagnostics_.error(
                method.where,
                messages::no_merge("`" + method.wire + "` " + what, "an older revision",
                                   to_text(*older), "the newest", to_text(*known)));
        }
    }

    /// Where an older revision had just one alternative of a union, the union has that alternative
    /// there.
    void include(const Type& joined, const Type& alone, Revisions in) {
        Declaration* found = joined.is(Type::Kind::named) && out_.own(joined.text)
                                 ? out_.find(joined.text)
                                 : nullptr;
        auto* u = found == nullptr ? nullptr : std::get_if<Union>(found);
        if (u == nullptr) return;
        for (Alternative& alternative : u->alternatives) {
            if (same(alternative.type, alone)) alternative.in |= in;
        }
    }

    /// A type exists wherever something that uses it does: a record that was "any object" before, a
    /// union that stood alone as one of its alternatives.
    void cover_uses() {
        for (Declaration& declaration : out_.declarations) {
            auto* record = std::get_if<Record>(&declaration);
            if (record == nullptr) continue;
            for (const Member& member : record->members) cover(member.type, member.in);
        }
        for (const Method& method : out_.methods) {
            if (method.params) cover(*method.params, method.in);
        }
    }

    void cover(const Type& type, Revisions in) {
        for (const Type& argument : type.args) cover(argument, in);
        Declaration* used = type.is(Type::Kind::named) ? out_.find(type.text) : nullptr;
        if (used != nullptr) std::visit([&](auto& d) { d.in |= in; }, *used);
    }

    std::vector<Model> models_;
    Diagnostics& diagnostics_;
    Model out_;
    NameIndex index_;  ///< of the declarations
    std::unordered_map<std::string, std::size_t> methods_;
    std::vector<std::vector<ThinList<Member>>> forms_;  ///< of each declaration
    std::unordered_map<std::string_view, std::size_t>
        known_members_;  ///< of the record being merged
};

}  // namespace

Model merge(std::vector<Model> models, Diagnostics& diagnostics) {
    return Merger(std::move(models), diagnostics).run();
}

}  // namespace mcpgen
