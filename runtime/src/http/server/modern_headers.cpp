// Headers of modern requests. Values are decoded before they are compared; case counts.
#include "http/server/modern_headers.hpp"

#include "http/header_value.hpp"
#include "http/mirrored_params.hpp"
#include "json/string_text.hpp"

#include <mcp/methods.hpp>

#include <string>

namespace mcp::http {

namespace {

RpcError mismatch(std::string_view name, std::string_view what) {
    return {error_code::header_mismatch, std::string(name) + ": " + std::string(what)};
}

std::optional<RpcError> need(const Headers& headers, const header::Frequent& name) {
    const std::size_t count = headers.count(name);
    if (count == 1) return std::nullopt;
    return mismatch(name, count == 0 ? "the header is missing" : "the header is there twice");
}

/// The integer, however it is written: `42`, `42.0`.
std::optional<std::int64_t> integer(std::string_view text) {
    const auto value = Json::parse(text);
    return value ? value->as_int64() : std::nullopt;
}

std::optional<RpcError> compare(const MirroredParam& param, JsonView arguments,
                                const Headers& headers) {
    const std::size_t count = headers.count(param.header);
    if (count > 1) return mismatch(param.header, "the header is there twice");
    const auto argument = argument_at(arguments, param);
    if (!argument) {
        if (count == 0) return std::nullopt;
        return mismatch(param.header, "the body has no such argument");
    }
    if (count == 0) return mismatch(param.header, "the header is missing");
    const auto value = decode_value(headers.get(param.header));
    if (!value) return mismatch(param.header, "the value cannot be decoded");
    const auto text = mirrored_text(*argument);
    if (text && *text == *value) return std::nullopt;
    if (const auto number = argument->as_int64()) {
        if (integer(*value) == number) return std::nullopt;
    }
    return mismatch(param.header, "the body has another value");
}

}  // namespace

std::optional<RpcError> missing_header(const rpc::Envelope& message, const Headers& headers) {
    if (auto error = need(headers, header::protocol_version)) return error;
    if (auto error = need(headers, header::mcp_method)) return error;
    // Tasks are an extension: their methods may not exist here, which comes first.
    const std::string_view member = named_by(message.method);
    if (member.empty() || member == "taskId") return std::nullopt;
    return need(headers, header::mcp_name);
}

std::optional<RpcError> wrong_header(const rpc::Envelope& message, std::string_view version,
                                     const Headers& headers) {
    if (headers.get(header::protocol_version) != version) {
        return mismatch(header::protocol_version, "the body names another revision");
    }
    if (headers.get(header::mcp_method) != message.method) {
        return mismatch(header::mcp_method, "the body has another method");
    }
    const std::string_view member = named_by(message.method);
    const auto value = headers.find(header::mcp_name);
    if (member.empty() || !value) return std::nullopt;
    const auto name = decode_value(*value);
    if (!name) return mismatch(header::mcp_name, "the value cannot be decoded");
    const detail::StringText text(message.param(member));
    if (text && *text == *name) return std::nullopt;
    return mismatch(header::mcp_name, "the body has another name");
}

std::optional<RpcError> wrong_params(const rpc::Envelope& message, std::string_view principal,
                                     const Headers& headers, const server::Core& core) {
    if (named_by(message.method) == "taskId") return need(headers, header::mcp_name);
    if (message.method != CallTool::name || !message.params) return std::nullopt;
    const detail::StringText name(message.param("name"));
    const auto tool = name ? core.tool(*name, principal) : nullptr;
    if (!tool) return std::nullopt;  // said later
    const auto& params =
        tool->mirrored.get([&] { return mirrored_params(tool->declaration.inputSchema); });
    if (!params) return std::nullopt;  // no client knows such a tool
    const JsonView arguments = message.param("arguments").value_or(JsonView());
    for (const MirroredParam& param : *params) {
        if (auto error = compare(param, arguments, headers)) return error;
    }
    return std::nullopt;
}

bool headers_too_large(const Headers& headers, std::size_t most) {
    std::size_t all = 0;
    for (const HttpHeader& field : headers.all()) all += field.name.size() + field.value.size();
    if (all <= most) return false;
    std::size_t size = 0;
    for (const HttpHeader& field : headers.all()) {
        if (starts_with_name(field.name, "Mcp-")) size += field.name.size() + field.value.size();
    }
    return size > most;
}

}  // namespace mcp::http
