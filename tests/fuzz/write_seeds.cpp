// Writes the inputs that the fuzzers start from: the hand-made ones in corpus/, every definition of
// our schemas with what it refers to, and the documents of decode_seeds.txt at every revision at
// which they decode.
//   write_seeds <top of the checkout> <folder>
#include <tests/fuzz/types.hpp>

#include <mcp/codec_api.hpp>
#include <mcp/fwd.hpp>
#include <mcp/json.hpp>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <string>

namespace fs = std::filesystem;
using mcp::JsonMember;
using mcp::JsonView;

namespace {

[[noreturn]] void stop(const std::string& why) {
    std::fprintf(stderr, "write_seeds: %s\n", why.c_str());
    std::exit(1);
}

std::string read(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) stop("cannot read " + path.string());
    return {std::istreambuf_iterator<char>(file), {}};
}

void write(const fs::path& path, std::string_view text) {
    fs::create_directories(path.parent_path());
    std::ofstream file(path, std::ios::binary);
    file.write(text.data(), static_cast<std::streamsize>(text.size()));
    if (!file) stop("cannot write " + path.string());
}

// ---- schemas ----

/// The names of all definitions that a value refers to.
void add_references(JsonView value, JsonView definitions, std::set<std::string>& names) {
    for (const JsonView element : value.elements()) add_references(element, definitions, names);
    for (const JsonMember& member : value.members()) {
        if (!member.named("$ref")) {
            add_references(member.value, definitions, names);
            continue;
        }
        const std::string reference = member.value.as_string().value_or("");
        const std::string name = reference.substr(reference.find_last_of('/') + 1);
        const auto definition = definitions.find(name);
        if (definition && names.insert(name).second)
            add_references(*definition, definitions, names);
    }
}

std::string slice(std::string_view key, JsonView definitions, const std::set<std::string>& names) {
    std::string text;
    for (const JsonMember& member : definitions.members()) {
        if (!names.contains(member.name())) continue;
        text += text.empty() ? "" : ",";
        text += '"' + std::string(member.raw_name) + "\":" + std::string(member.value.text());
    }
    return "{\"" + std::string(key) + "\":{" + text + "}}";
}

constexpr std::size_t largest_slice = 6000;  // small inputs are what a fuzzer learns from

std::size_t write_slices(const fs::path& schema, const fs::path& folder) {
    const auto document = mcp::Json::parse(read(schema));
    if (!document) stop(schema.string() + ": " + document.error().message());
    const std::string_view key = document->contains("$defs") ? "$defs" : "definitions";
    const JsonView definitions = document->view()[key];
    std::size_t count = 0;
    for (const JsonMember& member : definitions.members()) {
        std::set<std::string> names{member.name()};
        add_references(member.value, definitions, names);
        const std::string text = slice(key, definitions, names);
        if (text.size() > largest_slice) continue;
        const std::string name = schema.stem().string() + "-" + member.name();
        write(folder / (name + "-merged"), "3" + text + "\n---\n" + text);
        write(folder / name, "1" + text);
        count += 2;
    }
    return count;
}

// ---- documents ----

/// A line is the name of a type without its namespace, a space, and a document.
std::size_t write_documents(const fs::path& list, const fs::path& folder) {
    std::ifstream file(list);
    if (!file) stop("cannot read " + list.string());
    std::size_t count = 0;
    std::size_t number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        if (line.empty() || line.front() == '#') continue;
        const std::string name = line.substr(0, line.find(' '));
        const std::string document = line.substr(name.size());
        bool known = false;
        bool decodes = false;
        for (std::size_t i = 0; i < mcp::fuzz::type_count; ++i) {
            const mcp::fuzz::Type& type = mcp::fuzz::types[i];
            if (!type.name.ends_with("::" + name)) continue;
            known = true;
            for (std::size_t r = 0; r < std::size(mcp::revision_dates); ++r) {
                const std::unique_ptr<void, void (*)(void*)> value(type.create(), type.destroy);
                mcp::CodecError error;
                if (!mcp::detail::decode_document(document, value.get(), *type.ops,
                                                  static_cast<mcp::Revision>(r), {}, error)) {
                    continue;
                }
                decodes = true;
                const std::string head{static_cast<char>(i & 0xff), static_cast<char>(i >> 8),
                                       static_cast<char>(r)};
                write(folder / (std::to_string(number) + "-" + std::to_string(i) + "-" +
                                std::to_string(r)),
                      head + document);
                ++count;
            }
        }
        if (!known)
            stop(list.string() + ":" + std::to_string(number) + ": there is no type " + name);
        if (!decodes)
            stop(list.string() + ":" + std::to_string(number) + ": no revision decodes this");
    }
    return count;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) stop("give the top of the checkout and a folder");
    const fs::path top = argv[1];
    const fs::path out = argv[2];
    fs::remove_all(out);
    std::size_t count = 0;
    for (const auto& entry : fs::recursive_directory_iterator(top / "tests/fuzz/corpus")) {
        if (!entry.is_regular_file()) continue;
        const fs::path name = fs::relative(entry.path(), top / "tests/fuzz/corpus");
        write(out / name, read(entry.path()));
        ++count;
    }
    for (const auto& entry : fs::directory_iterator(top / "schema")) {
        const fs::path path = entry.path();
        if (path.extension() == ".json" && path.filename() != "overrides.json") {
            count += write_slices(path, out / "schema");
        }
    }
    count += write_documents(top / "tests/fuzz/decode_seeds.txt", out / "decode");
    std::printf("%zu inputs\n", count);
}
