// See order.hpp.
#include <generator/passes/order.hpp>

#include <algorithm>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace mcpgen {
namespace {

/// Calls `visit(type, by_value)` for every declaration that `type` names. By value: C++ holds it in
/// place.
template <class Visit>
void uses(Type& type, bool by_value, const Visit& visit) {
    if (type.is(Type::Kind::named)) return visit(type, by_value && !type.boxed);
    const bool indirect =
        type.is(Type::Kind::array) || type.is(Type::Kind::map) || type.is(Type::Kind::one_or_many);
    for (Type& argument : type.args) uses(argument, by_value && !indirect, visit);
}

template <class Visit>
void uses_of(Declaration& declaration, const Visit& visit) {
    std::visit(
        [&](auto& d) {
            using T = std::decay_t<decltype(d)>;
            if constexpr (std::is_same_v<T, Record>) {
                for (Member& member : d.members) uses(member.type, true, visit);
            } else if constexpr (std::is_same_v<T, Union>) {
                for (Alternative& alternative : d.alternatives) uses(alternative.type, true, visit);
            } else if constexpr (std::is_same_v<T, Alias>) {
                uses(d.type, true, visit);
            }
        },
        declaration);
}

enum class Mark : std::uint8_t { fresh, open, done };

/// Which declarations name which, as numbers: looked up once, for walks that come by often. They
/// keep their own stack: a schema may chain more definitions than the machine's stack has room for.
class Graph {
public:
    struct Use {
        std::size_t target;
        Type* type;
        bool by_value;
    };

    explicit Graph(Model& model) : model_(model) {
        const auto name_at = [&](std::size_t at) -> const std::string& {
            return name_of(model.declarations[at]);
        };
        NameIndex index;
        index.reset(size());
        for (std::size_t i = 0; i < size(); ++i) index.add(name_at(i), i, name_at);
        first_.reserve(size() + 1);
        for (Declaration& declaration : model.declarations) {
            first_.push_back(uses_.size());
            mcpgen::uses_of(declaration, [&](Type& type, bool by_value) {
                const std::size_t target = index.find(type.text, name_at);
                if (target != NameIndex::nowhere) uses_.push_back({target, &type, by_value});
            });
        }
        first_.push_back(uses_.size());
    }

    std::size_t size() const { return model_.declarations.size(); }
    bool is_union(std::size_t at) const {
        return std::holds_alternative<Union>(model_.declarations[at]);
    }
    bool is_alias(std::size_t at) const {
        return std::holds_alternative<Alias>(model_.declarations[at]);
    }

    /// In this order the result does not depend on that of the document.
    std::vector<std::size_t> by_name() const {
        std::vector<std::size_t> out(size());
        std::iota(out.begin(), out.end(), std::size_t{0});
        std::sort(out.begin(), out.end(), [&](std::size_t a, std::size_t b) {
            return name_of(model_.declarations[a]) < name_of(model_.declarations[b]);
        });
        return out;
    }

    /// All, or those by value.
    std::vector<Use> uses_of(std::size_t at, bool by_value) const {
        std::vector<Use> out;
        for (std::size_t i = first_[at]; i < first_[at + 1]; ++i) {
            if (!by_value || uses_[i].by_value) out.push_back(uses_[i]);
        }
        return out;
    }

private:
    Model& model_;
    std::vector<Use> uses_;           // of one declaration after the other
    std::vector<std::size_t> first_;  // of each declaration in `uses_`; and where they end
};

/// Goes down first, without recursion. `enter(at)` makes a frame, which has the place, its uses and
/// the `next` of them; `step(stack)` takes that one and says where to go for it, if anywhere;
/// `leave(at)` comes when there are no more.
template <class Enter, class Step, class Leave>
void depth_first(std::size_t start, std::vector<Mark>& marks, Enter enter, Step step, Leave leave) {
    std::vector<decltype(enter(start))> stack;
    const auto open = [&](std::size_t at) {
        marks[at] = Mark::open;
        stack.push_back(enter(at));
    };
    open(start);
    while (!stack.empty()) {
        auto& top = stack.back();
        if (top.next == top.uses.size()) {
            marks[top.at] = Mark::done;
            leave(top.at);
            stack.pop_back();
        } else if (const std::optional<std::size_t> into = step(stack)) {
            open(*into);
        }
    }
}

/// Depth-first by name over what is held in place; a way back to an open declaration gets a box.
class CycleBreaker {
public:
    explicit CycleBreaker(Model& model) : graph_(model), marks_(graph_.size(), Mark::fresh) {}

    void run() {
        for (const std::size_t at : graph_.by_name()) {
            if (marks_[at] == Mark::fresh) visit(at);
        }
    }

private:
    struct Frame {
        std::size_t at;
        std::vector<Graph::Use> uses;
        std::size_t next = 0;
    };

    void visit(std::size_t start) {
        depth_first(
            start, marks_,
            [&](std::size_t at) {
                return Frame{at, graph_.uses_of(at, true)};
            },
            [&](std::vector<Frame>& stack) -> std::optional<std::size_t> {
                const Graph::Use use = stack.back().uses[stack.back().next++];
                if (marks_[use.target] == Mark::open) box(stack, use);
                if (marks_[use.target] != Mark::fresh) return std::nullopt;
                return use.target;
            },
            [](std::size_t) {});
    }

    /// Boxes one place on the circle that `last` closes. An alternative in a box would be in every
    /// user's way, and a box around an alias would need what the alias stands for; the nearest
    /// other place is taken.
    void box(const std::vector<Frame>& stack, const Graph::Use& last) {
        Type* chosen = last.type;
        for (auto frame = stack.rbegin(); frame != stack.rend(); ++frame) {
            const Graph::Use& use = frame->uses[frame->next - 1];
            if (!graph_.is_union(frame->at) && !graph_.is_alias(use.target)) {
                chosen = use.type;
                break;
            }
            if (frame->at == last.target) break;
        }
        chosen->boxed = true;
    }

    Graph graph_;
    std::vector<Mark> marks_;
};

/// Depth-first by name. What a record or union holds in place always comes first, and so does every
/// alias that something names, because an alias can not be declared ahead; what is held in a list
/// comes first unless it holds in place what is being placed.
class Sorter {
public:
    explicit Sorter(Model& model)
        : model_(model),
          graph_(model),
          marks_(graph_.size(), Mark::fresh),
          searched_(graph_.size(), 0) {}

    std::vector<Declaration> run() {
        sorted_.reserve(graph_.size());
        for (const std::size_t at : graph_.by_name()) {
            if (marks_[at] == Mark::fresh) place(at);
        }
        return std::move(sorted_);
    }

private:
    struct Frame {
        std::size_t at;
        std::vector<std::size_t> uses;  ///< first those by value, then all
        std::size_t by_value;           ///< how many are by value
        std::size_t next = 0;
    };

    Frame enter(std::size_t at) const {
        Frame frame{at, {}, 0};
        if (graph_.is_alias(at)) {
            // It needs other aliases only; what they stand for may come later.
            for (const Graph::Use& use : graph_.uses_of(at, false)) {
                if (graph_.is_alias(use.target)) frame.uses.push_back(use.target);
            }
        } else {
            behind(at, true, frame.uses, 0);
            frame.by_value = frame.uses.size();
            behind(at, false, frame.uses, 0);
        }
        return frame;
    }

    /// What `at` holds in place, or all it uses, also behind aliases. The limit is for aliases that
    /// lead in a circle.
    void behind(std::size_t at, bool by_value, std::vector<std::size_t>& out,
                std::size_t depth) const {
        for (const Graph::Use& use : graph_.uses_of(at, by_value)) {
            if (graph_.is_alias(use.target) && depth < max_aliases)
                behind(use.target, by_value, out, depth + 1);
            out.push_back(use.target);
        }
    }

    void place(std::size_t start) {
        depth_first(
            start, marks_, [&](std::size_t at) { return enter(at); },
            [&](std::vector<Frame>& stack) -> std::optional<std::size_t> {
                Frame& top = stack.back();
                const bool first = top.next < top.by_value || graph_.is_alias(top.uses[top.next]);
                const std::size_t used = top.uses[top.next++];
                if (marks_[used] != Mark::fresh || !(first || !holds_open(used))) {
                    return std::nullopt;
                }
                return used;
            },
            [&](std::size_t at) { sorted_.push_back(std::move(model_.declarations[at])); });
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

    static constexpr std::size_t max_aliases = 160;

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
            member.optional() || !member.default_value.empty() || member.in != record.in;
        return std::tuple(!constant, initialized, place - names.begin(),
                          std::string_view(member.wire));
    };
    std::stable_sort(record.members.begin(), record.members.end(),
                     [&](const Member& a, const Member& b) { return key(a) < key(b); });
}

}  // namespace

void break_cycles(Model& model) { CycleBreaker(model).run(); }

void order_declarations(Model& model) {
    model.declarations = Sorter(model).run();
    model.reindex();
}

void order(Model& model, const std::vector<std::string>& names) {
    for (Declaration& declaration : model.declarations) {
        if (auto* record = std::get_if<Record>(&declaration)) order_members(*record, names);
    }
    order_declarations(model);
    std::stable_sort(model.methods.begin(), model.methods.end(),
                     [](const Method& a, const Method& b) { return a.wire < b.wire; });
    std::stable_sort(model.published.begin(), model.published.end(),
                     [](const Published& a, const Published& b) {
                         const auto by_name = a.definition <=> b.definition;
                         return by_name != 0 ? by_name < 0 : a.in.bits() < b.in.bits();
                     });
}

}  // namespace mcpgen
