// Places in a JSON file that people write, what is found there, and the problems with it.
#pragma once

#include "schema/pointer.hpp"

#include <mcp/host_config.hpp>
#include <mcp/json.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mcp::host {

inline std::string child(std::string pointer, std::string_view name) {
    pointer += '/';
    schema::append_token(pointer, name);
    return pointer;
}
inline std::string child(std::string pointer, std::size_t index) {
    return std::move(pointer) + '/' + std::to_string(index);
}

/// What a value is, for people.
inline std::string kind_words(JsonView value) {
    switch (value.kind()) {
        case JsonKind::null: return "null";
        case JsonKind::boolean: return "true or false";
        case JsonKind::number: return "a number";
        case JsonKind::string: return "text";
        case JsonKind::array: return "a list";
        case JsonKind::object: return "an object";
    }
    return "something else";
}

/// Collects the problems of one file, up to a number.
class Problems {
public:
    Problems(std::vector<ConfigProblem>& list, std::string file, std::size_t most)
        : list_(&list), file_(std::move(file)), most_(most) {}

    void error(std::string pointer, std::string what, std::string hint = {}) {
        ++errors_;
        add(ConfigProblem::Severity::error, std::move(pointer), std::move(what), std::move(hint));
    }
    void warn(std::string pointer, std::string what, std::string hint = {}) {
        add(ConfigProblem::Severity::warning, std::move(pointer), std::move(what), std::move(hint));
    }
    std::size_t errors() const { return errors_; }

private:
    void add(ConfigProblem::Severity severity, std::string pointer, std::string what,
             std::string hint) {
        if (list_->size() < most_) {
            list_->push_back(
                {severity, file_, std::move(pointer), std::move(what), std::move(hint)});
        } else if (severity == ConfigProblem::Severity::error && most_ != 0) {
            // What comes last says that there is more, and is an error then.
            list_->back() = {severity, file_, {}, "there are more problems than are listed", {}};
        }
    }

    std::vector<ConfigProblem>* list_;
    std::string file_;
    std::size_t most_;
    std::size_t errors_ = 0;
};

}  // namespace mcp::host
