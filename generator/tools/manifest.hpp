// What a server says about itself: the lists of its tools, prompts and resource templates, read
// from JSON and written back in one form. What the schemas in them mean is the business of the
// next stage.
#pragma once

#include <generator/schema/document.hpp>

#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace mcpgen {

/// One entry of a list. The node belongs to a document of the manifest.
struct ManifestEntry {
    std::string name;
    const Node* node = nullptr;
    Location where;
};

struct Manifest {
    std::deque<Document> documents;
    std::vector<ManifestEntry> tools;
    std::vector<ManifestEntry> prompts;
    std::vector<ManifestEntry> templates;

    bool empty() const { return tools.empty() && prompts.empty() && templates.empty(); }
};

/// Adds what a document lists: results of `tools/list`, `prompts/list` and
/// `resources/templates/list`, the JSON-RPC messages around them, one object with several of the
/// lists, or an array of all these. Reports entries without a name and names that come twice with
/// different contents; other members are of no interest.
void add_to_manifest(Manifest& manifest, Document document, Diagnostics& diagnostics);

/// Reads the files and checks that anything is in them. Nothing when a problem was reported.
std::optional<Manifest> read_manifest(const std::vector<std::string>& paths,
                                      Diagnostics& diagnostics);

/// The manifest as one document: every list sorted by name, so that it only changes when the
/// server does.
std::string to_text(const Manifest& manifest);

}  // namespace mcpgen
