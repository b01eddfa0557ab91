// HTTP/1.1 from untrusted bytes: requests and responses are read without touching other memory, and
// the result does not depend on how the bytes are cut. The first byte says where.
#include "http/wire/request_reader.hpp"
#include "http/wire/response_reader.hpp"
#include "http/wire/text.hpp"
#include "http/wire/write.hpp"

#include <tests/fuzz/law.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

using mcpgen::fuzz::law;
using namespace mcp::http::wire;

namespace {

/// The pieces of `text`, each in memory of just its size.
template <class Take>
void in_pieces(std::string_view text, std::size_t piece, Take take) {
    while (!text.empty()) {
        const std::size_t size = std::min(piece, text.size());
        const std::unique_ptr<char[]> bytes(new char[size]);
        std::copy_n(text.data(), size, bytes.get());
        if (!take(std::string_view(bytes.get(), size))) return;
        text.remove_prefix(size);
    }
}

std::string requests(std::string_view text, std::size_t piece, const Limits& limits,
                     RequestHeadParser& scratch) {
    RequestReader reader;
    std::string result;
    in_pieces(text, piece, [&](std::string_view arrived) {
        while (!arrived.empty()) {
            const auto state = reader.take(arrived, scratch, limits);
            if (state == RequestReader::State::refused) {
                result +=
                    std::to_string(reader.refusal().status) + std::string(reader.refusal().reason);
                return false;
            }
            if (state != RequestReader::State::whole) continue;
            const RequestHead& head = reader.head();
            law(!head.target.empty() && is_token(head.method), "a head is complete", text);
            result += std::string(head.method) + '\n' + std::string(head.target) + '\n';
            for (const auto& header : head.headers) {
                law(is_token(header.name) && is_field_value(header.value),
                    "what was read could be written", text);
                result += std::string(header.name) + ':' + std::string(header.value) + '\n';
            }
            result += std::string(reader.body()) + (head.keep_alive ? "\nkeep\n" : "\nclose\n");
            reader.clear();
        }
        return true;
    });
    return result;
}

std::string responses(std::string_view text, std::size_t piece, const Limits& limits) {
    using Event = ResponseReader::Event;
    ResponseReader reader;
    reader.start();
    std::string result;
    in_pieces(text, piece, [&](std::string_view arrived) {
        for (;;) {
            switch (reader.next(arrived, limits)) {
                case Event::more: return true;
                case Event::head:
                    result += std::to_string(reader.head().status);
                    for (const auto& header : reader.head().headers) {
                        result += std::string(header.name) + ':' + std::string(header.value) + '\n';
                    }
                    break;
                case Event::data: result += reader.data(); break;
                case Event::end:
                    result += "\nend\n";
                    reader.start();
                    if (arrived.empty()) return true;
                    break;
                case Event::refused: result += reader.refusal().reason; return false;
            }
        }
    });
    return result;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 1) return 0;
    const std::size_t piece = std::size_t{1} + data[0] % 64;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    Limits limits;
    if (data[0] >= 128) limits = {64, 256, 6, 100, 40, 16};
    RequestHeadParser scratch;
    const std::string whole = requests(text, size, limits, scratch);
    law(requests(text, piece, limits, scratch) == whole, "cuts do not matter", text);
    law(requests(text, size, limits, scratch) == whole, "what came before does not matter", text);
    law(responses(text, size, limits) == responses(text, piece, limits), "cuts do not matter",
        text);
    return 0;
}
