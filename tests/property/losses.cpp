// See losses.hpp.
#include <tests/property/losses.hpp>

#include <mcp/fwd.hpp>

#include <atomic>

namespace mcp::testing {
namespace {

struct Entry {
    Loss loss;
    Revisions in;
    std::string_view owner;
    std::string_view member;
};

const Revisions json_value = since(r2026_07_28);
const Revisions elicitation = since(r2025_06_18);

const Entry entries[] = {
    {Loss::null_and_fractions, json_value, "JSONValue", ""},
    {Loss::null_and_fractions, json_value, "JSONObject", ""},
    {Loss::null_and_fractions, json_value, "JSONArray", ""},
    {Loss::null_and_fractions, json_value, "ClientCapabilities", "experimental"},
    {Loss::null_and_fractions, json_value, "ClientCapabilities", "extensions"},
    {Loss::null_and_fractions, json_value, "ClientCapabilitiesElicitation", "form"},
    {Loss::null_and_fractions, json_value, "ClientCapabilitiesElicitation", "url"},
    {Loss::null_and_fractions, json_value, "ClientCapabilitiesSampling", "context"},
    {Loss::null_and_fractions, json_value, "ClientCapabilitiesSampling", "tools"},
    {Loss::null_and_fractions, json_value, "CreateMessageRequestParams", "metadata"},
    {Loss::null_and_fractions, json_value, "ServerCapabilities", "completions"},
    {Loss::null_and_fractions, json_value, "ServerCapabilities", "experimental"},
    {Loss::null_and_fractions, json_value, "ServerCapabilities", "extensions"},
    {Loss::null_and_fractions, json_value, "ServerCapabilities", "logging"},
    {Loss::numbers, elicitation, "ElicitValue", ""},
};
std::atomic<bool> met[std::size(entries)];

// Open sets of texts in the TypeScript source, published as plain strings: here nothing is lost but
// the names.
constexpr std::string_view any_text[] = {"ResultType", "StopReason"};
std::atomic<bool> met_text[std::size(any_text)];

}  // namespace

bool is_lost(Loss loss, Revision revision, Place place) {
    for (std::size_t i = 0; i < std::size(entries); ++i) {
        const Entry& entry = entries[i];
        if (entry.loss != loss || !entry.in.contains(revision)) continue;
        if (entry.owner != place.owner || entry.member != place.member) continue;
        met[i] = true;
        return true;
    }
    return false;
}

bool is_any_text(std::string_view enumeration) {
    for (std::size_t i = 0; i < std::size(any_text); ++i) {
        if (any_text[i] == enumeration) return met_text[i] = true;
    }
    return false;
}

std::vector<std::string> unmet_losses() {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::size(entries); ++i) {
        if (!met[i])
            names.push_back(std::string(entries[i].owner) + "." + std::string(entries[i].member));
    }
    for (std::size_t i = 0; i < std::size(any_text); ++i) {
        if (!met_text[i]) names.emplace_back(any_text[i]);
    }
    return names;
}

}  // namespace mcp::testing
