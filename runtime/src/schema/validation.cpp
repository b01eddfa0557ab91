// The walk: one node and one value at a time, what is in common to all keywords, and the bounds.
#include "schema/validation.hpp"

#include "schema/equality.hpp"
#include "schema/pointer.hpp"

#include <array>

namespace mcp::schema {
namespace {

constexpr std::size_t nesting_per_depth = 16;

std::string_view kind_name(JsonKind kind) {
    constexpr std::array<std::string_view, 6> names = {"null",   "boolean", "number",
                                                       "string", "array",   "object"};
    return names[static_cast<std::size_t>(kind)];
}

std::string shortened(std::string_view text) {
    constexpr std::size_t longest = 60;
    if (text.size() <= longest) return std::string(text);
    std::size_t size = longest;
    while ((static_cast<unsigned char>(text[size]) & 0xc0U) == 0x80U) --size;
    return std::string(text.substr(0, size)) + "...";
}

}  // namespace

bool Validation::run(JsonView value) {
    const bool good = check(*plan_.root, value, nullptr);
    return good && !ended_;
}

bool Validation::check(const Node& node, JsonView value, Marks* marks) {
    if (!spend(1, node)) return false;
    if (node.refuses_all) {
        return fail(node, {}, [&] {
            if (!step_) return "no value is allowed";
            return step_->is_member ? "no such member is allowed" : "no such item is allowed";
        });
    }
    if (++nesting_ > nesting_per_depth * options_.max_depth ||
        ++depth_in_place_ > options_.max_depth) {
        return give_up(node, {}, "references nest too deeply");
    }
    const bool enters =
        plan_.has_dynamic_references && (scope_.empty() || scope_.back() != node.resource);
    if (enters) scope_.push_back(node.resource);

    const JsonKind kind = value.kind();
    bool good = true;
    if (node.unevaluated_items || node.unevaluated_properties) {
        Marks own;
        good = check_keywords(node, value, kind, &own);
        if (good) good = check_unevaluated(node, value, kind, own);
        if (marks) marks->add(own);
    } else {
        good = check_keywords(node, value, kind, marks);
    }

    if (enters) scope_.pop_back();
    --depth_in_place_;
    --nesting_;
    return good && !ended_;
}

bool Validation::check_inner(const Node& node, JsonView value, Step& step) {
    if (depth_ >= options_.max_depth) return give_up(node, {}, "the value nests too deeply");
    step.outer = step_;
    step_ = &step;
    bool good = false;
    if (node.is_flat) {
        good = spend(1, node) && check_keywords(node, value, value.kind(), nullptr) && !ended_;
    } else {
        ++depth_;
        const std::size_t in_place = std::exchange(depth_in_place_, 0);
        good = check(node, value, nullptr);
        depth_in_place_ = in_place;
        --depth_;
    }
    step_ = step.outer;
    return good;
}

bool Validation::asks(const Node& node, JsonView value, Marks* marks) {
    const Silence silence(*this);
    return check(node, value, marks);
}

bool Validation::check_keywords(const Node& node, JsonView value, JsonKind kind, Marks* marks) {
    bool good = true;
    if (node.kinds != 0 && (node.kinds & kind_bit(kind)) == 0) {
        const bool integer = kind == JsonKind::number && (node.kinds & integer_kind) != 0 &&
                             (small_integer(value.text()) || Decimal(value.text()).is_integer());
        if (!integer) {
            good = fail(node, "type", [&] {
                const std::string_view found =
                    kind == JsonKind::number ? value.text() : kind_name(kind);
                return "expected " + kinds_text(node.kinds) + ", found " + shortened(found);
            });
            if (is_decided(good)) return false;
        }
    }
    if (node.lists_values) good = check_values(node, value) && good;
    if (is_decided(good)) return false;
    switch (kind) {
        case JsonKind::number:
            if (node.number) good = check_number(node, value) && good;
            break;
        case JsonKind::string:
            if (node.string) good = check_string(node, value) && good;
            break;
        case JsonKind::array:
            if (node.array) good = check_array(node, value, marks) && good;
            break;
        case JsonKind::object:
            if (node.object) good = check_object(node, value, marks) && good;
            break;
        default: break;
    }
    if (is_decided(good)) return false;
    if (node.logic) good = check_logic(node, value, marks) && good;
    return good;
}

bool Validation::check_values(const Node& node, JsonView value) {
    for (const JsonView each : node.values) {
        if (!spend(1 + each.text().size() / 64, node)) return false;
        if (same_value(each, value)) return true;
    }
    return fail(node, node.is_const ? "const" : "enum", [&] {
        std::string message = node.values.size() == 1 ? "expected " : "expected one of ";
        if (node.values.empty()) message = "expected no value at all";
        for (std::size_t i = 0; i < node.values.size() && i < 10; ++i)
            message.append(i > 0 ? ", " : "").append(shortened(node.values[i].text()));
        if (node.values.size() > 10) message += ", ...";
        return message + ", found " + shortened(value.text());
    });
}

bool Validation::check_unevaluated(const Node& node, JsonView value, JsonKind kind, Marks& marks) {
    bool good = true;
    std::size_t index = 0;
    if (kind == JsonKind::object && node.unevaluated_properties) {
        for (const JsonMember& member : value.members()) {
            if (!marks.has(index)) {
                Step step{nullptr, member.raw_name, 0, true};
                good = check_inner(*node.unevaluated_properties, member.value, step) && good;
                if (is_decided(good)) return false;
            }
            ++index;
        }
        marks.add_all();
    } else if (kind == JsonKind::array && node.unevaluated_items) {
        for (const JsonView element : value.elements()) {
            if (!marks.has(index)) {
                Step step{nullptr, {}, index, false};
                good = check_inner(*node.unevaluated_items, element, step) && good;
                if (is_decided(good)) return false;
            }
            ++index;
        }
        marks.add_all();
    }
    return good;
}

bool Validation::check_size(const Node& node, const Range& range, std::size_t size,
                            std::string_view least, std::string_view most, std::string_view what) {
    const auto say = [&](std::string_view bound, std::size_t limit) {
        std::string message = "expected at ";
        message.append(bound).append(" ").append(std::to_string(limit)).append(" ").append(what);
        return message + ", found " + std::to_string(size);
    };
    if (size < range.least) return fail(node, least, [&] { return say("least", range.least); });
    if (size > range.most) return fail(node, most, [&] { return say("most", range.most); });
    return true;
}

bool Validation::spend(std::size_t steps, const Node& node) {
    if (ended_) return false;
    steps_ += steps;
    if (steps_ <= options_.max_steps) return true;
    return give_up(node, {}, "checking this takes too many steps");
}

bool Validation::give_up(const Node& node, std::string_view keyword, std::string message) {
    if (ended_) return false;
    ended_ = true;
    // This is said even where an answer of no would not be reported, and instead of what was.
    violations_.clear();
    record(node, keyword, std::move(message));
    return false;
}

void Validation::record(const Node& node, std::string_view keyword, std::string message) {
    std::string path = node.path;
    if (!keyword.empty()) path.append("/").append(keyword);
    violations_.push_back({instance_path(), std::move(path), std::move(message)});
}

std::string Validation::instance_path() const {
    std::vector<const Step*> steps;
    for (const Step* step = step_; step; step = step->outer) steps.push_back(step);
    std::string path;
    std::string room;
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
        path += '/';
        if ((*step)->is_member) {
            append_token(path, plain_text((*step)->raw_name, room));
        } else {
            path += std::to_string((*step)->index);
        }
    }
    return path;
}

}  // namespace mcp::schema
