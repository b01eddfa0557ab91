// The table of probe.hpp.
#include "client/probe.hpp"

#include "client/result_text.hpp"

#include <mcp/codec.hpp>

#include <utility>

namespace mcp::client {

namespace {

std::string list(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text.empty() ? "none" : text;
}

std::string list(Revisions revisions) {
    std::vector<std::string> dates;
    for (const std::string_view date : revision_dates) {
        if (revisions.contains(*revision_from(date))) dates.emplace_back(date);
    }
    return list(dates);
}

Revisions known_revisions(const std::vector<std::string>& dates) {
    Revisions known;
    for (const std::string& date : dates) {
        if (const auto revision = revision_from(date)) known = known | *revision;
    }
    return known;
}

}  // namespace

std::vector<std::string> supported_versions(const RpcError& error) {
    std::vector<std::string> versions;
    if (!error.data) return versions;
    const JsonView supported = (*error.data)["supported"];
    for (const JsonView each : supported.elements()) {
        if (auto version = each.as_string()) versions.push_back(std::move(*version));
    }
    return versions;
}

ProbeVerdict Probe::from_versions(const std::vector<std::string>& versions, bool ask_again,
                                  std::optional<DiscoverResult> discovered) const {
    const Revisions shared = known_revisions(versions) & allowed_;
    ProbeVerdict verdict;
    if (const auto modern = newest(shared & modern_revisions)) {
        verdict.next = ask_again ? ProbeVerdict::Next::ask_again : ProbeVerdict::Next::modern;
        verdict.revision = *modern;
        verdict.discovered = std::move(discovered);
        return verdict;
    }
    if (!(shared & legacy_revisions).empty()) return legacy({});
    verdict.next = ProbeVerdict::Next::incompatible;
    verdict.why =
        RpcError(Failure::not_negotiated, "no revision in common: the server speaks " +
                                              list(versions) + ", this client " + list(allowed_));
    return verdict;
}

ProbeVerdict Probe::legacy(const std::string& why) const {
    ProbeVerdict verdict;
    if ((allowed_ & legacy_revisions).empty()) {
        verdict.next = ProbeVerdict::Next::incompatible;
        verdict.why =
            RpcError(Failure::not_negotiated,
                     "the server does not speak a revision with server/discover, and this client "
                     "is set to speak only " +
                         list(allowed_) + (why.empty() ? "" : " (" + why + ")"));
    }
    return verdict;
}

ProbeVerdict Probe::answered(Revision asked, const Answer<std::string>& result) const {
    if (result) {
        auto discovered = decode<DiscoverResult>(complete_result(*result, true), asked);
        if (!discovered) return legacy(discovered.error().message());
        const std::vector<std::string> versions = discovered->supportedVersions;
        return from_versions(versions, false, std::move(*discovered));
    }
    const RpcError& error = result.error();
    if (error.failure == Failure::closed) return exited(error.message);
    if (error.failure == Failure::transport) {
        ProbeVerdict verdict;
        verdict.next = ProbeVerdict::Next::incompatible;
        verdict.why = error;
        return verdict;
    }
    if (error.failure == Failure::peer) {
        if (error.code == error_code::unsupported_version) {
            return from_versions(supported_versions(error), true, {});
        }
        if (error.code == error_code::header_mismatch ||
            error.code == error_code::missing_client_capability) {
            ProbeVerdict verdict;
            verdict.next = ProbeVerdict::Next::modern;
            verdict.revision = asked;
            return verdict;
        }
    }
    return legacy(error.message);
}

ProbeVerdict Probe::exited(const std::string& why) const {
    ProbeVerdict verdict = legacy(why);
    if (verdict.next == ProbeVerdict::Next::legacy) verdict.next = ProbeVerdict::Next::restart;
    return verdict;
}

std::optional<ProbeVerdict> Probe::initialize_refused(const RpcError& error) const {
    if (error.failure != Failure::peer || error.code != error_code::unsupported_version) return {};
    const auto modern =
        newest(known_revisions(supported_versions(error)) & allowed_ & modern_revisions);
    if (!modern) return {};
    ProbeVerdict verdict;
    verdict.next = ProbeVerdict::Next::ask_again;
    verdict.revision = *modern;
    return verdict;
}

}  // namespace mcp::client
