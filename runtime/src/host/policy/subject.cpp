// The subjects, the suspicions and the sentence for each kind of action.
#include "host/policy/subject.hpp"

#include "util/sha256.hpp"

#include <mcp/url_check.hpp>

#include <type_traits>
#include <utility>
#include <variant>

namespace mcp::host {

namespace {

template <class... F>
struct Overloaded : F... {
    using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

std::string digest_of(std::initializer_list<Json> values) {
    return util::sha256_hex(Json::array(values).text());
}

std::string joined(const std::vector<std::string>& command) {
    std::string all;
    for (const std::string& word : command) {
        if (!all.empty()) all += ' ';
        const bool plain = !word.empty() &&
                           word.find_first_of(" \t\n\"'\\$`*?;&|<>(){}[]#~!") == std::string::npos;
        all += plain ? word : Json(word).dump();
    }
    return one_line(all);
}

Json list_of(const std::vector<std::string>& words) {
    return Json::array(std::vector<Json>(words.begin(), words.end()));
}

Parts parts_of(const ServerIdentity& server) {
    Parts parts;
    if (!server.command.empty()) {
        parts["command"] = part_text(canonical(list_of(server.command)));
    }
    if (!server.directory.empty()) parts["directory"] = Json(server.directory).dump();
    if (!server.url.empty()) parts["url"] = Json(server.url).dump();
    // May have secrets in them: never as text.
    const auto put_digest = [&](const char* name, const std::map<std::string, std::string>& all) {
        if (all.empty()) return;
        JsonObject values;
        for (const auto& [key, value] : all) values.set(key, value);
        parts[name] = "sha256:" + util::sha256_hex(canonical(values));
    };
    put_digest("environment", server.environment);
    put_digest("headers", server.headers);
    return parts;
}

Parts parts_of(const std::vector<Root>& roots) {
    Parts parts;
    for (const Root& root : roots) {
        parts[visible_text(root.uri)] = Json(root.name.value_or("")).dump();
    }
    return parts;
}

std::string digest_of(const Parts& parts) {
    JsonObject all;
    for (const auto& [name, text] : parts) all.set(name, text);
    return util::sha256_hex(canonical(all));
}

}  // namespace

Subject subject_of(const HostAction& action) {
    Subject subject;
    bool bound_to_what_runs = true;
    std::visit(Overloaded{
                   [&](const ToolCallAction& call) {
                       subject.name = call.definition->tool().name;
                       subject.fingerprint = call.definition->fingerprint();
                       subject.parts = call.definition->parts();
                   },
                   [&](const SamplingAction&) { subject.widest = ConsentScope::session; },
                   [&](const SamplingResultAction&) { subject.widest = ConsentScope::once; },
                   [&](const FormAction& form) {
                       if (!form.entered) return;
                       subject.name = "entered";  // to have shown a form is not to send it
                       subject.widest = ConsentScope::once;
                   },
                   [&](const PageAction&) { subject.widest = ConsentScope::once; },
                   [&](const RootsAction& all) {
                       subject.parts = parts_of(all.roots);
                       subject.fingerprint = digest_of(subject.parts);
                   },
                   [&](const ResourceAction& resource) {
                       subject.name = resource.uri;
                       subject.parts["from"] = Json(resource.from).dump();
                       subject.fingerprint = digest_of(subject.parts);
                   },
                   [&](const StartAction&) {
                       bound_to_what_runs = false;  // what runs is the shape of this one
                       subject.parts = parts_of(action.server);
                       subject.fingerprint = action.server.fingerprint();
                   },
               },
               action.what);
    subject.key = digest_of({Json(to_string(action.kind())), Json(action.server.name),
                             Json(bound_to_what_runs ? action.server.fingerprint() : ""),
                             Json(subject.name)});
    return subject;
}

std::string look_at_action(Suspicions& out, const HostAction& action) {
    look_at_name(out, action.server.name, "The server's name");
    std::string host;
    std::visit(
        Overloaded{
            [&](const ToolCallAction& call) {
                for (const Suspicion& each : call.definition->suspicions()) add(out, each);
            },
            [](const SamplingAction&) {},
            [](const SamplingResultAction&) {},
            [&](const FormAction& form) { look_at_text(out, form.form.message, "the form"); },
            [&](const PageAction& page) {
                host = look_at_page(out, page.page.url);
                look_at_text(out, page.page.message, "the reason for the page");
            },
            [](const RootsAction&) {},
            [](const ResourceAction&) {},
            [&](const StartAction&) {
                look_at_command(out, action.server.command);
                for (const auto& [name, value] : action.server.environment) {
                    if (!loads_code(name)) continue;
                    add(out, {"dangerous-environment", "The variable " + visible_text(name) +
                                                           " may make it run something else."});
                }
            },
        },
        action.what);
    return host;
}

std::string one_line(std::string_view text) {
    std::string line;
    for (const char c : visible_text(text)) {
        if (c == '\n') {
            line += "\\u{000A}";
        } else {
            line += c == '\t' ? ' ' : c;
        }
    }
    return line;
}

std::string summary_of(const HostAction& action) {
    const std::string server = "`" + one_line(action.server.name) + "`";
    return std::visit(
        Overloaded{
            [&](const ToolCallAction& call) {
                return "Call the tool `" + one_line(call.definition->tool().name) +
                       "` of the server " + server + "?";
            },
            [&](const SamplingAction&) {
                return "The server " + server + " wants an answer of the model. Let it have one?";
            },
            [&](const SamplingResultAction&) {
                return "Send the model's answer to the server " + server + "?";
            },
            [&](const FormAction& form) {
                return form.entered
                           ? "Send what was entered to the server " + server + "?"
                           : "The server " + server + " asks you for input. Show its form?";
            },
            [&](const PageAction& page) {
                return "The server " + server + " wants you to visit a page on `" +
                       one_line(check_url(page.page.url).host) +
                       "`. Open it? The whole address: " + one_line(page.page.url);
            },
            [&](const RootsAction& all) {
                return "Tell the server " + server + " of " + std::to_string(all.roots.size()) +
                       " folders?";
            },
            [&](const ResourceAction& resource) {
                return "Give the server " + server + " the content of `" + one_line(resource.uri) +
                       "`, " + std::to_string(resource.bytes) + " bytes" +
                       (resource.from.empty() ? std::string()
                                              : " of `" + one_line(resource.from) + "`") +
                       "?";
            },
            [&](const StartAction&) {
                if (!action.server.url.empty()) {
                    return "Connect to the server " + server + " at " +
                           one_line(action.server.url) + " ?";
                }
                return "Start a program as the server " + server +
                       ", with your rights on this machine? The whole command: " +
                       joined(action.server.command);
            },
        },
        action.what);
}

}  // namespace mcp::host
