// The decisions that published schemas cannot express, read from `overrides.json`. Every entry says
// why, and an entry that never matched is an error: a decision that nothing needs is a decision
// gone stale.
#pragma once

#include <generator/model/model.hpp>
#include <generator/schema/document.hpp>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcpgen {

/// One entry of one kind.
class Override {
public:
    Override(std::string kind, const Node& node, Location where, Revisions in)
        : kind_(std::move(kind)), node_(&node), where_(std::move(where)), in_(in) {}

    const std::string& kind() const { return kind_; }
    const Location& where() const { return where_; }
    /// The revisions it speaks of.
    Revisions in() const { return in_; }
    /// A text member, or empty.
    std::string_view text(std::string_view key) const;
    const Node* find(std::string_view key) const { return node_->find(key); }

    void mark_used() { used_ = true; }
    bool used() const { return used_; }

private:
    std::string kind_;
    const Node* node_;
    Location where_;
    Revisions in_;
    bool used_ = false;
};

class Overrides {
public:
    /// No overrides.
    Overrides() = default;

    /// Reads the entries for the protocol, or for the extension `space`. `revisions` are those
    /// being compiled; entries that speak only of others are left out. Reports unknown kinds,
    /// missing keys and missing reasons.
    static Overrides read(const Document& document, const std::vector<std::string>& revisions,
                          std::string_view space, Diagnostics& diagnostics);

    /// Calls `apply` for each entry of a kind that speaks of some of `in`. When it returns true,
    /// the entry counts as used.
    void each(std::string_view kind, Revisions in, const std::function<bool(Override&)>& apply);

    /// Reports the entries that were never used, unless only some of the revisions that the
    /// overrides were written for are being compiled.
    void report_unused(Diagnostics& diagnostics) const;

    /// Member names in the order in which records should list them; others follow.
    const std::vector<std::string>& member_order() const { return member_order_; }

    /// The extension's identifier, where its document does not say it; else empty.
    const std::string& extension() const { return extension_; }

    /// All the revisions that they were written for are being compiled, so that nothing may be left
    /// over.
    bool complete() const { return complete_; }

    /// `*` in `pattern` stands for any text.
    static bool matches(std::string_view pattern, std::string_view text);

private:
    void read_section(const Place& section, const std::vector<std::string>& revisions,
                      Diagnostics& diagnostics);
    void read_entry(const std::string& kind, const std::vector<std::string_view>& required,
                    const Place& entry, const std::vector<std::string>& revisions,
                    Diagnostics& diagnostics);

    std::vector<Override> entries_;
    std::map<std::string, std::vector<std::size_t>, std::less<>> of_kind_;
    std::vector<std::string> member_order_;
    std::string extension_;
    bool complete_ = true;
};

}  // namespace mcpgen
