// Runs the compiler on schemas that are written in a test, and keeps what every stage said.
// It emits nothing: what a stage knows is compared as text.
#pragma once

#include <generator/pipeline_stages.hpp>
#include <generator/schema/json_schema.hpp>
#include <generator/schema/resolve.hpp>

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mcpgen::test {

/// What a test gives: the text of `$defs` per revision, and perhaps overrides and one extension.
struct Given {
    std::vector<std::string> revisions;  ///< `$defs` of 2021-01-01, 2022-01-01, …
    std::string overrides = {};
    std::string extension = {};  ///< `$defs` of an extension of the newest revision, `ext`
    std::string namespace_of_extension = "ext";
};

class Stages {
public:
    explicit Stages(const Given& given) {
        Sources sources;
        for (std::size_t i = 0; i < given.revisions.size(); ++i)
            sources.schemas.push_back(read(revision(i), given.revisions[i]));
        if (!given.extension.empty()) {
            sources.extensions.push_back(read("ext", given.extension));
            sources.extensions.back().extension = "com.example/ext";
            sources.extensions.back().space = given.namespace_of_extension;
            sources.extensions.back().revision = "";
        }
        for (const SchemaFile& file : sources.schemas) resolve(file, nullptr, diagnostics_);
        for (const SchemaFile& file : sources.extensions)
            resolve(file, &sources.schemas.back(), diagnostics_);
        if (!given.overrides.empty())
            sources.overrides = parse_document("overrides.json", given.overrides, diagnostics_);
        if (diagnostics_.failed()) return;
        compile(std::move(sources), diagnostics_, [&](std::string_view stage, const Model& model) {
            texts_[std::string(stage)] += to_text(model);
        });
    }

    static std::string revision(std::size_t index) {
        return std::to_string(2021 + index) + "-01-01";
    }

    /// What the stage gave: of all revisions in turn, or of the merged model and then the
    /// extension's.
    std::string after(const std::string& stage) const {
        const auto found = texts_.find(stage);
        return found == texts_.end() ? "(not reached)\n" + errors() : found->second;
    }

    /// `file#/pointer: sentence`, one line for each error.
    std::string errors() const {
        std::string out;
        for (const Diagnostic& diagnostic : diagnostics_.all())
            out += diagnostic.where.file.str() + diagnostic.where.pointer.str() + ": " +
                   diagnostic.message + "\n";
        return out;
    }

    const std::vector<Diagnostic>& all() const { return diagnostics_.all(); }

private:
    SchemaFile read(const std::string& name, const std::string& definitions) {
        SchemaFile file;
        file.revision = name;
        const auto document =
            parse_document(name, "{\"$defs\": " + definitions + "}", diagnostics_);
        if (document) parse_json_schema(*document, file, diagnostics_);
        file.file = name;
        return file;
    }

    Diagnostics diagnostics_;
    std::map<std::string, std::string> texts_;
};

/// The text after a stage, of one revision.
inline std::string after(const std::string& stage, const std::string& definitions,
                         const std::string& overrides = {}) {
    return Stages(Given{{definitions}, overrides}).after(stage);
}

/// The errors of one revision.
inline std::string errors_of(const std::string& definitions, const std::string& overrides = {}) {
    return Stages(Given{{definitions}, overrides}).errors();
}

}  // namespace mcpgen::test
