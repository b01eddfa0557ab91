// One validation: a walk over a value and the nodes of a plan at the same time. The walk is in
// validation.cpp; objects, arrays and scalars have a file each.
#pragma once

#include "schema/plan.hpp"

#include <mcp/json_schema.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mcp::schema {

/// Which members or elements of one value some keyword has looked at, for `unevaluated...`.
class Marks {
public:
    void add(std::size_t index) {
        if (index >= seen_.size()) seen_.resize(index + 1);
        seen_[index] = true;
    }
    void add_all() { all_ = true; }
    void add(const Marks& other) {
        all_ = all_ || other.all_;
        for (std::size_t i = 0; i < other.seen_.size(); ++i) {
            if (other.seen_[i]) add(i);
        }
    }
    bool has(std::size_t index) const { return all_ || (index < seen_.size() && seen_[index]); }

private:
    std::vector<bool> seen_{};
    bool all_ = false;
};

class Validation {
public:
    enum class Report : std::uint8_t { nothing, violations };
    explicit Validation(const JsonSchema::Plan& plan, Report report = Report::violations)
        : plan_(plan), options_(plan.options), silent_(report == Report::nothing) {}

    /// Whether the value fits the plan's schema.
    bool run(JsonView value);
    std::vector<SchemaViolation> take_violations() { return std::move(violations_); }

private:
    /// The way from the outermost value to the one that is looked at.
    struct Step {
        const Step* outer = nullptr;
        std::string_view raw_name{};  ///< of a member, as it is written
        std::size_t index = 0;        ///< of an element
        bool is_member = false;
    };
    class Silence;

    /// Whether `value` fits. Adds to `marks`, when there are any, what was looked at; only when
    /// the value fits are they meaningful.
    bool check(const Node& node, JsonView value, Marks* marks);
    /// The same for a member or an element of the current value.
    bool check_inner(const Node& node, JsonView value, Step& step);
    /// The same without reporting; for questions whose answer may be no.
    bool asks(const Node& node, JsonView value, Marks* marks);

    bool check_keywords(const Node& node, JsonView value, JsonKind kind, Marks* marks);
    bool check_values(const Node& node, JsonView value);
    bool check_number(const Node& node, JsonView value);
    bool check_string(const Node& node, JsonView value);
    bool check_array(const Node& node, JsonView value, Marks* marks);
    bool check_contains(const Node& node, std::size_t contained);
    bool check_unique(const Node& node, JsonView value);
    bool check_object(const Node& node, JsonView value, Marks* marks);
    bool check_member(const Node& node, std::string_view name, std::size_t known, JsonView value,
                      Step& step, bool& evaluated);
    bool check_unevaluated(const Node& node, JsonView value, JsonKind kind, Marks& marks);
    bool check_size(const Node& node, const Range& range, std::size_t size, std::string_view least,
                    std::string_view most, std::string_view what);
    bool check_logic(const Node& node, JsonView value, Marks* marks);
    bool check_any(const Node& node, JsonView value, Marks* marks);
    bool check_one(const Node& node, JsonView value, Marks* marks);
    bool check_condition(const LogicRules& logic, JsonView value, Marks* marks);
    const Node& target_of(const Reference& reference) const;

    /// Whether the pattern is found; one that takes too long ends the validation.
    bool matches(const Pattern& pattern, std::string_view text, const Node& node,
                 std::string_view keyword);

    /// Counts work; false when there was too much of it, which ends the validation.
    bool spend(std::size_t steps, const Node& node);
    bool give_up(const Node& node, std::string_view keyword, std::string message);
    /// Nothing that follows can change the answer.
    bool is_decided(bool good) const { return !good && (silent_ || ended_ || is_full()); }
    bool is_full() const { return violations_.size() >= options_.max_violations; }

    /// Records a violation, unless nobody wants to know. Gives false.
    template <class F>
    bool fail(const Node& node, std::string_view keyword, F message) {
        if (!silent_ && !ended_ && !is_full()) record(node, keyword, message());
        return false;
    }
    void record(const Node& node, std::string_view keyword, std::string message);
    std::string instance_path() const;

    const JsonSchema::Plan& plan_;
    const SchemaOptions& options_;
    std::vector<SchemaViolation> violations_{};
    std::vector<std::size_t> scope_{};  // resources that the walk is inside of, outermost first
    const Step* step_ = nullptr;
    std::size_t steps_ = 0;
    std::size_t depth_ = 0;           // of values
    std::size_t depth_in_place_ = 0;  // of subschemas for the current value
    std::size_t nesting_ = 0;         // of both together: what the stack must hold
    bool silent_;
    bool ended_ = false;  // given up
};

/// Reports nothing while it lives.
class Validation::Silence {
public:
    explicit Silence(Validation& validation)
        : validation_(validation), before_(std::exchange(validation.silent_, true)) {}
    ~Silence() { validation_.silent_ = before_; }
    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;

private:
    Validation& validation_;
    bool before_;
};

}  // namespace mcp::schema
