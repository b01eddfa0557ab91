// Who is who: the table of declared names, and what a name finally stands for.
// Says whether names are used rightly; what a type looks like is not its business.
#pragma once

#include <generator/schema/typescript/reporter.hpp>
#include <generator/schema/typescript/syntax.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace mcpgen::typescript {

/// Generic types that TypeScript brings along and that are understood.
enum class Builtin : std::uint8_t { none, array, omit, partial, pick, readonly, record, required };

class Names {
public:
    /// Reports names that are declared twice. `file` must outlive this.
    Names(SourceFile& file, Reporter& reporter);

    /// Reports every name that is not declared, or is used with the wrong number of type arguments,
    /// and every alias that stands for itself.
    void check();

    /// The declaration that a name without type arguments finally stands for: an interface, an
    /// import, or an alias whose type is more than a name. Null for a name that is not declared
    /// here.
    Declaration* target(const TypeExpr& name) const;
    /// The same, for a declaration.
    Declaration* target(Declaration& declaration) const;
    /// The constant after `typeof`, or null.
    Declaration* constant(std::string_view name) const;
    /// What a name means when the file does not declare it.
    Builtin builtin(const TypeExpr& name) const;

    SourceFile& file() const { return file_; }

private:
    void check(const TypeExpr& type);
    void check_name(const TypeExpr& type);
    void check_constant(const TypeExpr& type);
    void follow_aliases();
    Declaration* declared(const TypeExpr& name) const;
    std::string nearest_to(std::string_view name) const;

    using Table = std::unordered_map<std::string_view, Declaration*>;
    SourceFile& file_;
    Reporter& reporter_;
    Table types_;
    Table constants_;
    std::unordered_map<const Declaration*, Declaration*> targets_;
};

}  // namespace mcpgen::typescript
