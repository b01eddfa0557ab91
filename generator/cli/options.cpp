// Reads the command line with cxxopts; the only file that includes it. cxxopts splits words into
// options and values. Its wording differs between versions, so every sentence here is our own.
#include <generator/cli/options.hpp>

#include <generator/support/messages.hpp>
#include <generator/support/words.hpp>

#define CXXOPTS_NO_REGEX
#include <cxxopts.hpp>

#include <algorithm>
#include <utility>

namespace mcpgen::cli {
namespace {

/// Thrown and caught in this file: the one problem that ends the reading.
struct WrongUsage {
    Message message;
};

constexpr const char* argument_key = "arguments";

std::string_view long_name(const OptionSpec& option) {
    const auto comma = option.name.find(',');
    return comma == option.name.npos ? option.name : option.name.substr(comma + 1);
}

/// The options of a command, or of the program itself when it is null, and the common ones.
std::vector<OptionSpec> options_of(const CommandSpec* command) {
    std::vector<OptionSpec> out;
    if (command != nullptr) out.assign(command->options.begin(), command->options.end());
    out.insert(out.end(), common_options().begin(), common_options().end());
    return out;
}

bool takes_value(std::string_view word) {
    const auto shared_options = common_options();
    return std::any_of(shared_options.begin(), shared_options.end(), [&](const OptionSpec& option) {
        return !option.value.empty() && word.starts_with("--") &&
               word.substr(2) == long_name(option);
    });
}

/// The index of the command: the first word that is neither an option nor an option's value.
std::size_t find_command_word(const std::vector<std::string>& words) {
    std::size_t at = 0;
    while (at < words.size() && words[at].starts_with('-')) at += takes_value(words[at]) ? 2 : 1;
    return std::min(at, words.size());
}

std::optional<std::string> nearest_command(std::string_view word) {
    std::vector<std::string_view> names;
    for (const CommandSpec& command : all_commands()) names.push_back(command.name);
    return nearest(word, names);
}

std::string nearest_option(std::string_view word, const std::vector<OptionSpec>& options) {
    const std::string bare(word.substr(0, word.find('=')));
    std::vector<std::string> names;
    names.reserve(options.size());
    for (const OptionSpec& option : options) names.push_back("--" + std::string(long_name(option)));
    const std::vector<std::string_view> views(names.begin(), names.end());
    return nearest(bare, views).value_or("");
}

using Pairs = std::vector<std::pair<std::string, std::string>>;

struct Split {
    Pairs pairs;  ///< in the order given; switches have the value `true`
    std::vector<std::string> unknown;
};

/// Splits `words` into options and arguments.
Split split(std::string_view command, const std::vector<OptionSpec>& specs,
            const std::vector<std::string>& words) {
    cxxopts::Options options("mcpgen");
    options.allow_unrecognised_options();
    auto add = options.add_options();
    for (const OptionSpec& spec : specs) {
        if (spec.value.empty())
            add(std::string(spec.name), "", cxxopts::value<bool>());
        else
            add(std::string(spec.name), "", cxxopts::value<std::string>());
    }
    add(argument_key, "", cxxopts::value<std::vector<std::string>>());
    options.parse_positional({argument_key});

    std::vector<const char*> argv = {"mcpgen"};
    for (const std::string& word : words) argv.push_back(word.c_str());

    try {
        const auto result = options.parse(static_cast<int>(argv.size()), argv.data());
        Split out{{}, result.unmatched()};
        for (const auto& pair : result.arguments()) {
            out.pairs.emplace_back(pair.key(), pair.value());
        }
        return out;
    } catch (const cxxopts::exceptions::missing_argument&) {
        // Only the last word can lack its value.
        throw WrongUsage{messages::option_needs_value(command, words.back())};
    } catch (const cxxopts::exceptions::exception&) {
        // What else cxxopts refuses has the form of no option at all, as `--=x` or `--quiet=7`.
        const auto at = std::find_if(words.begin(), words.end(), [&](const std::string& word) {
            return word.starts_with('-') && word.find('=') != word.npos;
        });
        throw WrongUsage{messages::malformed_option(command, at == words.end() ? "-" : *at)};
    }
}

template <typename T>
T choose(std::string_view command, const std::string& option, const std::string& value,
         const std::vector<std::pair<std::string, T>>& choices) {
    std::vector<std::string> names;
    for (const auto& [name, chosen] : choices) {
        if (name == value) return chosen;
        names.push_back(name);
    }
    throw WrongUsage{messages::bad_option_value(command, "--" + option, value, names)};
}

bool is_namespace(std::string_view text) {
    while (true) {
        const auto colons = text.find("::");
        if (!is_cpp_identifier(text.substr(0, colons))) return false;
        if (colons == text.npos) return true;
        text.remove_prefix(colons + 2);
    }
}

/// Puts one option or argument into `out`; those that concern the manner are `set_manner`'s.
void set_option(const CommandSpec& command, const std::string& key, const std::string& value,
                Options& out) {
    const std::vector<std::pair<std::string, std::string*>> texts = {
        {"overrides", &out.inputs.overrides},
        {"namespace", &out.inputs.name_space},
        {"out", &out.out},
        {"depfile", &out.depfile},
        {"stdio", &out.tools.command},
        {"url", &out.tools.url},
        {"save", &out.save},
        {"against", &out.against},
        {"stamp", &out.stamp},
        {"after", &out.stage}};
    for (const auto& [name, text] : texts) {
        if (key == name) *text = value;
    }
    const bool on = value == "true";
    if (key == "client") out.tools.server = out.tools.server && !on;
    if (key == "server") out.tools.client = out.tools.client && !on;
    if (key == "coroutines") out.tools.coroutines = on;
    if (key == "model") out.print_model = on;
    if (key == "manifest") out.tools.manifests.push_back(value);
    if (key == "namespace") out.tools.name_space = value;
    if (key == "schema") out.inputs.schemas.push_back(value);
    if (key == "extension") out.inputs.extensions.push_back(value);
    if (key == "only-changed") out.only_changed = on;
    if (key == "list-outputs") out.list_outputs = on;
    if (key == argument_key) out.arguments.push_back(value);
    if (key == "format") {
        out.format = choose<DiffFormat>(command.name, key, value,
                                        {{"text", DiffFormat::text},
                                         {"markdown", DiffFormat::markdown},
                                         {"json", DiffFormat::json}});
    }
}

void set_manner(std::string_view command, const Pairs& pairs, Manner& manner) {
    for (const auto& [key, value] : pairs) {
        if (key == "quiet") manner.quiet = value == "true";
        if (key == "color") {
            manner.color = choose<Color>(
                command, key, value,
                {{"auto", Color::automatic}, {"always", Color::always}, {"never", Color::never}});
        }
        if (key == "diagnostics-format") {
            manner.json = choose<bool>(command, key, value, {{"text", false}, {"json", true}});
        }
    }
}

/// `--out --quiet` is a forgotten value, not a folder; and so is an empty one.
void check_values(std::string_view command, const std::vector<OptionSpec>& specs,
                  const Pairs& pairs) {
    for (const auto& [key, value] : pairs) {
        if (key == argument_key) continue;
        const std::string_view text = value;
        const bool is_option = std::any_of(specs.begin(), specs.end(), [text](const auto& spec) {
            return text.starts_with("--") && text.substr(2) == long_name(spec);
        });
        if (is_option || value.empty()) {
            throw WrongUsage{messages::option_needs_value(command, "--" + key)};
        }
    }
}

/// The options and arguments of a command, or of the program itself when it is null.
Pairs read_words(const CommandSpec* command, const std::vector<std::string>& words,
                 Manner& manner) {
    const std::string_view name = command == nullptr ? std::string_view() : command->name;
    const std::vector<OptionSpec> specs = options_of(command);
    const Split found = split(name, specs, words);
    set_manner(name, found.pairs, manner);
    if (!found.unknown.empty()) {
        const std::string& word = found.unknown.front();
        throw WrongUsage{messages::unknown_option(name, word, nearest_option(word, specs))};
    }
    check_values(name, specs, found.pairs);
    return found.pairs;
}

bool has(const Pairs& pairs, std::string_view key) {
    return std::any_of(pairs.begin(), pairs.end(),
                       [&](const auto& pair) { return pair.first == key; });
}

void check_arguments(const CommandSpec& command, const Options& options) {
    const auto& given = options.arguments;
    const auto wanted = command.arguments;
    const bool any_number = !wanted.empty() && wanted.back().ends_with("...");
    if (!any_number && given.size() > wanted.size()) {
        throw WrongUsage{messages::unexpected_argument(command.name, given[wanted.size()])};
    }
    if (!any_number && command.command != Command::help && given.size() < wanted.size()) {
        const std::vector<std::string> names(wanted.begin(), wanted.end());
        throw WrongUsage{messages::too_few_arguments(command.name, join_list(names))};
    }
    if (!is_namespace(options.inputs.name_space)) {
        throw WrongUsage{messages::bad_namespace(command.name, options.inputs.name_space)};
    }
}

Options parse_with_command(const CommandSpec& command, const std::vector<std::string>& words,
                           Manner& manner) {
    const Pairs pairs = read_words(&command, words, manner);
    Options out;
    out.command = command.command;
    if (has(pairs, "version")) {
        out.command = Command::version;
        return out;
    }
    if (has(pairs, "help")) {
        out.command = Command::help;
        out.topic = command.name;
        return out;
    }
    for (const auto& [key, value] : pairs) set_option(command, key, value, out);
    if (has(pairs, "client") && has(pairs, "server")) {
        out.tools.client = true;
        out.tools.server = true;
    }
    check_arguments(command, out);
    if (out.command == Command::help && !out.arguments.empty()) {
        out.topic = out.arguments.front();
        if (find_command(out.topic) == nullptr) {
            throw WrongUsage{
                messages::unknown_command(out.topic, nearest_command(out.topic).value_or(""))};
        }
    }
    return out;
}

Options parse_without_command(const std::vector<std::string>& words, Manner& manner) {
    const Pairs pairs = read_words(nullptr, words, manner);
    Options out;
    if (has(pairs, "version"))
        out.command = Command::version;
    else if (!has(pairs, "help"))
        throw WrongUsage{messages::no_command()};
    return out;
}

}  // namespace

std::optional<Options> parse_command_line(const std::vector<std::string>& arguments, Manner& manner,
                                          Diagnostics& diagnostics) {
    try {
        const std::size_t at = find_command_word(arguments);
        if (at == arguments.size()) return parse_without_command(arguments, manner);
        const CommandSpec* command = find_command(arguments[at]);
        if (command == nullptr) {
            // In `--colr never check` the option is the mistake, not the word after it.
            const auto end = arguments.begin() + static_cast<std::ptrdiff_t>(at);
            read_words(nullptr, {arguments.begin(), end}, manner);
            const std::string& word = arguments[at];
            throw WrongUsage{messages::unknown_command(word, nearest_command(word).value_or(""))};
        }
        std::vector<std::string> words = arguments;
        words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
        Options out = parse_with_command(*command, words, manner);
        out.given = std::move(words);
        return out;
    } catch (WrongUsage& wrong) {
        diagnostics.error({}, std::move(wrong.message));
        return std::nullopt;
    }
}

}  // namespace mcpgen::cli
