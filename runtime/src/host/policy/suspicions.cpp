// The looks. Words that give orders to a model are found in any spelling of blanks and capitals; a
// clever text passes, which is why definitions are bound to consent as a whole.
#include "host/policy/suspicions.hpp"

#include "host/policy/characters.hpp"
#include "util/ascii.hpp"

#include <mcp/url_check.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace mcp::host {

namespace {

constexpr std::size_t most_suspicions = 16;
constexpr std::size_t longest_name = 256;
constexpr std::size_t longest_text = std::size_t{16} * 1024;

constexpr std::array<std::string_view, 34> orders = {
    "ignore previous",
    "ignore all previous",
    "ignore the above",
    "ignore any previous",
    "ignore your instructions",
    "disregard previous",
    "disregard all",
    "disregard the above",
    "do not tell the user",
    "don't tell the user",
    "do not inform the user",
    "do not mention",
    "don't mention",
    "without telling the user",
    "without informing the user",
    "hide this from",
    "keep this secret",
    "<important>",
    "<system>",
    "[system]",
    "[inst]",
    "<|im_start|>",
    "system prompt",
    "new instructions",
    "before using this tool",
    "before using any",
    "before calling any",
    "you must first",
    "you must always",
    "you must call",
    "always call this",
    "always use this tool",
    "instead of using",
    "conversation history",
};
constexpr std::array<std::string_view, 8> secret_places = {
    "id_rsa", "id_ed25519",       ".ssh/",    "/etc/passwd",
    ".netrc", ".aws/credentials", "mcp.json", ".env file",
};

/// Small letters, hidden characters left out, blanks and line breaks as one blank.
std::string flattened(const std::u32string& points) {
    std::string flat;
    for (const char32_t point : points) {
        if (is_hidden(point) || is_control(point)) continue;
        if (is_blank(point) || point == U'\n') {
            if (!flat.empty() && flat.back() != ' ') flat += ' ';
        } else if (point < 0x80) {
            flat += detail::lower(static_cast<char>(point));
        } else {
            append_utf8(flat, point);
        }
    }
    return flat;
}

template <std::size_t N>
std::string_view first_in(const std::string& text, const std::array<std::string_view, N>& words) {
    for (const std::string_view word : words) {
        if (text.find(word) != std::string::npos) return word;
    }
    return {};
}

/// Blanks or line breaks that push what follows out of sight.
bool has_gap(const std::u32string& points) {
    std::size_t blanks = 0;
    std::size_t breaks = 0;
    for (const char32_t point : points) {
        if (point == U'\n') {
            if (++breaks >= 12) return true;
        } else if (is_blank(point)) {
            if (++blanks >= 60) return true;
        } else {
            blanks = breaks = 0;
        }
    }
    return false;
}

template <class F>
bool any(const std::u32string& points, F f) {
    return std::any_of(points.begin(), points.end(), f);
}

}  // namespace

void add(Suspicions& out, Suspicion suspicion) {
    if (out.size() >= most_suspicions && !suspicion.refuse) return;
    const bool known = std::any_of(out.begin(), out.end(), [&](const Suspicion& each) {
        return each.code == suspicion.code && each.text == suspicion.text;
    });
    if (!known) out.push_back(std::move(suspicion));
}

void look_at_name(Suspicions& out, std::string_view name, std::string_view what) {
    const std::string which(what);
    if (name.empty() || name.size() > longest_name) {
        add(out, {"name-size", which + " is empty or longer than 256 bytes.", true});
    }
    const std::u32string points = points_of(name.substr(0, longest_name));
    if (any(points, [](char32_t p) { return is_hidden(p) || is_control(p) || p == U'\n'; })) {
        add(out, {"invisible-characters", which + " has characters that nobody sees.", true});
    }
    if (!points.empty() && (is_blank(points.front()) || is_blank(points.back()))) {
        add(out, {"blank-at-end", which + " begins or ends with a blank.", true});
    }
    if (any(points, [](char32_t p) { return p >= 0x80; })) {
        add(out, {"look-alike-letters",
                  which + " has letters that may look like others: in plain letters it reads `" +
                      visible_text(name_skeleton(name)) + "`."});
    }
}

void look_at_text(Suspicions& out, std::string_view text, std::string_view where) {
    const std::string in = "In " + visible_text(where) + ": ";
    if (text.size() > longest_text) {
        add(out, {"long-text", in + "so much text that nobody reads it to its end."});
    }
    const std::u32string points = points_of(text);
    if (any(points, is_control)) {
        add(out, {"control-characters", in + "characters that steer a terminal."});
    }
    if (hides_something(points)) {
        add(out, {"hidden-text", in + "characters that nobody sees, but a model reads."});
    }
    if (has_gap(points)) {
        add(out, {"far-text", in + "a gap that pushes what follows out of sight."});
    }
    if (text.find("<!--") != std::string_view::npos) {
        add(out, {"hidden-text", in + "a comment that is not shown, but a model reads it."});
    }
    const std::string flat = flattened(points);
    if (const auto order = first_in(flat, orders); !order.empty()) {
        add(out, {"orders-to-the-model",
                  in + "it tells the model what to do: \"" + std::string(order) + "\"."});
    }
    if (const auto place = first_in(flat, secret_places); !place.empty()) {
        add(out, {"secret-places",
                  in + "it speaks of a place of secrets: `" + std::string(place) + "`."});
    }
}

void look_at_json(Suspicions& out, JsonView value, std::string_view where) {
    if (const auto text = value.as_string()) return look_at_text(out, *text, where);
    for (const JsonView element : value.elements()) look_at_json(out, element, where);
    for (const JsonMember& member : value.members()) {
        look_at_text(out, member.name(), where);
        look_at_json(out, member.value, where);
    }
}

void look_at_command(Suspicions& out, const std::vector<std::string>& command) {
    std::string all;
    for (const std::string& word : command) {
        all += detail::lower(word);
        all += ' ';
        const std::u32string points = points_of(word);
        if (any(points, [](char32_t p) { return is_hidden(p) || is_control(p); })) {
            add(out,
                {"invisible-characters", "The command has characters that nobody sees.", true});
        }
    }
    constexpr std::pair<std::string_view, std::string_view> dangers[] = {
        {"sudo ", "it runs with the rights of the administrator"},
        {"rm -", "it deletes files"},
        {"| sh", "it runs what it downloads or computes"},
        {"| bash", "it runs what it downloads or computes"},
        {"sh -c ", "it runs a script of a shell"},
        {"-encodedcommand", "it hides what it runs"},
        {"base64 -d", "it hides what it runs"},
        {"curl ", "it downloads something"},
        {"wget ", "it downloads something"},
        {".ssh", "it reaches for keys"},
        {"/etc/", "it reaches for the system's settings"},
    };
    for (const auto& [sign, why] : dangers) {
        if (all.find(sign) == std::string::npos) continue;
        add(out, {"dangerous-command", "Look at the command: " + std::string(why) + '.'});
    }
}

bool loads_code(std::string_view variable) {
    for (const std::string_view name :
         {"PATH", "NODE_OPTIONS", "NODE_PATH", "BASH_ENV", "ENV", "RUBYOPT", "PERL5OPT",
          "JAVA_TOOL_OPTIONS", "GIT_SSH_COMMAND"}) {
        if (variable == name) return true;
    }
    return variable.starts_with("LD_") || variable.starts_with("DYLD_") ||
           variable.starts_with("PYTHON");
}

std::string look_at_page(Suspicions& out, std::string_view url) {
    const std::u32string points = points_of(url);
    if (any(points, [](char32_t p) {
            return is_hidden(p) || is_control(p) || is_blank(p) || p == U'\n';
        })) {
        add(out, {"invisible-characters", "The address has blanks or characters that nobody sees.",
                  true});
    }
    UrlCheck check = check_url(url);
    const bool user = url.substr(0, url.find_first_of("?#")).find('@') != std::string_view::npos;
    for (std::string& warning : check.warnings) {
        add(out, {check.punycode ? "punycode" : "address", std::move(warning), !check.valid});
    }
    if (!check.valid) add(out, {"address", "The address is malformed.", true});
    if (user && check.valid) {
        add(out, {"user-in-address",
                  "The address has an @ before its path: pages with a user name "
                  "in their address are not opened.",
                  true});
    }
    return check.host;
}

}  // namespace mcp::host
