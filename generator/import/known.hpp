// What our schema files say already: which thing has which description, and in which order members
// stand. It reads; what of it goes into an imported schema is decided in `import_schema.cpp`.
#pragma once

#include <generator/schema/document.hpp>

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mcpgen {

/// Where something stands. The way by names leaves out `allOf` and choices, so that `Task.status`
/// is the same thing whether it is inherited or written in place.
struct Spot {
    std::string exact;   ///< `Tool/properties/icons/items`
    std::string member;  ///< `Tool.icons[]`

    static Spot of(std::string_view definition) {
        return {std::string(definition), std::string(definition)};
    }
    Spot keyword(std::string_view name) const;
    Spot keyword(std::string_view name, std::size_t index) const;
    Spot property(std::string_view name) const;
};

class Known {
public:
    /// Adds a file; those that were added first are asked first.
    void add(Document document);

    /// The schemas at this spot, of the files that have one there. An exact way is preferred.
    std::vector<const Node*> at(const Spot& spot) const;

    /// The first file whose root has `key` as the text `value`; null when there is none.
    const Node* file_with(std::string_view key, std::string_view value) const;

private:
    struct File {
        Document document;
        std::map<std::string, const Node*, std::less<>> exact;
        std::map<std::string, const Node*, std::less<>> members;
    };
    static void index(File& file, const Node& schema, const Spot& spot);

    std::deque<File> files_;
};

/// `ToolsRequest.params.name` as `ToolsRequestParams.name`: revisions differ in whether params have
/// a type.
std::string params_as_type(const std::string& member);

}  // namespace mcpgen
