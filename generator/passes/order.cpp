// See order.hpp.
#include <generator/passes/order.hpp>

#include <algorithm>
#include <numeric>
#include <tuple>
#include <unordered_map>

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

/// Which declarations name which, as numbers. Walks over it keep their own stack: a schema may chain
/// more definitions than the machine's stack has room for.
class Graph {
public:
    struct Use {
        std::size_t target;
        Type* type;
    };

    explicit Graph(Model& model) : model_(model) {
        for (std::size_t i = 0; i < model.declarations.size(); ++i)
            index_.emplace(name_of(model.declarations[i]), i);
    }

    std::size_t size() const { return model_.declarations.size(); }

    std::vector<Use> uses_of(std::size_t at, bool by_value) const {
        std::vector<Use> out;
        mcpgen::uses_of(model_.declarations[at], by_value, [&](Type& type) {
            if (const auto found = index_.find(type.text); found != index_.end())
                out.push_back({found->second, &type});
        });
        return out;
    }

private:
    Model& model_;
    std::unordered_map<std::string, std::size_t> index_;
};

/// Depth-first over what is held in place; an edge back to an open declaration is boxed.
class CycleBreaker {
public:
    explicit CycleBreaker(Model& model) : graph_(model), marks_(graph_.size(), Mark::fresh) {}

    void run() {
        for (std::size_t i = 0; i < graph_.size(); ++i) {
            if (marks_[i] == Mark::fresh) visit(i);
        }
    }

private:
    struct Frame {
        std::size_t at;
        std::vector<Graph::Use> uses;
        std::size_t next = 0;
    };

    void open(std::vector<Frame>& stack, std::size_t at) {
        marks_[at] = Mark::open;
        stack.push_back({at, graph_.uses_of(at, true)});
    }

    void visit(std::size_t start) {
        std::vector<Frame> stack;
        open(stack, start);
        while (!stack.empty()) {
            Frame& top = stack.back();
            if (top.next == top.uses.size()) {
                marks_[top.at] = Mark::done;
                stack.pop_back();
                continue;
            }
            const Graph::Use use = top.uses[top.next++];
            if (marks_[use.target] == Mark::open)
                use.type->boxed = true;
            else if (marks_[use.target] == Mark::fresh)
                open(stack, use.target);
        }
    }

    Graph graph_;
    std::vector<Mark> marks_;
};

/// Depth-first by name. What is held in place always comes first; what is held in a list comes first unless it
/// holds the list's owner in place.
class Sorter {
public:
    explicit Sorter(Model& model)
        : model_(model),
          graph_(model),
          marks_(graph_.size(), Mark::fresh),
          searched_(graph_.size(), 0) {}

    std::vector<Declaration> run() {
        std::vector<std::size_t> by_name(graph_.size());
        std::iota(by_name.begin(), by_name.end(), std::size_t{0});
        std::sort(by_name.begin(), by_name.end(), [&](std::size_t a, std::size_t b) {
            return name_of(model_.declarations[a]) < name_of(model_.declarations[b]);
        });
        sorted_.reserve(graph_.size());
        for (const std::size_t at : by_name) {
            if (marks_[at] == Mark::fresh) place(at);
        }
        return std::move(sorted_);
    }

private:
    struct Frame {
        std::size_t at;
        std::vector<Graph::Use> uses;  ///< first those by value, then all
        std::size_t by_value;          ///< how many are by value
        std::size_t next = 0;
    };

    void open(std::vector<Frame>& stack, std::size_t at) {
        marks_[at] = Mark::open;
        std::vector<Graph::Use> uses = graph_.uses_of(at, true);
        const std::size_t by_value = uses.size();
        const std::vector<Graph::Use> all = graph_.uses_of(at, false);
        uses.insert(uses.end(), all.begin(), all.end());
        stack.push_back({at, std::move(uses), by_value});
    }

    void place(std::size_t start) {
        std::vector<Frame> stack;
        open(stack, start);
        while (!stack.empty()) {
            Frame& top = stack.back();
            if (top.next == top.uses.size()) {
                marks_[top.at] = Mark::done;
                sorted_.push_back(std::move(model_.declarations[top.at]));
                stack.pop_back();
                continue;
            }
            const bool in_place = top.next < top.by_value;
            const std::size_t used = top.uses[top.next++].target;
            if (marks_[used] == Mark::fresh && (in_place || !holds_open(used))) open(stack, used);
        }
    }

    /// Does `start` hold, in place, something that is being placed?
    bool holds_open(std::size_t start) {
        ++search_;  // each declaration is looked at once in a search
        std::vector<std::size_t> rest{start};
        while (!rest.empty()) {
            const std::size_t at = rest.back();
            rest.pop_back();
            if (marks_[at] == Mark::open) return true;
            if (marks_[at] == Mark::done || searched_[at] == search_) continue;
            searched_[at] = search_;
            for (const Graph::Use& use : graph_.uses_of(at, true)) rest.push_back(use.target);
        }
        return false;
    }

    Model& model_;
    Graph graph_;
    std::vector<Mark> marks_;
    std::vector<std::size_t> searched_;
    std::size_t search_ = 0;
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
