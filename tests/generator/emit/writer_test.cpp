// The writer: blank lines, comments, wrapped lists and tables.
#include <generator/emit/writer.hpp>

#include "catch.hpp"

using mcpgen::Writer;

TEST_CASE("a gap is one blank line, and none at the start of a block") {
    Writer writer;
    writer.gap();
    writer.open("struct A");
    writer.gap();
    writer.line("int a;");
    writer.gap();
    writer.gap();
    writer.line("int b;");
    writer.gap();
    writer.close("};");
    CHECK(writer.take() == "struct A {\n    int a;\n\n    int b;\n};\n");
}

TEST_CASE("a comment is wrapped, and keeps its line break only when it needs more than a line") {
    Writer writer;
    writer.comment("");
    writer.comment("Short.\nAlso short.");
    const std::string words(60, 'a');
    writer.comment(words + " " + words + "\n" + "note");
    CHECK(writer.take() ==
          "/// Short. Also short.\n/// " + words + "\n/// " + words + "\n/// note\n");
}

TEST_CASE("width counts characters, not bytes") {
    CHECK(mcpgen::length_of("für") == 3);
    CHECK(mcpgen::wrap("üüü üüü", 7).size() == 1);
    CHECK(mcpgen::wrap("üüü üüü", 6).size() == 2);
}

TEST_CASE("a long list goes on below its first item, and no line is too long") {
    Writer writer;
    const std::vector<std::string> items(12, "std::string");
    writer.list("struct Many : std::variant<", items, "> {");
    const std::string text = writer.take();
    CHECK(text.find("\n                           std::string,") != std::string::npos);
    CHECK(text.ends_with("std::string> {\n"));
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        CHECK(end - at <= Writer::width);
        at = end + 1;
    }
}

TEST_CASE("a block stays on one line when it fits") {
    Writer writer;
    writer.block("enum class A", {"x", "y"}, ";");
    writer.block("enum class None", {}, ";");
    writer.block("enum class B", std::vector<std::string>(20, "enumerator"), ";");
    const std::string text = writer.take();
    CHECK(text.starts_with(
        "enum class A { x, y };\nenum class None {};\nenum class B {\n    enumerator, "));
    CHECK(text.ends_with("enumerator,\n};\n"));
}

TEST_CASE("comments stand behind the code when all of them fit, else all above") {
    Writer writer;
    writer.entries({{"int a;", "one"}, {"std::string b;", "two"}, {"int c;", ""}});
    CHECK(writer.take() == "int a;          ///< one\nstd::string b;  ///< two\nint c;\n");
    writer.entries({{"int a;", "one"}, {"int b;", std::string(95, 'x')}});
    CHECK(writer.take() == "/// one\nint a;\n/// " + std::string(95, 'x') + "\nint b;\n");
}

TEST_CASE("a table has columns, and folds all rows when one is too long") {
    Writer writer;
    writer.table({{"\"a\"", "all", "1"}, {"\"long\"", "{}"}}, 2);
    CHECK(writer.take() == "{\"a\",    all, 1},\n{\"long\", {}},\n");
    const std::string cell(90, 'x');
    writer.table({{"a", "b", cell, cell}, {"aa", "b", "c"}, {"a", "b"}}, 2);
    CHECK(writer.take() == "{a,  b,\n " + cell + ",\n " + cell + "},\n{aa, b,\n c},\n{a,  b},\n");
}
