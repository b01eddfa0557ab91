// What reaches the user: results on the standard output; problems, questions and what is under way
// on the standard error stream. Knows whether these are terminals, how wide, and what they show.
// Text must be safe when it comes here: see `output/safe_text.hpp`.
#pragma once

#include "cli/options.hpp"
#include "problem.hpp"

#include <mcp/json.hpp>

#include <cstddef>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

namespace mcpctl {

enum class Style : unsigned char { plain, bold, dim, red, green, yellow, blue, cyan };

/// How a terminal shows images, as far as its environment tells.
enum class Images : unsigned char { none, kitty, iterm };

/// What the environment says of a terminal; the names of its variables are in the .cpp file.
Images images_of_environment();

/// Any thread.
class Terminal {
public:
    explicit Terminal(const Manner& manner);
    ~Terminal();
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    bool json() const { return manner_.json; }
    bool verbose() const { return manner_.verbose; }
    bool out_is_terminal() const { return out_is_terminal_; }
    /// Whether there is somebody to ask: a keyboard, and a screen.
    bool can_ask() const { return can_ask_; }
    /// Columns of the standard output; when it is no terminal what COLUMNS says, or else 0: then
    /// nothing is cut.
    std::size_t width() const;
    Images images() const { return out_is_terminal_ ? images_ : Images::none; }

    /// `text` in a style, where the standard output shows styles.
    std::string styled(Style style, std::string_view text) const;
    std::string styled_error(Style style, std::string_view text) const;
    bool colors_out() const { return color_out_; }
    bool colors_error() const { return color_error_; }

    /// A result, as it is.
    void print(std::string_view text);
    /// A result as JSON: with indents on a terminal, else on one line. With a newline.
    void print_json(mcp::JsonView value);
    /// A line beside the results.
    void note(std::string_view line);
    /// Why the command ends; with `--json` as an object.
    void report(const Problem& problem);

    /// Shows what is under way on the last line of a terminal, in place of what was there; an empty
    /// line takes it away.
    void status(std::string line);
    /// Questions that wait for an answer are given up when a stop is requested.
    void give_up_when(std::stop_token stop) { stop_ = std::move(stop); }
    /// Asks for one line; nothing at the end of the input, and when the question is given up. One
    /// thread at a time.
    std::optional<std::string> ask(std::string_view question);
    /// The same for a secret: what is typed is not shown. Nothing after Ctrl-C, too.
    std::optional<std::string> ask_hidden(std::string_view question);

    /// Asks for a yes; everything else is a no.
    bool agrees(std::string_view question);

    /// False when the standard output did not take everything; errno says why.
    bool flush();

private:
    void write_error(std::string_view text);
    std::optional<std::string> read_line();

    Manner manner_;
    bool out_is_terminal_ = false;
    bool error_is_terminal_ = false;
    bool can_ask_ = false;
    bool color_out_ = false;
    bool color_error_ = false;
    Images images_ = Images::none;
    std::mutex mutex_{};
    std::string status_{};
    std::string typed_{};  // what was read, and not taken yet
    std::stop_token stop_{};
    bool output_failed_ = false;
};

}  // namespace mcpctl
