// See order.hpp.
#include <generator/passes/order.hpp>

#include <algorithm>
#include <tuple>

namespace mcpgen {
namespace {

/// Calls `visit(type)` for every declaration that `type` names. `by_value`: only where C++ holds it in place.
template <class T, class Visit>
void uses(T& type, bool by_value, const Visit& visit) {
    if (type.is(Type::Kind::named)) {
        if (!by_value || !type.boxed) visit(type);
        return;
    }
    const bool indirect =
        type.is(Type::Kind::array) || type.is(Type::Kind::map) || type.is(Type::Kind::one_or_many);
    if (by_value && indirect) return;
    for (auto& argument : type.args) uses(argument, by_value, visit);
}

template <class D, class Visit>
void uses_of(D& declaration, bool by_value, const Visit& visit) {
    std::visit(
        [&](auto& d) {
            using T = std::decay_t<decltype(d)>;
            if constexpr (std::is_same_v<T, Record>) {
                for (auto& member : d.members) uses(member.type, by_value, visit);
            } else if constexpr (std::is_same_v<T, Union>) {
                for (auto& alternative : d.alternatives) uses(alternative.type, by_value, visit);
            } else if constexpr (std::is_same_v<T, Alias>) {
                uses(d.type, by_value, visit);
            }
        },
        declaration);
}

enum class Mark : std::uint8_t { fresh, open, done };

/// Depth-first over what is held in place; an edge back to an open declaration is boxed.
class CycleBreaker {
public:
    explicit CycleBreaker(Model& model) : model_(model) {}

    void run() {
        for (const Declaration& declaration : model_.declarations)
            names_.push_back(name_of(declaration));
        for (std::size_t i = 0; i < names_.size(); ++i) index_.emplace(names_[i], i);
        marks_.assign(names_.size(), Mark::fresh);
        for (std::size_t i = 0; i < names_.size(); ++i) visit(i);
    }

private:
    void visit(std::size_t at) {
        if (marks_[at] != Mark::fresh) return;
        marks_[at] = Mark::open;
        uses_of(model_.declarations[at], true, [&](Type& type) {
            const auto target = index_.find(type.text);
            if (target == index_.end()) return;
            if (marks_[target->second] == Mark::open)
                type.boxed = true;
            else
                visit(target->second);
        });
        marks_[at] = Mark::done;
    }

    Model& model_;
    std::vector<std::string> names_;
    std::unordered_map<std::string, std::size_t> index_;
    std::vector<Mark> marks_;
};

/// Depth-first by name. What is held in place always comes first; what is held in a list comes first unless it
/// holds the list's owner in place.
class Sorter {
public:
    explicit Sorter(Model& model) : model_(model) {}

    std::vector<Declaration> run() {
        const std::size_t count = model_.declarations.size();
        std::vector<std::size_t> by_name(count);
        for (std::size_t i = 0; i < count; ++i) {
            by_name[i] = i;
            index_.emplace(name_of(model_.declarations[i]), i);
        }
        std::sort(by_name.begin(), by_name.end(), [&](std::size_t a, std::size_t b) {
            return name_of(model_.declarations[a]) < name_of(model_.declarations[b]);
        });
        marks_.assign(count, Mark::fresh);
        sorted_.reserve(count);
        for (const std::size_t at : by_name) place(at);
        return std::move(sorted_);
    }

private:
    template <class Visit>
    void each_use(std::size_t at, bool by_value, const Visit& visit) {
        uses_of(model_.declarations[at], by_value, [&](Type& type) {
            if (const auto found = index_.find(type.text); found != index_.end())
                visit(found->second);
        });
    }

    void place(std::size_t at) {
        if (marks_[at] != Mark::fresh) return;
        marks_[at] = Mark::open;
        each_use(at, true, [&](std::size_t used) { place(used); });
        each_use(at, false, [&](std::size_t used) {
            if (!holds_open(used)) place(used);
        });
        marks_[at] = Mark::done;
        sorted_.push_back(model_.declarations[at]);
    }

    bool holds_open(std::size_t at) {
        if (marks_[at] != Mark::fresh) return marks_[at] == Mark::open;
        marks_[at] = Mark::done;  // for the time of this search: look at each once
        bool found = false;
        each_use(at, true, [&](std::size_t used) { found = found || holds_open(used); });
        marks_[at] = Mark::fresh;
        return found;
    }

    Model& model_;
    std::unordered_map<std::string, std::size_t> index_;
    std::vector<Mark> marks_;
    std::vector<Declaration> sorted_;
};

void order_members(Record& record, const std::vector<std::string>& names) {
    // Names after the mark go to the end, in their order; names not listed stand at the mark.
    const auto mark = std::find(names.begin(), names.end(), "...");
    const auto key = [&](const Member& member) {
        auto place = std::find(names.begin(), names.end(), member.wire);
        if (place == names.end()) place = mark;
        const bool constant = member.type.is(Type::Kind::constant) && !member.optional();
        const bool initialized =
            member.optional() || member.default_value.has_value() || member.in != record.in;
        return std::tuple(!constant, initialized, place - names.begin(),
                          std::string_view(member.wire));
    };
    std::stable_sort(record.members.begin(), record.members.end(),
                     [&](const Member& a, const Member& b) { return key(a) < key(b); });
}

}  // namespace

void break_cycles(Model& model) { CycleBreaker(model).run(); }

void order(Model& model, const std::vector<std::string>& names) {
    for (Declaration& declaration : model.declarations) {
        if (auto* record = std::get_if<Record>(&declaration)) order_members(*record, names);
    }
    model.declarations = Sorter(model).run();
    model.reindex();
    std::stable_sort(model.methods.begin(), model.methods.end(),
                     [](const Method& a, const Method& b) { return a.wire < b.wire; });
    std::stable_sort(
        model.published.begin(), model.published.end(), [](const Published& a, const Published& b) {
            return std::tuple(a.definition, a.in.bits()) < std::tuple(b.definition, b.in.bits());
        });
}

}  // namespace mcpgen
