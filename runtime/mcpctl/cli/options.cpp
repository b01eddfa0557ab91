// Reads the command line with cxxopts; the only file here that includes it. cxxopts splits words
// into options and values. Its wording differs between versions, so every sentence is our own.
#include "cli/options.hpp"

#define CXXOPTS_NO_REGEX
#include <cxxopts.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>

namespace mcpctl {
namespace {

using Words = std::vector<std::string>;
using Pairs = std::vector<std::pair<std::string, std::string>>;

constexpr const char* argument_key = "arguments";

/// Thrown and caught in this file: the one problem that ends the reading.
struct WrongWords {
    Problem problem;
};

std::string quoted(std::string_view text) { return '`' + std::string(text) + '`'; }

std::string help_hint(const CommandSpec* command) {
    if (command == nullptr) return "`mcpctl help` lists the commands";
    return "`mcpctl help " + std::string(command->name) + "` explains it";
}

[[noreturn]] void refuse(std::string what, std::string hint) {
    throw WrongWords{wrong_usage(std::move(what), std::move(hint))};
}

bool takes_value(std::string_view word) {
    for (const auto options : {common_options(), connection_options()}) {
        for (const OptionSpec& option : options) {
            if (option.kind != Kind::toggle && word.starts_with("--") &&
                word.substr(2) == option.long_name())
                return true;
        }
    }
    return false;
}

/// The index of the command: the first word that is neither an option nor an option's value.
std::size_t find_command_word(const Words& words) {
    std::size_t at = 0;
    while (at < words.size() && words[at].starts_with('-')) at += takes_value(words[at]) ? 2 : 1;
    return std::min(at, words.size());
}

struct Split {
    Pairs pairs;  ///< in the order given; toggles have the value `true`
    Words unknown;
};

Split split(const CommandSpec* command, const std::vector<OptionSpec>& specs, const Words& words) {
    cxxopts::Options options("mcpctl");
    options.allow_unrecognised_options();
    auto add = options.add_options();
    for (const OptionSpec& spec : specs) {
        if (spec.kind == Kind::toggle)
            add(std::string(spec.name), "", cxxopts::value<bool>());
        else
            add(std::string(spec.name), "", cxxopts::value<std::string>());
    }
    add(argument_key, "", cxxopts::value<Words>());
    options.parse_positional({argument_key});

    std::vector<const char*> argv = {"mcpctl"};
    for (const std::string& word : words) argv.push_back(word.c_str());
    try {
        const auto result = options.parse(static_cast<int>(argv.size()), argv.data());
        Split out{{}, result.unmatched()};
        for (const auto& pair : result.arguments())
            out.pairs.emplace_back(pair.key(), pair.value());
        return out;
    } catch (const cxxopts::exceptions::missing_argument&) {
        // Only the last word can lack its value.
        refuse(quoted(words.back()) + " needs a value", help_hint(command));
    } catch (const cxxopts::exceptions::exception&) {
        // What else cxxopts refuses has the form of no option at all, as `--=x` or `--json=7`.
        const auto at = std::find_if(words.begin(), words.end(), [](const std::string& word) {
            return word.starts_with('-') && word.find('=') != word.npos;
        });
        refuse(quoted(at == words.end() ? "-" : *at) + " is no option", help_hint(command));
    }
}

bool is_number(std::string_view text, bool whole) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return false;
    return value > 0 && value <= 1e9 && std::isfinite(value) &&
           (!whole || std::floor(value) == value);
}

bool is_header(std::string_view text) {
    const auto colon = text.find(':');
    if (colon == 0 || colon == text.npos) return false;
    const auto is_name = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
    };
    const std::string_view name = text.substr(0, colon);
    return std::all_of(name.begin(), name.end(), is_name) &&
           text.find_first_of("\r\n") == text.npos;
}

void check_value(const OptionSpec& spec, const std::string& value,
                 const std::vector<OptionSpec>& specs) {
    const std::string option = "--" + std::string(spec.long_name());
    // `--config --json` is a forgotten value, not a file; and so is an empty one.
    const bool is_option = std::any_of(specs.begin(), specs.end(), [&](const OptionSpec& other) {
        return value == "--" + std::string(other.long_name());
    });
    if (value.empty() || is_option)
        refuse(quoted(option) + " needs a value",
               "write " + option + ' ' + std::string(spec.value));
    switch (spec.kind) {
        case Kind::toggle:
        case Kind::text: return;
        case Kind::seconds:
            if (is_number(value, false)) return;
            refuse(option + ": " + quoted(value) + " is no number of seconds",
                   "write " + option + " 2.5");
        case Kind::count:
            if (is_number(value, true)) return;
            refuse(option + ": " + quoted(value) + " is no whole number above 0",
                   "write " + option + " 10");
        case Kind::header:
            // The value may be a secret: it is not repeated.
            if (is_header(value)) return;
            refuse(option + ": this is no header", "write " + option + " 'Name: value'");
        case Kind::choice: {
            const auto choices = split_choices(spec.choices);
            if (std::find(choices.begin(), choices.end(), value) != choices.end()) return;
            std::string all;
            for (const std::string& choice : choices) all += (all.empty() ? "" : ", ") + choice;
            refuse(option + ": " + quoted(value) + " is none of its values",
                   "the values are " + all);
        }
    }
}

void set_manner(const Pairs& pairs, Manner& manner) {
    for (const auto& [key, value] : pairs) {
        if (key == "json") manner.json = value == "true";
        if (key == "verbose") manner.verbose = value == "true";
        if (key == "color") manner.color = value;
    }
}

/// The options and arguments of a command, or of the program itself when it is null.
Pairs read_words(const CommandSpec* command, const Words& words, Manner& manner) {
    const std::vector<OptionSpec> specs = options_of(command);
    const Split found = split(command, specs, words);
    set_manner(found.pairs, manner);
    if (!found.unknown.empty()) {
        const std::string& word = found.unknown.front();
        Words names;
        for (const OptionSpec& spec : specs) names.push_back("--" + std::string(spec.long_name()));
        const auto meant = nearest(word.substr(0, word.find('=')), names);
        refuse(quoted(word) + " is no option of mcpctl" +
                   (command ? ' ' + std::string(command->name) : ""),
               meant ? "did you mean `" + *meant + "`?" : help_hint(command));
    }
    for (const auto& [key, value] : found.pairs) {
        for (const OptionSpec& spec : specs) {
            if (spec.long_name() == key) check_value(spec, value, specs);
        }
    }
    return found.pairs;
}

/// Takes the target from the arguments, where it is not what stands after `--`.
void take_target(Invocation& out, bool has_separator) {
    if (!out.command->connects) {
        if (has_separator)
            refuse("mcpctl " + std::string(out.command->name) + " talks to no server",
                   "leave out `--` and what follows it");
        return;
    }
    if (has_separator) {
        if (out.server.empty())
            refuse("no command stands after `--`",
                   "write the server's command there: -- ./weather");
        return;
    }
    if (out.arguments.empty()) {
        refuse("no server is named",
               "give its address, a name from the configuration, or its command after `--`: " +
                   std::string(out.command->example));
    }
    out.target = out.arguments.front();
    out.arguments.erase(out.arguments.begin());
}

void check_arguments(const Invocation& out) {
    std::size_t least = 0;
    bool any = false;
    for (const ArgumentSpec& spec : out.command->arguments) {
        least += spec.count == ArgumentSpec::Count::one ? 1 : 0;
        any = any || spec.count == ArgumentSpec::Count::any;
    }
    const std::string name = "mcpctl " + std::string(out.command->name);
    if (out.arguments.size() < least) {
        const ArgumentSpec& missing = out.command->arguments[out.arguments.size()];
        // A lone word may have been meant for what is missing now.
        const bool taken = out.arguments.empty() && !out.target.empty();
        refuse(name + ": " + std::string(missing.name) + " is missing" +
                   (taken ? " (" + quoted(out.target) + " is taken for the server)" : ""),
               std::string(missing.name) + " is " + std::string(missing.help));
    }
    if (!any && out.arguments.size() > out.command->arguments.size()) {
        refuse(name + ": " + quoted(out.arguments[out.command->arguments.size()]) +
                   " is one argument too many",
               help_hint(out.command));
    }
    for (std::size_t i = 0; i < out.arguments.size(); ++i) {
        const std::size_t at = std::min(i, out.command->arguments.size() - 1);
        const ArgumentSpec& spec = out.command->arguments[at];
        const auto choices = split_choices(spec.choices);
        if (choices.empty() ||
            std::find(choices.begin(), choices.end(), out.arguments[i]) != choices.end())
            continue;
        const auto meant = nearest(out.arguments[i], choices);
        if (out.arguments[i].find("://") != std::string::npos) {
            refuse(name + ": the server stands first, not behind " + quoted(out.target),
                   "write " + name + ' ' + out.arguments[i] + ' ' + out.target);
        }
        refuse(name + ": " + quoted(out.arguments[i]) + " is no " + std::string(spec.name),
               meant ? "did you mean `" + *meant + "`?" : std::string(spec.help));
    }
}

Invocation read(const Words& all, Manner& manner) {
    const auto separator = std::find(all.begin(), all.end(), "--");
    Words words(all.begin(), separator);
    Invocation out;
    if (separator != all.end()) out.server.assign(separator + 1, all.end());

    const std::size_t at = find_command_word(words);
    if (at < words.size()) {
        out.command = find_command(words[at]);
        if (out.command == nullptr) {
            // In `--colr never list` the option is the mistake, not the word after it.
            read_words(nullptr, {words.begin(), words.begin() + static_cast<std::ptrdiff_t>(at)},
                       manner);
            Words names;
            for (const CommandSpec& command : all_commands()) names.emplace_back(command.name);
            const auto meant = nearest(words[at], names);
            refuse(quoted(words[at]) + " is no command of mcpctl",
                   meant ? "did you mean `mcpctl " + *meant + "`?" : help_hint(nullptr));
        }
        words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
    }
    for (const auto& [key, value] : read_words(out.command, words, manner)) {
        if (key == argument_key)
            out.arguments.push_back(value);
        else if (value != "false" || key == "header")
            out.values.emplace_back(key, value);
    }
    if (out.has("help") || out.has("version")) return out;
    if (out.command == nullptr) refuse("no command is given", help_hint(nullptr));
    take_target(out, separator != all.end());
    check_arguments(out);
    return out;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t above = row[j];
            row[j] =
                std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
            diagonal = above;
        }
    }
    return row[b.size()];
}

}  // namespace

std::vector<std::string> split_choices(std::string_view choices) {
    std::vector<std::string> out;
    while (!choices.empty()) {
        const auto end = std::min(choices.find('|'), choices.size());
        out.emplace_back(choices.substr(0, end));
        choices.remove_prefix(std::min(end + 1, choices.size()));
    }
    return out;
}

std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string>& candidates) {
    constexpr std::size_t longest = 200;  // the work grows with the square
    std::optional<std::string> best;
    std::size_t least = word.size() / 3 + 2;
    if (word.size() > longest) return best;
    for (const std::string& candidate : candidates) {
        if (candidate.size() > longest) continue;
        const std::size_t distance = edit_distance(word, candidate);
        if (distance >= least) continue;
        least = distance;
        best = candidate;
    }
    return best;
}

std::vector<OptionSpec> options_of(const CommandSpec* command) {
    std::vector<OptionSpec> out;
    if (command != nullptr) {
        out.assign(command->options.begin(), command->options.end());
        if (command->connects)
            out.insert(out.end(), connection_options().begin(), connection_options().end());
    }
    out.insert(out.end(), common_options().begin(), common_options().end());
    return out;
}

std::string ArgumentSpec::spelling() const {
    switch (count) {
        case Count::one: break;
        case Count::optional: return '[' + std::string(name) + ']';
        case Count::any: return '[' + std::string(name) + "]...";
    }
    return std::string(name);
}

bool Invocation::has(std::string_view option) const {
    return std::any_of(values.begin(), values.end(),
                       [&](const auto& pair) { return pair.first == option; });
}

std::string Invocation::text(std::string_view option) const {
    const auto all = texts(option);
    return all.empty() ? std::string() : all.back();
}

std::vector<std::string> Invocation::texts(std::string_view option) const {
    std::vector<std::string> out;
    for (const auto& [key, value] : values) {
        if (key == option) out.push_back(value);
    }
    return out;
}

double Invocation::number(std::string_view option, double otherwise) const {
    const std::string given = text(option);
    double value = otherwise;
    std::from_chars(given.data(), given.data() + given.size(), value);
    return value;
}

std::optional<std::string> Invocation::argument(std::size_t place) const {
    return place < arguments.size() ? std::optional(arguments[place]) : std::nullopt;
}

Outcome<Invocation> read_command_line(const std::vector<std::string>& words, Manner& manner) {
    try {
        return read(words, manner);
    } catch (WrongWords& wrong) {
        return Unexpected(std::move(wrong.problem));
    }
}

}  // namespace mcpctl
