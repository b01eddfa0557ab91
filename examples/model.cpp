// A host whose model is a real one, at any address that has OpenAI's chat completions: a provider,
// or a program on this machine. The servers are those of a configuration file; the user is asked
// before anything happens.
//   model [--url BASE] [--model NAME] [--key-env VARIABLE] [--ca FILE] [--timeout SECONDS] [--yes]
//         CONFIG QUESTION
#include <mcp/host.hpp>
#include <mcp/host_consent.hpp>
#include <mcp/host_http.hpp>
#include <mcp/host_model.hpp>
#include <mcp/web_client.hpp>

#include <charconv>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace {

struct Service {
    std::string url = "https://api.openai.com/v1";
    std::string model = "gpt-4o-mini";
    std::string key_variable = "OPENAI_API_KEY";
    std::string ca_file{};
    int seconds = 120;
};

/// Speaks to the service. The key is read from the environment, so that it is on no command line,
/// and goes over no network without TLS.
class ChatCompletions {
public:
    explicit ChatCompletions(Service service) : service_(std::move(service)), web_(options()) {
        while (service_.url.ends_with('/')) service_.url.pop_back();
        const char* const key = std::getenv(service_.key_variable.c_str());
        if (key) key_ = key;
    }

    mcp::Result<mcp::ModelMessage> ask(const std::vector<mcp::ModelMessage>& conversation,
                                       const mcp::ModelTools& tools) {
        const std::string body = mcp::openai_request(service_.model, conversation, tools).dump();
        for (int tries = 1;; ++tries) {
            mcp::WebRequest request{.method = "POST", .url = service_.url + "/chat/completions"};
            request.headers = {{"Content-Type", "application/json"}};
            if (!key_.empty()) request.secret_headers = {{"Authorization", "Bearer " + key_}};
            request.body = body;
            const auto reply = web_.send(std::move(request));
            if (!reply) return mcp::Unexpected(reply.error());
            if (reply->ok()) return mcp::openai_reply(reply->body);
            const int pause = pause_of(*reply);
            if (pause < 0 || pause > longest_pause || tries == most_tries) return refused(*reply);
            std::clog << "the service is busy; trying again in " << pause << " s\n";
            std::this_thread::sleep_for(std::chrono::seconds(pause));
        }
    }

private:
    static constexpr int longest_pause = 30;
    static constexpr int most_tries = 4;

    mcp::WebClientOptions options() const {
        mcp::WebClientOptions options;
        options.tls.ca_file = service_.ca_file;
        options.allow_plain = std::getenv(service_.key_variable.c_str()) == nullptr;
        options.timeout = std::chrono::seconds(service_.seconds);
        return options;
    }

    /// Seconds after which a busy service is to be asked again; -1: it does not say so.
    static int pause_of(const mcp::WebReply& reply) {
        const std::string after = reply.header("Retry-After");
        int seconds = -1;
        if (reply.status != 429 && reply.status != 503) return -1;
        const auto read = std::from_chars(after.data(), after.data() + after.size(), seconds);
        return read.ec == std::errc() ? seconds : -1;
    }

    /// With what the service says of it; some repeat the key, which is taken out.
    mcp::Unexpected<mcp::Error> refused(const mcp::WebReply& reply) const {
        std::string said = reply.body;
        if (const auto json = mcp::Json::parse(reply.body)) {
            const mcp::JsonView error = (*json)["error"];
            if (const auto message = error["message"].as_string()) said = *message;
        }
        constexpr std::string_view instead = "(the key)";
        std::size_t at = key_.empty() ? said.npos : said.find(key_);
        for (; at != said.npos; at = said.find(key_, at + instead.size())) {
            said.replace(at, key_.size(), instead);
        }
        std::string text = "HTTP " + std::to_string(reply.status) + " from " + service_.url;
        if (!said.empty()) text += ": " + mcp::visible_text(said.substr(0, 500));
        if (reply.status == 401) {
            text += key_.empty() ? "; set the environment variable " : "; look at the key in ";
            text += service_.key_variable;
        }
        const std::string after = reply.header("Retry-After");
        if (!after.empty()) text += "; it wants to be asked again after " + after.substr(0, 40);
        return mcp::Unexpected(mcp::Error{text});
    }

    Service service_;
    mcp::WebClient web_;
    std::string key_{};
};

void ask_user(const mcp::ConsentQuestion& question, const mcp::ConsentReply& reply) {
    static std::mutex console;
    const std::lock_guard one(console);
    std::cout << question.summary << '\n' << question.reason << '\n';
    for (const mcp::ConsentDetail& detail : question.details) {
        std::cout << "  " << detail.name << ": " << detail.text << '\n';
    }
    for (const mcp::Suspicion& suspicion : question.suspicions) {
        std::cout << "  ! " << suspicion.text << '\n';
    }
    std::cout << "Allow? [y/n] " << std::flush;
    std::string line;
    std::getline(std::cin, line);
    reply({.allow = line == "y"});
}

/// Takes the options out of `arguments`. False when one is wrong.
bool take_options(std::vector<std::string>& arguments, Service& service, bool& asks) {
    while (!arguments.empty() && arguments.front().starts_with("--")) {
        const std::string option = arguments.front();
        arguments.erase(arguments.begin());
        if (option == "--yes") {
            asks = false;
            continue;
        }
        if (arguments.empty()) return false;
        const std::string value = arguments.front();
        arguments.erase(arguments.begin());
        if (option == "--url") {
            service.url = value;
        } else if (option == "--model") {
            service.model = value;
        } else if (option == "--key-env") {
            service.key_variable = value;
        } else if (option == "--ca") {
            service.ca_file = value;
        } else if (option == "--timeout") {
            const char* const end = value.data() + value.size();
            const auto read = std::from_chars(value.data(), end, service.seconds);
            if (read.ptr != end || service.seconds < 1 || service.seconds > 3600) return false;
        } else {
            return false;
        }
    }
    return arguments.size() == 2;
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::string> arguments(argv + 1, argv + argc);
    Service service;
    bool asks = true;
    if (!take_options(arguments, service, asks)) {
        std::cerr << "usage: model [--url BASE] [--model NAME] [--key-env VARIABLE] [--ca FILE] "
                     "[--timeout SECONDS] [--yes] CONFIG QUESTION\n";
        return argc == 1 ? 0 : 2;
    }
    mcp::HostOptions options;
    options.http = mcp::http_servers();
    options.without_consent = !asks;  // the user's choice
    if (asks) {
        mcp::ConsentOptions consent;
        consent.ask = ask_user;
        options.consent = std::make_shared<mcp::ConsentGate>(std::move(consent));
    }
    mcp::Host host{{.name = "model", .version = "1.0"}, options};
    const mcp::HostConfig config = mcp::read_host_config(arguments[0]);
    for (const mcp::Error& wrong : host.add(config)) std::cerr << wrong.message << '\n';
    if (config.servers.empty()) return 2;

    ChatCompletions service_there(service);
    const auto model = [&](const auto& conversation, const auto& tools) {
        return service_there.ask(conversation, tools);
    };
    mcp::ModelLoopOptions limits;
    limits.added = [](const mcp::ModelMessage& message) {
        for (const mcp::ModelToolCall& call : message.calls) {
            std::cout << "calls " << mcp::visible_text(call.name + ' ' + call.arguments.dump())
                      << '\n';
        }
    };
    const auto outcome = mcp::run_model(host, model, {{.text = arguments[1]}}, limits);
    if (!outcome) return std::cerr << outcome.error().message << '\n', 1;
    if (outcome->end == mcp::ModelOutcome::End::rounds) std::cerr << "too many rounds\n";
    std::cout << mcp::visible_text(outcome->conversation.back().text) << '\n';
    return outcome->end == mcp::ModelOutcome::End::answered ? 0 : 1;
}
