// Arrays, maps, and one-or-many, in both directions.
#include "codec/decoder.hpp"
#include "codec/encoder.hpp"

#include <mcp/codec_types.hpp>

namespace mcp::detail {
namespace {

bool count_fits(const Bounds* bounds, std::size_t count) {
    return !bounds || (count >= bounds->min_items && count <= bounds->max_items);
}

std::string elements(std::size_t count) {
    return std::to_string(count) + (count == 1 ? " element" : " elements");
}

/// After so many elements their size is known well enough to guess how many will follow.
constexpr std::size_t judged_elements = 4;

/// Makes room for all elements that the rest of the document may hold, if they are like those from
/// token `start` to here. A guess that is wrong costs memory, so a document has a budget for it.
void reserve_ahead(Decoder& d, void* array, const ArrayGrowth& growth, std::uint32_t start) {
    const std::size_t taken = d.cursor.index - start;
    const std::size_t left = d.cursor.count() - d.cursor.index;
    const std::size_t more = left * judged_elements / taken;
    const std::size_t bytes = (more + more / 8) * growth.element_size;
    if (bytes > d.reserve_budget) return;
    d.reserve_budget -= bytes;
    growth.reserve(array, judged_elements + more + more / 8);
}

const Bounds* of_element(const Bounds* bounds) { return bounds ? bounds->element : nullptr; }

}  // namespace

std::string count_text(const Bounds& bounds, std::size_t count) {
    return count < bounds.min_items ? "at least " + elements(bounds.min_items)
                                    : "at most " + elements(bounds.max_items);
}

bool decode_array(Decoder& d, void* array, const ArrayGrowth& growth, const Bounds* bounds,
                  const TypeOps& element) {
    const std::uint32_t start = d.cursor.index;
    if (!d.open('[', kind_array)) return false;
    std::size_t count = 0;
    if (!d.take(']')) {
        do {
            if (count == judged_elements) reserve_ahead(d, array, growth, start);
            if (!element.decode(d, growth.append(array), of_element(bounds))) {
                return d.within(count);
            }
            ++count;
        } while (d.take(','));
        if (!d.take(']')) return d.fail_syntax("\",\" or \"]\"");
    }
    d.close();
    return count_fits(bounds, count) || d.fail(count_text(*bounds, count), elements(count));
}

[[gnu::hot]] bool encode_array(Encoder& e, const void* first, std::size_t count, std::size_t stride,
                               const Bounds* bounds, const TypeOps& element) {
    if (!count_fits(bounds, count)) return e.fail(count_text(*bounds, count), elements(count));
    if (!e.open('[')) return false;
    const char* at = static_cast<const char*>(first);
    for (std::size_t i = 0; i < count; ++i, at += stride) {
        if (i != 0) e.out += ',';
        if (!element.encode(e, at, of_element(bounds))) return e.within(i);
    }
    e.close(']');
    return true;
}

bool fail_not_one(Encoder& e, std::size_t count) {
    return e.fail("exactly one element at this revision", elements(count));
}

bool decode_map(Decoder& d, void* map, void* (*append)(void*, std::string&&), const Bounds* bounds,
                const TypeOps& element) {
    if (!d.open('{', kind_object)) return false;
    ObjectNames names = d.scratch.keys.open();
    if (!d.take('}')) {
        do {
            std::string_view name;
            std::uint32_t token = 0;
            if (!d.name(name, token)) return false;
            if (!d.scratch.keys.add(names, token, name)) {
                d.fail("every member once", "it twice");
                return d.within(name);
            }
            if (!element.decode(d, append(map, std::string(name)), of_element(bounds)))
                return d.within(name);
        } while (d.take(','));
        if (!d.take('}')) return d.fail_syntax("\",\" or \"}\"");
    }
    d.close();
    const std::string_view twice = d.scratch.keys.close(names);
    if (!twice.data()) return true;
    d.fail("every member once", "it twice");
    return d.within(twice);
}

bool encode_map(Encoder& e, const void* map, std::size_t count,
                MapEntryView (*entry)(const void*, std::size_t), const Bounds* bounds,
                const TypeOps& element) {
    if (!e.open('{')) return false;
    std::vector<std::string_view> names;
    names.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const MapEntryView each = entry(map, i);
        names.push_back(*each.name);
        if (i != 0) e.out += ',';
        if (!e.string(*each.name)) return e.within(*each.name);
        e.out += ':';
        if (!element.encode(e, each.value, of_element(bounds))) return e.within(*each.name);
    }
    e.close('}');
    // A map keeps names apart, but an entry's name can be changed from outside.
    const std::string_view twice = find_repeated(std::move(names));
    if (!twice.data()) return true;
    e.fail("every member once", "it twice");
    return e.within(twice);
}

}  // namespace mcp::detail
