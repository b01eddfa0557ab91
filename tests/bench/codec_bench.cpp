// Typed decode and encode against what other libraries do with the same bytes: simdjson's DOM
// parse, and parse and dump of nlohmann::json and Boost.JSON, where they are installed.
#include <tests/bench/documents.hpp>
#include <tests/bench/measure.hpp>

#include <mcp/codec.hpp>

#include <simdjson.h>

#if MCPGEN_BENCH_NLOHMANN
#include <nlohmann/json.hpp>
#endif
#if MCPGEN_BENCH_BOOST
#include <boost/json.hpp>
#endif

#include <cstdio>
#include <cstdlib>
#include <string>

using namespace mcpgen::bench;

namespace {

constexpr std::size_t samples = 301;

[[noreturn]] void stop(const std::string& why) {
    std::fprintf(stderr, "%s\n", why.c_str());
    std::exit(2);
}

template <class T>
std::string encoded(const T& value, mcp::Revision revision) {
    auto text = mcp::encode(value, revision);
    if (!text) stop(text.error().message());
    return *std::move(text);
}

template <class T>
void compare_decode(Report& report, const std::string& text, mcp::Revision revision) {
    if (!mcp::decode<T>(text, revision)) stop("the document does not decode");
    const simdjson::padded_string padded(text);
    simdjson::dom::parser parser;
    std::vector<Subject> subjects{{"typed", [&] { keep(mcp::decode<T>(text, revision)); }},
                                  {"simdjson", [&] {
                                       simdjson::dom::element element;
                                       if (parser.parse(padded).get(element))
                                           stop("simdjson refuses the document");
                                       keep(element);
                                   }}};
#if MCPGEN_BENCH_NLOHMANN
    subjects.push_back({"nlohmann", [&] { keep(nlohmann::json::parse(text)); }});
#endif
#if MCPGEN_BENCH_BOOST
    subjects.push_back({"boost", [&] { keep(boost::json::parse(text)); }});
#endif
    const auto times = take_turns(subjects, samples);
    report.figure("decode", median(times[0]), "us");
    report.at_most("decode takes, of simdjson's DOM parse", ratio(times[0], times[1]), 2);
    for (std::size_t i = 2; i < subjects.size(); ++i) {
        const double faster = ratio(times[i], times[0]);
        if (subjects[i].name == "nlohmann") {
            report.at_least("decode is faster than nlohmann::json::parse by", faster, 5);
        } else {
            report.figure("decode is faster than boost::json::parse by", faster);
        }
    }
}

template <class T>
void compare_encode(Report& report, const std::string& text, mcp::Revision revision) {
    const T value = mcp::decode<T>(text, revision).value();
    if (encoded(value, revision) != text) stop("the document is not written as it was read");
    std::vector<Subject> subjects{{"typed", [&] { keep(mcp::encode(value, revision)); }}};
#if MCPGEN_BENCH_NLOHMANN
    const nlohmann::json nlohmann_value = nlohmann::json::parse(text);
    subjects.push_back({"nlohmann", [&] { keep(nlohmann_value.dump()); }});
#endif
#if MCPGEN_BENCH_BOOST
    const boost::json::value boost_value = boost::json::parse(text);
    subjects.push_back({"boost", [&] { keep(boost::json::serialize(boost_value)); }});
#endif
    const auto times = take_turns(subjects, samples);
    report.figure("encode", median(times[0]), "us");
    for (std::size_t i = 1; i < subjects.size(); ++i) {
        const double faster = ratio(times[i], times[0]);
        if (subjects[i].name == "nlohmann") {
            report.at_least("encode is faster than nlohmann::json::dump by", faster, 5);
        } else {
            report.figure("encode is faster than boost::json::serialize by", faster);
        }
    }
}

template <class T>
void compare(Report& report, const char* what, const T& value) {
    for (const mcp::Revision revision : {mcp::r2025_11_25, mcp::r2026_07_28}) {
        const std::string text = encoded(value, revision);
        report.heading(std::string(what) + " at " + std::string(mcp::to_string(revision)) + ", " +
                       std::to_string(text.size()) + " bytes");
        compare_decode<T>(report, text, revision);
        compare_encode<T>(report, text, revision);
    }
}

}  // namespace

int main() {
    pin_to_one_processor();
    Report report;
#if !MCPGEN_BENCH_NLOHMANN
    report.note("nlohmann::json is not installed (Debian: nlohmann-json3-dev): not compared");
#endif
#if !MCPGEN_BENCH_BOOST
    report.note("Boost.JSON is not installed (Debian: libboost-json1.81-dev): not compared");
#endif
    compare(report, "A tools/list result of 100 tools", hundred_tools());
    compare(report, "The params of a tools/call", one_call());
    return report.finish();
}
