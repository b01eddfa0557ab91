// Lists whose elements are not in one piece of memory, and lists with rules of their own.
#include "codec/decoder.hpp"
#include "codec/encoder.hpp"

#include <mcp/described_tables.hpp>

namespace mcp::detail {

bool exactly(Decoder& d, std::size_t count, std::size_t wanted) {
    return count == wanted ||
           d.fail("exactly " + std::to_string(wanted) + " elements", std::to_string(count));
}

bool fail_repeated(Decoder& d, std::size_t index) {
    d.fail("elements that are all different", "one for the second time");
    return d.within(index);
}

bool begin_list(Encoder& e) { return e.open('['); }

bool encode_element(Encoder& e, std::size_t index, const void* value, const TypeOps& element) {
    if (index != 0) e.out += ',';
    return element.encode(e, value, nullptr) || e.within(index);
}

bool end_list(Encoder& e) {
    e.close(']');
    return true;
}

}  // namespace mcp::detail
