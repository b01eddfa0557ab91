// A verdict as text.
#include <mcp/server_verdict.hpp>

#include <mcp/codec.hpp>

#include <utility>

namespace mcp {

std::string to_text(const ServerVerdict& verdict) {
    const auto seconds =
        std::chrono::duration_cast<std::chrono::seconds>(verdict.expires.time_since_epoch());
    JsonObject text{{"era", verdict.era == Era::modern ? "modern" : "legacy"},
                    {"revision", to_string(verdict.revision)},
                    {"expires", static_cast<std::int64_t>(seconds.count())}};
    if (!verdict.transport.empty()) text.set("transport", verdict.transport);
    if (verdict.discovered) {
        if (const auto discovered = encode(*verdict.discovered, verdict.revision)) {
            if (auto json = Json::parse(*discovered)) text.set("discovered", *json);
        }
    }
    return text.dump();
}

Result<ServerVerdict> verdict_from_text(std::string_view text) {
    const auto bad = [](std::string why) {
        return Unexpected(Error{"not a kept verdict: " + std::move(why)});
    };
    const auto object = JsonObject::parse(text);
    if (!object) return bad(object.error().message());
    const auto date = (*object)["revision"].as_string();
    const auto known = date ? revision_from(*date) : std::nullopt;
    const auto expires = (*object)["expires"].as_int64();
    const auto era = (*object)["era"].as_string();
    if (!known || !expires || !era) return bad("era, revision or expires is missing");
    const Revision revision = *known;
    ServerVerdict verdict;
    verdict.era = era_of(revision);
    if (*era != (verdict.era == Era::modern ? "modern" : "legacy")) {
        return bad("the revision is of another era");
    }
    verdict.revision = revision;
    verdict.expires = std::chrono::system_clock::time_point(std::chrono::seconds(*expires));
    verdict.transport = (*object)["transport"].as_string().value_or(std::string());
    if (const auto discovered = object->find("discovered")) {
        auto result = decode<DiscoverResult>(discovered->text(), revision);
        if (!result) return bad(result.error().message());
        verdict.discovered = std::move(*result);
    }
    return verdict;
}

}  // namespace mcp
