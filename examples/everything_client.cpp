// The client that the official conformance suite drives. The address is the last argument; which
// scenario it is, and what belongs to it, comes in the environment. Without an address it says how
// it is used.
#include <mcp/http_client.hpp>
#include <mcp/oauth.hpp>

#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <string_view>
#include <thread>

namespace {

using Scenario = std::function<bool(mcp::Client&)>;

std::string setting(const char* name, const char* otherwise) {
    const char* const value = std::getenv(name);
    return value && *value ? value : otherwise;
}

template <class T>
bool well(const mcp::Answer<T>& answer) {
    if (!answer) std::cerr << answer.error().message << '\n';
    return answer.has_value();
}

bool call(mcp::Client& client, const std::string& tool, const mcp::JsonObject& arguments = {}) {
    return well(client.call_tool(tool, arguments));
}

bool list_tools(mcp::Client& client) { return well(client.tools()); }

/// Everything that is there: lists, and each tool, resource and prompt of them.
bool use_everything(mcp::Client& client) {
    const auto tools = client.tools();
    const auto resources = client.resources();
    const auto prompts = client.prompts();
    if (!well(tools) || !well(resources) || !well(prompts)) return false;
    bool good = true;
    for (const mcp::Tool& tool : *tools) good = call(client, tool.name) && good;
    for (const mcp::Resource& each : *resources) {
        good = well(client.read_resource(each.uri)) && good;
    }
    for (const mcp::Prompt& prompt : *prompts) good = well(client.prompt(prompt.name)) && good;
    return good;
}

/// What belongs to the scenario.
std::string context(std::string_view name) {
    const auto all = mcp::Json::parse(setting("MCP_CONFORMANCE_CONTEXT", "{}"));
    return all ? (*all)[name].as_string().value_or("") : std::string();
}

/// Sends a GET to an address of this machine; gives the reply when somebody wants it.
std::string get(const std::string& url, bool wait) {
    const std::size_t host = url.find("://") + 3;
    const std::size_t colon = url.find(':', host);
    const std::size_t path = url.find('/', host);
    if (colon == std::string::npos || path == std::string::npos) return {};
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (::getaddrinfo(url.substr(host, colon - host).c_str(),
                      url.substr(colon + 1, path - colon - 1).c_str(), &hints, &found) != 0) {
        return {};
    }
    int socket = -1;
    for (const addrinfo* each = found; each && socket < 0; each = each->ai_next) {
        socket = ::socket(each->ai_family, each->ai_socktype, each->ai_protocol);
        if (::connect(socket, each->ai_addr, each->ai_addrlen) == 0) break;
        ::close(socket);
        socket = -1;
    }
    ::freeaddrinfo(found);
    const std::string request = "GET " + url.substr(path) +
                                " HTTP/1.1\r\nHost: " + url.substr(host, path - host) +
                                "\r\nConnection: close\r\n\r\n";
    std::string reply;
    if (::send(socket, request.data(), request.size(), MSG_NOSIGNAL) > 0 && wait) {
        char bytes[4096];
        for (ssize_t size = 0; (size = ::recv(socket, bytes, sizeof bytes, 0)) > 0;) {
            reply.append(bytes, static_cast<std::size_t>(size));
        }
    }
    ::close(socket);
    return reply;
}

/// In place of a browser and a person: says yes, and follows the redirect.
bool approve(const std::string& page) {
    const std::string reply = get(page, true);
    const std::size_t at = reply.find("ocation: ");
    if (at == std::string::npos) return false;
    const std::string to = reply.substr(at + 9, reply.find("\r\n", at) - at - 9);
    get(to, false);  // who listens there answers when we have come back
    return true;
}

std::shared_ptr<mcp::TokenSource> tokens_for(const std::string& scenario) {
    const mcp::RegisteredClient client{{}, context("client_id"), context("client_secret")};
    if (scenario == "auth/client-credentials-jwt") {
        mcp::ClientCredentialsOptions options;
        options.client = client;
        options.private_key = context("private_key_pem");
        options.algorithm = context("signing_algorithm");
        return mcp::client_credentials(options);
    }
    if (scenario == "auth/client-credentials-basic") {
        mcp::ClientCredentialsOptions options;
        options.client = client;
        return mcp::client_credentials(options);
    }
    if (scenario == "auth/enterprise-managed-authorization") {
        mcp::EnterpriseOptions options;
        options.client = client;
        options.idp_token_endpoint = context("idp_token_endpoint");
        options.idp_client.id = context("idp_client_id");
        options.subject_token = [] { return context("idp_id_token"); };
        return mcp::enterprise_login(options);
    }
    if (scenario == "auth/wif-jwt-bearer") {
        mcp::WorkloadOptions options;
        options.client = client;
        options.assertion = [] { return context("valid_jwt"); };
        return mcp::workload_identity(options);
    }
    mcp::LoginOptions options;
    options.client_name = "everything-client";
    options.client_id_document = "https://conformance-test.local/client-metadata.json";
    if (!client.id.empty()) options.clients = {client};
    options.open_browser = approve;
    options.login_timeout = std::chrono::seconds(5);
    auto source = mcp::login(options);
    return scenario.starts_with("auth/dpop") ? mcp::with_dpop(source) : source;
}

/// The calls that the suite wants, after the tools have been listed.
bool call_as_told(mcp::Client& client) {
    const auto context = mcp::Json::parse(setting("MCP_CONFORMANCE_CONTEXT", "{}"));
    if (!context || !list_tools(client)) return false;
    for (const mcp::JsonView each : (*context)["toolCalls"].elements()) {
        const auto arguments = mcp::Json(each["arguments"]).as_object();
        const auto name = each["name"].as_string();
        if (!name || !call(client, *name, arguments.value_or(mcp::JsonObject()))) return false;
    }
    return true;
}

/// Sends a schema back as it came.
bool echo_schema(mcp::Client& client) {
    const auto tools = client.tools();
    if (!well(tools)) return false;
    for (const mcp::Tool& tool : *tools) {
        if (tool.name != "json_schema_2020_12_tool") continue;
        return call(client, "json_schema_echo", {{"schema", tool.inputSchema}});
    }
    return false;
}

/// Questions come on the stream of the server's own messages, which must be there before.
bool fill_form(mcp::Client& client) {
    if (!list_tools(client)) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    return call(client, "test_client_elicitation_defaults");
}

const std::map<std::string, Scenario, std::less<>> scenarios = {
    {"initialize", [](mcp::Client&) { return true; }},  // connecting is all
    {"tools_call",
     [](mcp::Client& client) {
         return list_tools(client) && call(client, "add_numbers", {{"a", 5}, {"b", 3}});
     }},
    {"elicitation-sep1034-client-defaults", fill_form},
    {"sse-retry",
     [](mcp::Client& client) { return list_tools(client) && call(client, "test_reconnection"); }},
    {"request-metadata", [](mcp::Client& client) { return well(client.ping()); }},
    {"sep-2322-client-request-state",
     [](mcp::Client& client) {
         return call(client, "test_mrtr_echo_state") && call(client, "test_mrtr_no_state") &&
                call(client, "test_mrtr_no_result_type");
     }},
    {"http-standard-headers", use_everything},
    {"http-custom-headers", call_as_told},
    {"http-invalid-tool-headers",
     [](mcp::Client& client) {
         return list_tools(client) && call(client, "valid_tool", {{"region", "us-west1"}});
     }},
    {"json-schema-ref-no-deref", list_tools},
    {"json-schema-2020-12-preservation", echo_schema},
    {"auth", [](mcp::Client& client) { return list_tools(client) && call(client, "test-tool"); }},
};

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return std::cout << "usage: everything_client URL\n", 0;
    ::alarm(20);  // the suite waits for us, whatever happens
    const std::string name = setting("MCP_CONFORMANCE_SCENARIO", "initialize");
    const auto scenario = scenarios.find(name.starts_with("auth/") ? "auth" : name);
    if (scenario == scenarios.end()) return std::cerr << "unknown scenario " << name << '\n', 1;

    mcp::ClientOptions options;
    options.report = [](std::string_view what) { std::cerr << what << '\n'; };
    const std::string version = setting("MCP_CONFORMANCE_PROTOCOL_VERSION", "2025-11-25");
    if (version != "2026-07-28") options.versions = mcp::VersionPolicy::legacy();
    mcp::Client client{{.name = "everything-client", .version = "1.0"}, options};
    // Whatever is not filled in has its default from the form.
    client.on_elicitation([&](const mcp::ElicitRequestFormParams&, mcp::CallContext&) {
        mcp::ElicitResult result{.action = mcp::ElicitActionTag::accept};
        if (name == "sep-2322-client-request-state") {
            call(client, "test_mrtr_unrelated");  // another call, while this one waits
            result.content.emplace();
            (*result.content)["confirmed"] = mcp::ElicitValue(true);
        }
        return result;
    });
    mcp::HttpClientOptions http{.url = argv[argc - 1]};
    if (name.starts_with("auth/")) http.token_source = tokens_for(name);
    if (!well(mcp::connect(client, http))) return 1;
    const bool good = scenario->second(client);
    client.close();
    return good ? 0 : 1;
}
