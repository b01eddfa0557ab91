// The stages of this front end in order. See typescript.hpp.
#include <generator/schema/typescript/typescript.hpp>

#include <generator/schema/typescript/lowering.hpp>
#include <generator/schema/typescript/messages.hpp>
#include <generator/schema/typescript/names.hpp>
#include <generator/schema/typescript/order.hpp>
#include <generator/schema/typescript/parser.hpp>
#include <generator/schema/typescript/reporter.hpp>
#include <generator/support/file_io.hpp>
#include <generator/support/messages.hpp>
#include <generator/support/utf8.hpp>

#include <utility>

namespace mcpgen {
namespace {

/// Reports the first byte that is not UTF-8.
bool check_utf8(std::string_view text, typescript::Reporter& reporter) {
    std::size_t offset = 0;
    while (offset < text.size()) {
        const auto byte = static_cast<unsigned char>(text[offset]);
        const std::size_t length = byte < 0x80 ? 1 : utf8_length(text.substr(offset));
        if (length == 0) {
            reporter.error(LineCounter(text).at(offset), messages::invalid_utf8());
            return false;
        }
        offset += length;
    }
    return true;
}

/// How many schema values a file with so many types may give: far more than any that is written by
/// hand, and few enough that types which repeat each other end in a message and not in a crash.
std::size_t node_limit(std::size_t types) { return 200'000 + 16 * types; }

}  // namespace

std::optional<Document> parse_typescript(SharedText file, std::string_view text,
                                         Diagnostics& diagnostics) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    const std::size_t max_bytes = DocumentLimits{}.max_bytes;
    if (text.size() > max_bytes) {
        diagnostics.error({.file = std::move(file), .pointer = {}},
                          messages::too_large(text.size(), max_bytes));
        return std::nullopt;
    }
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());

    typescript::Reporter reporter(file, diagnostics);
    if (!check_utf8(text, reporter)) return std::nullopt;
    typescript::SourceFile source = typescript::Parser(text, reporter).run();
    if (reporter.failed()) return std::nullopt;

    typescript::Names names(source, reporter);
    names.check();
    if (reporter.failed()) return std::nullopt;

    typescript::number_types(names);
    Node root = typescript::Lowering(names, node_limit(source.types), reporter).document();
    if (reporter.failed()) return std::nullopt;
    return Document{std::move(file), std::move(root)};
}

std::optional<Document> read_typescript(const std::string& path, Diagnostics& diagnostics) {
    const auto text = read_file(path, diagnostics, DocumentLimits{}.max_bytes);
    if (!text) return std::nullopt;
    return parse_typescript(path == "-" ? "<stdin>" : path, *text, diagnostics);
}

}  // namespace mcpgen
