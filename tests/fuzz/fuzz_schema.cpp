// Untrusted schemas. The first byte picks the front end, the rest is text:
//   0  a JSON document on its own
//   1  JSON Schema through all stages to the text of files; overrides may follow a line `---`
//   2  TypeScript declarations, likewise
//   3  JSON Schemas of several revisions, each after a line `---`, that are merged
// Either there are files, or there is a reason.
#include <tests/fuzz/law.hpp>

#include <generator/emit/emit.hpp>
#include <generator/pipeline_stages.hpp>
#include <generator/schema/json_fault.hpp>
#include <generator/schema/json_schema.hpp>
#include <generator/schema/resolve.hpp>
#include <generator/schema/typescript/typescript.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mcpgen::fuzz {
namespace {

std::vector<std::string_view> parts_of(std::string_view text) {
    constexpr std::string_view line = "\n---\n";
    std::vector<std::string_view> parts;
    for (std::size_t at; (at = text.find(line)) != text.npos;
         text.remove_prefix(at + line.size())) {
        parts.push_back(text.substr(0, at));
    }
    parts.push_back(text);
    return parts;
}

std::string_view without_mark(std::string_view text) {
    return text.starts_with("\xef\xbb\xbf") ? text.substr(3) : text;
}

class Run {
public:
    void document(std::string_view text) {
        const auto document = parse_document("document.json", text, diagnostics_);
        law(document.has_value() != diagnostics_.failed(), "a document, or a reason");
        law(!document || !find_json_fault(without_mark(text)), "what is read is JSON");
    }

    void schema(std::string_view text, bool typescript) {
        const auto document = typescript ? parse_typescript("schema.ts", text, diagnostics_)
                                         : parse_document("schema.json", text, diagnostics_);
        law(document || diagnostics_.failed(), "a document, or a reason");
        if (!document) return;
        SchemaFile file;
        parse_json_schema(*document, file, diagnostics_);
        file.revision = std::to_string(2021 + sources_.schemas.size()) + "-01-01";
        file.file = document->file;
        resolve(file, nullptr, diagnostics_);
        sources_.schemas.push_back(std::move(file));
    }

    void overrides(std::string_view text) {
        sources_.overrides = parse_document("overrides.json", text, diagnostics_);
    }

    void generate() {
        if (diagnostics_.failed()) return;
        const auto models =
            compile(std::move(sources_), diagnostics_, [](std::string_view, const Model& model) {
                law(model.declarations.empty() || !to_text(model).empty(), "a model can be shown");
            });
        law(models.has_value() != diagnostics_.failed(), "a model, or a reason");
        if (!models) return;
        FileSet files;
        emit(*models->protocol, {.sources = {"schema"}}, files);
        law(files.find("types.hpp") && files.find("manifest.json"), "a model gives files");
    }

    void show_reasons() const {
        for (const Diagnostic& diagnostic : diagnostics_.all()) {
            law(!diagnostic.message.empty(), "a reason is a sentence");
            law(!to_text(diagnostic, true).empty() && !to_json(diagnostic).empty(),
                "a reason can be shown");
        }
    }

private:
    Sources sources_;
    Diagnostics diagnostics_;
};

void check(unsigned picked, std::string_view text) {
    Run run;
    if (picked == 0) {
        run.document(text);
    } else {
        const std::vector<std::string_view> parts = parts_of(text);
        run.schema(parts.front(), picked == 2);
        for (std::size_t i = 1; i < parts.size() && i < 4; ++i) {
            if (picked == 3) {
                run.schema(parts[i], false);
            } else {
                run.overrides(parts[i]);
            }
        }
        run.generate();
    }
    run.show_reasons();
}

}  // namespace
}  // namespace mcpgen::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return -1;
    const std::string text(reinterpret_cast<const char*>(data + 1), size - 1);
    mcpgen::fuzz::check(data[0] % 4, text);
    return 0;
}
