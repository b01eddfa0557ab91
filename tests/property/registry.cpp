// See registry.hpp.
#include <tests/property/registry.hpp>

#include <algorithm>
#include <vector>

namespace mcp::testing {
namespace {

std::vector<TypeEntry>& list() {
    static std::vector<TypeEntry> entries;
    return entries;
}

template <class Matches>
const TypeEntry* first_where(Matches matches) {
    const auto found = std::find_if(list().begin(), list().end(), matches);
    return found == list().end() ? nullptr : &*found;
}

}  // namespace

Registrar::Registrar(const TypeEntry* first, std::size_t count) {
    list().insert(list().end(), first, first + count);
}

std::span<const TypeEntry> all_types() { return list(); }

const TypeEntry* find_type(std::string_view space, std::string_view name) {
    const TypeEntry* found = first_where(
        [&](const TypeEntry& entry) { return entry.space == space && entry.name == name; });
    return found || space.empty() ? found : find_type({}, name);
}

const TypeEntry* find_type(const TypeOps* ops) {
    return first_where([&](const TypeEntry& entry) { return entry.ops == ops; });
}

const TypeEntry* find_type(const std::type_info& type) {
    return first_where([&](const TypeEntry& entry) { return *entry.type == type; });
}

const std::set<std::string, std::less<>>& telling_names() {
    static const auto names = [] {
        std::set<std::string, std::less<>> result;
        for (const TypeEntry& entry : list()) {
            if (!entry.alternatives) continue;
            for (std::size_t r = 0; r < entry.alternatives->row_count; ++r) {
                const AlternativeRow& row = entry.alternatives->rows[r];
                for (std::size_t c = 0; c < row.condition_count; ++c) {
                    const std::string_view path = row.conditions[c].path;
                    result.emplace(path.substr(0, path.find('/')));
                    result.emplace(path.substr(path.find('/') + 1));
                }
            }
        }
        return result;
    }();
    return names;
}

namespace {
Value make(const TypeEntry& type, Random& random, Wanted wanted, std::size_t fullness) {
    Value value(type);
    Arbitrary context(random, wanted);
    context.place.owner = type.name;
    context.fullness = fullness;
    type.make(context, value.get(), {});
    return value;
}
}  // namespace

Value arbitrary(const TypeEntry& type, Random& random, Wanted wanted) {
    return make(type, random, wanted, random.below(5));
}

Value full(const TypeEntry& type, Random& random, Revision revision) {
    return make(type, random, {.revision = revision}, 4);
}

Result<std::string, CodecError> write(const Value& value, Revision revision) {
    std::string text;
    CodecError error;
    if (mcp::detail::encode_document(text, value.get(), *value.type().ops, revision, error))
        return text;
    return Unexpected(std::move(error));
}

Result<Value, CodecError> read(const TypeEntry& type, std::string_view text, Revision revision) {
    Value value(type);
    CodecError error;
    if (mcp::detail::decode_document(text, value.get(), *type.ops, revision, {}, error))
        return value;
    return Unexpected(std::move(error));
}

}  // namespace mcp::testing
