// The tables of one codec file: rows of records, alternatives of unions, texts of enumerations.
#pragma once

#include <generator/emit/limits.hpp>
#include <generator/emit/writer.hpp>

#include <string>

namespace mcpgen {

class CodecTables {
public:
    explicit CodecTables(const Model& model) : model_(model), limits_(model) {}

    void write(const Record& record);
    void write(const Union& type);
    void write(const Enum& type);
    void write(const Alias&) {}  // has the codec of what it stands for

    /// The limits come before the tables.
    std::string take_limits() { return limits_.take(); }
    std::string take() { return writer_.take(); }

private:
    void rows_of(const Record& record, const Member& member, std::vector<Row>& rows);
    Row cells_of(const Record& record, const Member& member, const Type& facet);
    std::string operations(const Member& member, const Type& facet) const;
    /// Writes what belongs to an alternative and gives its own row.
    Row row(const Alternative& alternative, const std::string& prefix);
    std::string revisions(Revisions set) const;
    /// The record that a type is, by whatever name; null for everything else.
    const Record* record_of(const Type& type) const;

    const Model& model_;
    Limits limits_;
    Writer writer_;
};

}  // namespace mcpgen
