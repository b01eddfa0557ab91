// JSON documents: the tree, the places in it, and what is refused.
#include <generator/schema/document.hpp>
#include <generator/schema/json_fault.hpp>

#include "catch.hpp"
#include "generator/support/temporary_folder.hpp"

#include <map>
#include <sstream>

using namespace mcpgen;
using test::TemporaryFolder;

namespace {

Document must_parse(std::string_view text) {
    Diagnostics diagnostics;
    auto document = parse_document("t.json", text, diagnostics);
    for (const Diagnostic& each : diagnostics.all()) UNSCOPED_INFO(to_text(each, false));
    REQUIRE(document.has_value());
    REQUIRE(diagnostics.all().empty());
    return std::move(*document);
}

/// Every problem as `line:column: sentence (pointer)`.
std::vector<std::string> problems(std::string_view text, const DocumentLimits& limits = {}) {
    Diagnostics diagnostics;
    REQUIRE_FALSE(parse_document("t.json", text, diagnostics, limits).has_value());
    std::vector<std::string> out;
    for (const Diagnostic& each : diagnostics.all()) {
        CHECK(each.where.file == "t.json");
        CHECK(each.severity == Severity::error);
        std::string line = std::to_string(each.where.line) + ':' +
                           std::to_string(each.where.column) + ": " + each.message;
        if (!each.where.pointer.empty()) line += " (" + each.where.pointer.str() + ')';
        out.push_back(line);
    }
    return out;
}

using Lines = std::vector<std::string>;

/// The tree as text, with the place of every value.
void describe(const Node& node, std::ostream& out) {
    out << node.line << ':' << node.column << ' ';
    switch (node.kind) {
        case Node::Kind::null: out << "null"; break;
        case Node::Kind::boolean: out << (node.boolean ? "true" : "false"); break;
        case Node::Kind::number: out << node.text.view(); break;
        case Node::Kind::string: out << '\'' << node.text.view() << '\''; break;
        case Node::Kind::array:
            out << '[';
            for (const Node& item : node.items) describe(item, out << ' ');
            out << " ]";
            break;
        case Node::Kind::object:
            out << '{';
            for (const KeyValue& member : node.members)
                describe(member.value, out << ' ' << member.key.view() << '=');
            out << " }";
    }
}

std::string described(std::string_view text) {
    std::ostringstream out;
    describe(must_parse(text).root, out);
    return out.str();
}

std::string nested(std::size_t levels) {
    return std::string(levels, '[') + std::string(levels, ']');
}

}  // namespace

TEST_CASE("every value is in the tree, in document order, with its line and column") {
    CHECK(described("{\"z\": [1, null],\n  \"a\": {\"b\": true},\r\n\"\xc3\xa9\": \"\xc3\xa9\", "
                    "\"x\": false}") ==
          "1:1 { z=1:7 [ 1:8 1 1:11 null ] a=2:8 { b=2:14 true } \xc3\xa9=3:6 '\xc3\xa9' "
          "x=3:16 false }");
    CHECK(described("[]") == "1:1 [ ]");
    CHECK(described("\n {} \n") == "2:2 { }");
}

TEST_CASE("a document may be a single value") {
    CHECK(described(" null") == "1:2 null");
    CHECK(described("true\n") == "1:1 true");
    CHECK(described("-1.50 ") == "1:1 -1.50");
    CHECK(described("\"a\"\n") == "1:1 'a'");
}

TEST_CASE("numbers stay as they are written") {
    CHECK(described("[1.0, 1e2, -0, 123456789012345678901234567890, 1e400]") ==
          "1:1 [ 1:2 1.0 1:7 1e2 1:12 -0 1:16 123456789012345678901234567890 1:48 1e400 ]");
}

TEST_CASE("strings and keys are unescaped") {
    const Document document = must_parse(R"({"a\u00e9\n": "\ud83d\ude00\"\\\/\u0000"})");
    REQUIRE(document.root.members.size() == 1);
    CHECK(document.root.members[0].key == "a\xc3\xa9\n");
    CHECK(document.root.members[0].value.text == std::string("\xf0\x9f\x98\x80\"\\/\0", 8));
}

TEST_CASE("members are found by their key") {
    const Document document = must_parse(R"({"a": 1, "b": 2})");
    REQUIRE(document.root.find("b") != nullptr);
    CHECK(document.root.find("b")->text == "2");
    CHECK(document.root.find("c") == nullptr);
    CHECK(document.root.find("a")->find("x") == nullptr);
}

TEST_CASE("a byte order mark is skipped and does not count as a column") {
    CHECK(described("\xef\xbb\xbf[1]") == "1:1 [ 1:2 1 ]");
    CHECK(problems("\xef\xbb\xbf\xef\xbb\xbf[1]").size() == 1);
}

TEST_CASE("a place knows its pointer and location") {
    const Document document = must_parse("{\"$defs\": {\"a/b~c\":\n [10, 20]}}");
    const Place root(document);
    const Place defs(root, "$defs", *root->find("$defs"));
    const Place list(defs, "a/b~c", *defs->find("a/b~c"));
    const Place item(list, 1, list->items[1]);
    CHECK(root.pointer() == "#");
    CHECK(item.pointer() == "#/$defs/a~1b~0c/1");
    CHECK(item.location().file == "t.json");
    CHECK(item.location().line == 2);
    CHECK(item.location().column == 7);
}

TEST_CASE("text that is no JSON is refused with line and column") {
    CHECK(problems("") == Lines{"1:1: the file is empty"});
    CHECK(problems("\xef\xbb\xbf") == Lines{"1:1: the file is empty"});
    CHECK(problems("hello") == Lines{"1:1: this is not JSON: expected a value, found `hello`"});
    CHECK(problems("{\n \"a\": [1,\n 2") ==
          Lines{"3:3: the text ends too early: the array that begins on line 2 is not closed"});
    CHECK(problems("{\n\"a\": tru\n}") ==
          Lines{"2:6: this is not JSON: expected a value, found `tru`"});
    CHECK(problems("[1]\n[2]") ==
          Lines{"2:1: there is more text after the end of the JSON document"});
    CHECK(problems("\"a\" 1") ==
          Lines{"1:5: there is more text after the end of the JSON document"});
    CHECK(problems("true 1") ==
          Lines{"1:6: there is more text after the end of the JSON document"});
    CHECK(problems("{\"a\": \"x\xff\"}") == Lines{"1:9: the text is not valid UTF-8 here"});
    CHECK(problems("{\"a\": \"\\ud800\"}") == Lines{"1:8: half of a surrogate pair stands alone"});
}

TEST_CASE("what no one would ask for is checked too") {
    CHECK(problems(R"({"zz": [tru, 1], "name": "a"})").size() == 1);
    CHECK(problems(R"({"zz": {"a": 01}, "name": "a"})").size() == 1);
    CHECK(problems(R"({"zz": {"a": "\x"}})").size() == 1);
    CHECK(problems("{\"zz\": [[[[" + nested(200) + "]]]]}").size() == 1);
    // A string is no key, whatever follows it.
    CHECK(problems(R"(["a":1]])").size() == 1);
    CHECK(problems(R"({"k":"a":1}})").size() == 1);
    CHECK(problems(R"({"x":{"type":"string":"oops","required":["a"]}},"y":1})").size() == 1);
    CHECK(problems(R"({"x":{"type":"a\u0062":"oops","required":["a"]}},"y":1})").size() == 1);
}

TEST_CASE("what is nested inside lists and objects keeps its place among what is around it") {
    CHECK(described(R"([1,{"a":[2,{"b":[]},3],"c":4},5])") ==
          "1:1 [ 1:2 1 1:4 { a=1:9 [ 1:10 2 1:12 { b=1:17 [ ] } 1:21 3 ] c=1:28 4 } 1:31 5 ]");
    CHECK(described(R"({"a":{"a":{"a":1},"b":2},"b":3})") ==
          "1:1 { a=1:6 { a=1:11 { a=1:16 1 } b=1:23 2 } b=1:30 3 }");
}

TEST_CASE("words and long texts are read alike") {
    for (const std::size_t size : {0U, 1U, 15U, 16U, 17U, 64U, 5000U}) {
        const std::string word(size, 'w');
        const Document document =
            must_parse("[\"" + word + "\",\"" + word + "\",\"" + word + "\\n\"]");
        CHECK(document.root.items[0].text == word);
        CHECK(document.root.items[1].text == word);
        CHECK(document.root.items[2].text == word + "\n");
    }
}

TEST_CASE("each duplicate key is reported with the line of the first") {
    CHECK(problems("{\"a\": 1, \"b\": {\"x\": 1,\n \"x\": 2},\n\"a\": 3}") ==
          Lines{"2:2: the key `x` appears twice in this object, first on line 1 (#/b/x)",
                "3:1: the key `a` appears twice in this object, first on line 1 (#/a)"});
    CHECK(problems(R"({"a": 1, "\u0061": 2})").size() == 1);
}

TEST_CASE("duplicate keys are found in large objects, and do not flood the screen") {
    std::string keys = "{";
    for (int i = 0; i < 300; ++i) keys += "\"k" + std::to_string(i) + "\":\n0,";
    CHECK(must_parse(keys + "\"last\": 0}").root.members.size() == 301);
    CHECK(problems(keys + "\"k250\": 0}") ==
          Lines{"301:3: the key `k250` appears twice in this object, first on line 252 (#/k250)"});
    CHECK(problems(keys + keys.substr(1) + "\"last\": 0}").size() == 20);
    CHECK(problems(keys + "\"k2\\u0035\": 0}").size() == 1);
}

TEST_CASE("duplicate keys and a fault behind them are both reported") {
    const auto found = problems("{\"a\": 1,\n\"a\": 2,\n\"b\" 3}");
    REQUIRE(found.size() == 2);
    CHECK(found[1] == "3:5: this is not JSON: expected `:`, found `3`");
}

TEST_CASE("depth is limited, and far too much of it does no harm") {
    CHECK(must_parse(nested(128)).root.items.size() == 1);
    CHECK(problems(nested(129)) == Lines{"1:129: values are nested deeper than 128 levels"});
    CHECK(problems(nested(10'000)).size() == 1);
    std::string objects;
    for (int i = 0; i < 10'000; ++i) objects += "{\"a\":";
    CHECK(problems(objects + "1" + std::string(10'000, '}')).size() == 1);
    CHECK(problems(std::string(1'000'000, '[')).size() == 1);
}

TEST_CASE("size and the number of values are limited") {
    DocumentLimits limits;
    limits.max_bytes = 8;
    CHECK(problems("[1, 2, 3]", limits) ==
          Lines{"0:0: the file is too large: 9 bytes, at most 8 bytes are read"});
    limits = {};
    limits.max_values = 3;
    CHECK(problems("[1, 2, 3]", limits) == Lines{"1:8: the document holds more than 3 values"});
}

TEST_CASE("a file is read, and one that cannot be is reported") {
    const TemporaryFolder folder;
    folder.put("a.json", "{\"a\": 1}");
    folder.put("huge.json", "");
    std::filesystem::resize_file(folder / "huge.json", 100'000'000);
    Diagnostics diagnostics;
    const auto document = read_document((folder / "a.json").string(), diagnostics);
    REQUIRE(document.has_value());
    CHECK(document->file == (folder / "a.json").string());
    CHECK_FALSE(diagnostics.failed());
    CHECK_FALSE(read_document("no/such.json", diagnostics).has_value());
    CHECK_FALSE(read_document(folder.path().string(), diagnostics).has_value());
    CHECK_FALSE(read_document((folder / "huge.json").string(), diagnostics).has_value());
    REQUIRE(diagnostics.error_count() == 3);
    CHECK(diagnostics.all()[0].message == "cannot read the file: No such file or directory");
    CHECK(diagnostics.all()[1].message == "this is a folder, a file is needed");
    CHECK(diagnostics.all()[2].message ==
          "the file is too large: 95.3 MiB, at most 64 MiB are read");
}

TEST_CASE("a file is read as it is: its mark, its places, and none of what was behind it") {
    const TemporaryFolder folder;
    folder.put("marked.json", "\xef\xbb\xbf{\"a\": \"b\"}");
    folder.put("faulty.json", "{\"a\": 1,\n  \"b\": tru}");
    folder.put("cut.json", "{\"a\": \"b");
    folder.put("empty.json", "");
    Diagnostics diagnostics;
    const auto marked = read_document((folder / "marked.json").string(), diagnostics);
    REQUIRE(marked.has_value());
    CHECK(marked->root.find("a")->text == "b");
    CHECK(marked->root.find("a")->column == 7);
    REQUIRE(diagnostics.all().empty());
    for (const char* name : {"faulty.json", "cut.json", "empty.json"})
        CHECK_FALSE(read_document((folder / name).string(), diagnostics).has_value());
    REQUIRE(diagnostics.error_count() == 3);
    CHECK(diagnostics.all()[0].where.line == 2);
    CHECK(diagnostics.all()[0].where.column == 8);
    CHECK(diagnostics.all()[1].where.column == 9);
}

TEST_CASE("every text with one byte changed is accepted, or refused with a place and a reason") {
    const std::string text =
        "{\"a\": [1, -2.5e3, \"\\u00e9\xc3\xa9\"],\n \"b\": {\"c\": null, \"d\": true}}";
    const std::string bytes("\0\n \"\\,:[]{}0-+.eEtnu/z\x7f\x80\xc3\xff", 27);
    int accepted = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        for (const char byte : bytes) {
            std::string changed = text;
            changed[at] = byte;
            Diagnostics diagnostics;
            if (parse_document("t.json", changed, diagnostics)) {
                ++accepted;
                REQUIRE_FALSE(find_json_fault(changed));
                continue;
            }
            INFO(changed);
            REQUIRE(diagnostics.error_count() == 1);
            REQUIRE(diagnostics.all()[0].where.line > 0);
        }
        Diagnostics diagnostics;
        INFO(text.substr(0, at));
        REQUIRE_FALSE(parse_document("t.json", text.substr(0, at), diagnostics).has_value());
        REQUIRE(diagnostics.error_count() == 1);
        REQUIRE(diagnostics.all()[0].where.line > 0);
    }
    CHECK(accepted > 100);
}
