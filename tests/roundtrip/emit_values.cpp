// Writes arbitrary values of every published definition as JSON Lines, for an independent judge:
//   {"space":"","revision":"2025-11-25","definition":"Tool","foreign":false,"index":7,"document":…}
// Every value is also read back and compared here. What is wrong goes to standard error, and the
// exit code is 1.
//
//   emit_values [--seed N] [--count N] [--shard I/N] [--revision DATE] [--definition NAME]
//               [--index I]
#include <tests/property/documents.hpp>
#include <tests/property/losses.hpp>

#include <charconv>
#include <cstdio>
#include <iostream>
#include <string>
#include <string_view>

namespace {

using namespace mcp;
using namespace mcp::testing;

struct Options {
    std::uint64_t seed = 1;
    std::size_t count = 20;
    std::size_t shard = 0;
    std::size_t shards = 1;
    std::string_view revision{};
    std::string_view definition{};
    std::size_t index = static_cast<std::size_t>(-1);
};

template <class Number>
bool read_number(std::string_view text, Number& number) {
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    return code == std::errc() && end == text.data() + text.size();
}

bool read_options(int argc, char** argv, Options& options) {
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string_view name = argv[i];
        const std::string_view value = argv[i + 1];
        bool good = true;
        if (name == "--seed") {
            good = read_number(value, options.seed);
        } else if (name == "--count") {
            good = read_number(value, options.count);
        } else if (name == "--index") {
            good = read_number(value, options.index);
        } else if (name == "--shard") {
            const std::size_t slash = value.find('/');
            good = slash != std::string_view::npos &&
                   read_number(value.substr(0, slash), options.shard) &&
                   read_number(value.substr(slash + 1), options.shards) && options.shards != 0;
        } else if (name == "--revision") {
            options.revision = value;
        } else if (name == "--definition") {
            options.definition = value;
        } else {
            good = false;
        }
        if (!good) return false;
    }
    return argc % 2 == 1;
}

constexpr std::size_t most_shown = 20;

class Emitter {
public:
    explicit Emitter(const Options& options) : options_(options) {}

    int run() {
        const auto& definitions = published_definitions();
        for (std::size_t i = 0; i < definitions.size(); ++i) {
            const Definition& definition = definitions[i];
            if (i % options_.shards != options_.shard) continue;
            if (!options_.revision.empty() && definition.date != options_.revision) continue;
            if (!options_.definition.empty() && definition.name != options_.definition) continue;
            emit(definition);
        }
        flush();
        // A part of the values need not meet every entry.
        if (options_.shards == 1 && options_.revision.empty() && options_.definition.empty()) {
            for (const std::string& name : unmet_losses()) {
                ++wrong_;
                std::cerr << "losses.cpp lists " << name << ", which nothing met\n";
            }
        }
        std::cerr << made_ << " values written and read back, " << refused_
                  << " with more than the revision has refused, " << wrong_ << " wrong\n";
        return wrong_ == 0 ? 0 : 1;
    }

private:
    void emit(const Definition& definition) {
        // For every four values that the revision has, one with more than it has.
        for (std::size_t i = 0; i < options_.count; ++i) make(definition, i, false);
        for (std::size_t i = 0; i < options_.count / 4; ++i) make(definition, i, true);
    }

    void make(const Definition& definition, std::size_t index, bool foreign) {
        if (options_.index != static_cast<std::size_t>(-1) && index != options_.index) return;
        const std::string what = definition.space + " " + definition.date + " " + definition.name +
                                 (foreign ? " foreign" : "");
        Random random(options_.seed, what, index);
        DocumentMaker maker(random, definition, true, foreign);
        const auto document = maker.make();
        if (!maker.problem().empty()) {
            if (++wrong_ > most_shown) return;
            std::cerr << what << ", seed " << options_.seed << ", value " << index << ": "
                      << maker.problem() << '\n';
        } else if (document) {
            ++made_;
            out_ += "{\"space\":\"" + definition.space + "\",\"revision\":\"" + definition.date +
                    "\",\"definition\":\"" + definition.name +
                    "\",\"foreign\":" + (foreign ? "true" : "false") +
                    ",\"index\":" + std::to_string(index) + ",\"document\":" + *document + "}\n";
            if (out_.size() > (std::size_t{1} << 18U)) flush();
        } else {
            ++refused_;
        }
    }

    void flush() {
        if (std::fwrite(out_.data(), 1, out_.size(), stdout) != out_.size()) std::exit(2);
        std::fflush(stdout);
        out_.clear();
    }

    const Options& options_;
    std::string out_;
    std::size_t made_ = 0;
    std::size_t refused_ = 0;
    std::size_t wrong_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    Options options;
    if (!read_options(argc, argv, options)) {
        std::cerr << "emit_values: wrong options\n";
        return 2;
    }
    return Emitter(options).run();
}
