// Described structs with 20 members: reading against rows as mcpgen writes them, and checking
// against a schema against ajv, where node has it.
//   bench_described [NODE SCRIPT MODULES]
#include <tests/bench/measure.hpp>

#include <mcp/codec_types.hpp>
#include <mcp/json_schema.hpp>
#include <mcp/schema_of.hpp>

#include <boost/describe/class.hpp>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

using namespace mcpgen::bench;

namespace {

constexpr std::size_t samples = 301;
constexpr mcp::Revision revision{};

[[noreturn]] void stop(const std::string& why) {
    std::fprintf(stderr, "%s\n", why.c_str());
    std::exit(2);
}

struct Arguments {
    std::string query;
    std::string language;
    std::string region;
    std::optional<std::string> site;
    std::optional<std::string> author;
    std::int64_t limit = 20;
    std::int64_t offset = 0;
    std::int64_t budget = 0;
    std::optional<std::int64_t> year;
    std::optional<std::int64_t> month;
    double minimum_score = 0;
    double boost = 1;
    std::optional<double> latitude;
    std::optional<double> longitude;
    bool exact = false;
    bool safe = true;
    bool explain = false;
    std::optional<bool> archived;
    std::vector<std::string> tags;
    std::vector<std::int64_t> shards;
};
#define MCP_MEMBERS                                                                            \
    (query, language, region, site, author, limit, offset, budget, year, month, minimum_score, \
     boost, latitude, longitude, exact, safe, explain, archived, tags, shards)
BOOST_DESCRIBE_STRUCT(Arguments, (), MCP_MEMBERS)

const mcp::Json document =
    mcp::Json::parse(
        R"({"query":"described structs","language":"en","region":"eu-north-1","site":"example.org",)"
        R"("author":"A. Author","limit":50,"offset":150,"budget":120000,"year":2026,"month":7,)"
        R"("minimum_score":0.25,"boost":1.5,"latitude":59.91,"longitude":10.75,"exact":true,)"
        R"("safe":false,"explain":true,"archived":false,"tags":["json","schema","c++"],)"
        R"("shards":[1,2,3,4]})")
        .value();

template <class M>
constexpr bool is_required = !mcp::detail::is_optional<M>;
template <auto Member>
constexpr mcp::FieldRow row(std::string_view name) {
    using M = std::remove_cvref_t<decltype(std::declval<Arguments&>().*Member)>;
    constexpr auto everywhere = mcp::Revisions::from_bits(~std::uint32_t{0});
    return {name, everywhere, is_required<M> ? everywhere : mcp::Revisions(), &mcp::field<Member>,
            &mcp::Codec<M>::ops};
}
#define MCP_ROW(name) row<&Arguments::name>(#name)
const mcp::FieldRow rows[] = {
    MCP_ROW(query),    MCP_ROW(language),  MCP_ROW(region),        MCP_ROW(site),
    MCP_ROW(author),   MCP_ROW(limit),     MCP_ROW(offset),        MCP_ROW(budget),
    MCP_ROW(year),     MCP_ROW(month),     MCP_ROW(minimum_score), MCP_ROW(boost),
    MCP_ROW(latitude), MCP_ROW(longitude), MCP_ROW(exact),         MCP_ROW(safe),
    MCP_ROW(explain),  MCP_ROW(archived),  MCP_ROW(tags),          MCP_ROW(shards)};

}  // namespace

template <>
struct mcp::Codec<Arguments> {
    static const RecordInfo info;
    static constexpr const TypeOps& ops = record_ops<Arguments>;
};
const mcp::RecordInfo mcp::Codec<Arguments>::info{"Arguments", rows, std::size(rows), nullptr};

namespace {

void compare_decode(Report& report) {
    const std::string text = document.dump();
    if (!mcp::from_json<Arguments>(document)) stop("the struct does not decode");
    if (!mcp::decode<Arguments>(text, revision)) stop("the record does not decode");
    const auto times =
        take_turns({{"described", [&] { keep(mcp::from_json<Arguments>(document)); }},
                    {"rows", [&] { keep(mcp::decode<Arguments>(text, revision)); }}},
                   samples);
    report.heading("Reading 20 members, " + std::to_string(text.size()) + " bytes");
    report.figure("from_json of a described struct", median(times[0]), "us");
    report.at_most("of the codec with generated rows", ratio(times[0], times[1]), 1.3);
}

struct Ajv {
    double parse_and_validate = 0;
    double validate = 0;
};

/// Microseconds of node's processor; false when it has no ajv.
bool run_ajv(const std::string& command, Ajv& figures) {
    FILE* const output = popen(command.c_str(), "r");
    if (!output) stop("cannot run " + command);
    const int found =
        std::fscanf(output, "%lf %lf", &figures.parse_and_validate, &figures.validate);
    return pclose(output) == 0 && found == 2;
}

void compare_validation(Report& report, const std::vector<std::string>& arguments) {
    const mcp::JsonObject schema = mcp::schema_of<Arguments>();
    const auto compiled = mcp::JsonSchema::compile(schema);
    if (!compiled || !compiled->accepts(document)) stop("the schema refuses the document");
    report.heading("Checking the same against its schema");
    if (arguments.size() != 3 || !std::filesystem::exists(arguments[2] + "/node_modules/ajv")) {
        report.note("node or ajv is not there (test roundtrip/install_validator): not compared");
        return;
    }
    const auto folder = std::filesystem::temp_directory_path();
    const auto file = folder / ("bench_described_" + std::to_string(::getpid()) + ".json");
    std::ofstream(file) << mcp::Json::object({{"schema", schema}, {"document", document}}).text();
    const std::string command = "'" + arguments[0] + "' '" + arguments[1] + "' '" + arguments[2] +
                                "' '" + file.string() + "'";
    std::vector<double> ours;
    std::vector<double> text;
    std::vector<double> parsed;
    Ajv figures;
    for (int round = 0; round < 5; ++round) {
        const auto times =
            take_turns({{"accepts", [&] { keep(compiled->accepts(document)); }}}, samples / 5);
        if (!run_ajv(command, figures)) stop("ajv does not run: " + command);
        ours.push_back(median(times[0]));
        text.push_back(figures.parse_and_validate);
        parsed.push_back(figures.validate);
    }
    std::filesystem::remove(file);
    report.figure("JsonSchema::accepts, from text", median(ours), "us");
    report.at_least("faster than JSON.parse and ajv's compiled function by", ratio(text, ours), 1);
    report.figure("faster than ajv's compiled function on a parsed object by", ratio(parsed, ours));
}

}  // namespace

int main(int argc, char** argv) {
    pin_to_one_processor();
    Report report;
    compare_decode(report);
    compare_validation(report, {argv + 1, argv + argc});
    return report.finish();
}
