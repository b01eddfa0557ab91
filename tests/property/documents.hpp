// A document for a published definition: a value of the type that represents it, written; with the
// JSON-RPC frame around it when the definition describes a whole message. Every value inside is
// read back and compared.
#pragma once

#include <tests/property/published.hpp>
#include <tests/property/registry.hpp>

#include <mcp/dispatch_row.hpp>

#include <optional>
#include <string>
#include <vector>

namespace mcp::testing {

/// The methods of a space; those of an extension are not among the protocol's.
const MethodTable& methods_of(std::string_view space);

class DocumentMaker {
public:
    /// `refused` counts foreign values that the revision cannot express.
    DocumentMaker(Random& random, const Definition& definition, bool published, bool foreign);

    /// The document; nothing when a foreign value was refused, or when something is wrong
    /// (`problem`).
    std::optional<std::string> make();
    /// What is wrong: a law was broken, or the definition is of no known form.
    const std::string& problem() const { return problem_; }

private:
    using Text = std::optional<std::string>;
    Text of(const Definition&);
    Text value(const TypeEntry*);
    Text value(std::string_view type);
    Text message(const MethodRow&);
    Text result(const MethodRow&);
    Text envelope(std::string_view name);
    Text directions(std::string_view name);

    Text request();
    Text notification();
    Text any_message(bool client, bool server, bool notifications);
    Text any_result(bool client, bool server);
    Text with_result(Text result);
    Text with_error(Text error, bool id_required);
    Text error_object();
    Text batch(bool responses);
    std::string id();

    Text fail(std::string what);

    Random& random_;
    const Definition& definition_;
    const Wanted wanted_;
    std::string problem_;
};

}  // namespace mcp::testing
