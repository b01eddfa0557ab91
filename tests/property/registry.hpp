// The generated types as a list: what a test needs to make, write, read and compare values of a
// type that it only has by name. Filled by one small file for each part of the types (types.cpp.in,
// made from the manifest).
#pragma once

#include <tests/property/arbitrary.hpp>

#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <typeinfo>

namespace mcp::testing {

struct TypeEntry {
    std::string_view space;  ///< empty for the protocol, `tasks` for an extension
    std::string_view name;
    const TypeOps* ops = nullptr;
    Make make = nullptr;
    void* (*create)() = nullptr;
    void (*destroy)(void*) = nullptr;
    bool (*equal)(const void*, const void*) = nullptr;
    const std::type_info* type = nullptr;
    // What it is; all null for an alias of something from the vocabulary.
    const RecordInfo* record = nullptr;
    const UnionInfo* alternatives = nullptr;
    const EnumInfo* enumeration = nullptr;
    MemberList members{};                                 ///< of a record
    std::span<const std::type_info* const> held_types{};  ///< of a union, in the order of its rows
};

/// All types of the protocol and of the extensions.
std::span<const TypeEntry> all_types();
/// Null when there is none; a name that an extension lacks is looked up in the protocol.
const TypeEntry* find_type(std::string_view space, std::string_view name);
/// The first entry with these operations or of this type; null when there is none.
const TypeEntry* find_type(const TypeOps* ops);
const TypeEntry* find_type(const std::type_info& type);

/// Names by which unions tell alternatives apart: an extra member of that name would be another
/// value.
const std::set<std::string, std::less<>>& telling_names();

/// A value of a type that is known by its entry only.
class Value {
public:
    explicit Value(const TypeEntry& type) : type_(&type), value_(type.create(), type.destroy) {}
    const TypeEntry& type() const { return *type_; }
    void* get() const { return value_.get(); }
    friend bool operator==(const Value& a, const Value& b) {
        return a.type_->equal(a.get(), b.get());
    }

private:
    const TypeEntry* type_;
    std::unique_ptr<void, void (*)(void*)> value_;
};

Value arbitrary(const TypeEntry&, Random&, Wanted);
/// With every member that the revision has, though lists may be empty.
Value full(const TypeEntry&, Random&, Revision);
Result<std::string, CodecError> write(const Value&, Revision);
Result<Value, CodecError> read(const TypeEntry&, std::string_view text, Revision);

/// Adds one part of the list, before main; for the files made from types.cpp.in.
struct Registrar {
    Registrar(const TypeEntry* first, std::size_t count);
};

}  // namespace mcp::testing
