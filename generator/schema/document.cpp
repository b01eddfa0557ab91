// Builds the tree from simdjson's on-demand events. Only what simdjson 3.0.1 and 4.x both offer is
// used. On-demand checks nothing that is not asked for, so every value is asked for.
#include <generator/schema/document.hpp>

#include <generator/schema/json_fault.hpp>
#include <generator/support/file_io.hpp>
#include <generator/support/json_text.hpp>
#include <generator/support/messages.hpp>
#include <generator/support/name_index.hpp>
#include <generator/support/utf8.hpp>

#include <simdjson.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <unordered_map>
#include <utility>

namespace mcpgen {
namespace {

namespace ondemand = simdjson::ondemand;

constexpr std::string_view utf8_mark = "\xef\xbb\xbf";
constexpr std::size_t max_duplicates_reported = 20;

std::string_view trimmed(std::string_view token) {
    const auto end = token.find_last_not_of(" \t\r\n");
    return token.substr(0, end == token.npos ? 0 : end + 1);
}

/// The way to the value that is being read, for the pointer in a message.
struct Step {
    const Step* parent = nullptr;
    std::string_view key;
    std::size_t index = 0;
    bool is_index = false;
};

std::string pointer_to(const Step* step) {
    std::vector<std::string> parts;
    for (; step != nullptr && step->parent != nullptr; step = step->parent) {
        parts.emplace_back();
        if (step->is_index)
            parts.back() = std::to_string(step->index);
        else
            append_pointer_step(parts.back(), step->key);
    }
    std::string out = "#";
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) out += '/' + *part;
    return out;
}

/// The keys of one object so far. A search per key would be slow for an object with very many.
class Keys {
public:
    /// The line of the earlier member with this key, or 0.
    std::uint32_t find(std::span<const KeyValue> members, std::string_view key) {
        if (members.size() <= small) {
            for (const KeyValue& member : members) {
                if (member.key == key) return member.value.line;
            }
            return 0;
        }
        for (; known_ < members.size(); ++known_) {
            lines_.try_emplace(members[known_].key.view(), members[known_].value.line);
        }
        const auto at = lines_.find(key);
        return at == lines_.end() ? 0 : at->second;
    }

private:
    static constexpr std::size_t small = 16;
    std::unordered_map<std::string_view, std::uint32_t> lines_;
    std::size_t known_ = 0;
};

/// Words that a document repeats, each kept once.
class Words {
public:
    SharedText of(std::string_view word) {
        const std::size_t next = words_.size();
        const std::size_t place = index_.add(
            word, next, [this](std::size_t at) -> const SharedText& { return words_[at]; });
        if (place == next) words_.emplace_back(word);
        return words_[place];
    }

private:
    std::vector<SharedText> words_;
    NameIndex index_;
};

/// Reads one document. A function that returns false has either reported why, or simdjson refuses
/// the text and `parse_document` finds out why.
class Reader {
public:
    /// Behind the text there is room for simdjson to read on.
    Reader(const SharedText& file, std::string_view text, const DocumentLimits& limits,
           Diagnostics& diagnostics)
        : file_(file), text_(text), limits_(limits), lines_(text), diagnostics_(diagnostics) {}

    /// True when a limit was reached and reported: what follows in the text does not matter.
    bool stopped() const { return stopped_; }
    bool has_duplicates() const { return duplicates_ > 0; }
    /// simdjson's own words for what it refused.
    const char* refusal() const { return simdjson::error_message(error_); }

    bool read(Node& root) {
        // simdjson 4 would skip a second mark, and simdjson 3 would not.
        if (text_.starts_with(utf8_mark)) return false;
        begin_ = text_.data();
        ondemand::parser parser;
        ondemand::document document;
        const simdjson::padded_string_view padded(text_, text_.size() + simdjson::SIMDJSON_PADDING);
        if (!good(parser.iterate(padded).get(document))) return false;
        const Step top;
        bool scalar = false;
        if (!good(document.is_scalar().get(scalar))) return false;
        if (scalar ? !read_scalar_root(document, root) : !read_root(document, root, top)) {
            return false;
        }
        return duplicates_ == 0;
    }

private:
    bool good(simdjson::error_code error) {
        if (error != simdjson::SUCCESS) error_ = error;
        return error == simdjson::SUCCESS;
    }

    void report(LineColumn where, const Step& way, Message message) {
        diagnostics_.error({file_, pointer_to(&way), where.line, where.column}, std::move(message));
    }

    /// Without a pointer: that of a value too deep is too long to read.
    bool stop(const Node& node, Message message) {
        stopped_ = true;
        diagnostics_.error({file_, {}, node.line, node.column}, std::move(message));
        return false;
    }

    bool read_root(ondemand::document& document, Node& node, const Step& top) {
        ondemand::value value;
        if (!good(document.get_value().get(value)) || !read_value(value, node, top, 1))
            return false;
        // simdjson stops at the end of the value; only this shows that the text ends there too.
        const char* rest = nullptr;
        return document.current_location().get(rest) == simdjson::OUT_OF_BOUNDS;
    }

    bool read_scalar_root(ondemand::document& document, Node& node) {
        std::string_view token;
        if (!good(document.raw_json_token().get(token))) return false;
        place(token, node);
        if (token.front() != '"') {
            // What follows the token would be more text after the document.
            const auto rest = static_cast<std::size_t>(token.data() - begin_);
            return read_literal(trimmed(text_.substr(rest)), node);
        }
        std::string_view text;
        if (!good(document.get_string().get(text))) return false;
        node.kind = Node::Kind::string;
        node.text = text;
        const char* rest = nullptr;
        return document.current_location().get(rest) == simdjson::OUT_OF_BOUNDS;
    }

    void place(std::string_view token, Node& node) {
        const auto where = lines_.at(static_cast<std::size_t>(token.data() - begin_));
        node.line = where.line;
        node.column = where.column;
    }

    bool read_literal(std::string_view token, Node& node) {
        if (token == "null") return true;
        if (token == "true" || token == "false") {
            node.kind = Node::Kind::boolean;
            node.boolean = token == "true";
            return true;
        }
        // simdjson would give a number as a double; it stays as it is written.
        if (!is_json_number(token)) return false;
        node.kind = Node::Kind::number;
        node.text = token;
        return true;
    }

    bool read_value(ondemand::value& value, Node& node, const Step& way, std::size_t depth) {
        const std::string_view token = value.raw_json_token();
        place(token, node);
        if (++values_ > limits_.max_values) {
            return stop(node, messages::too_many_values(limits_.max_values));
        }
        const char first = token.front();
        if (first == '{' || first == '[') {
            if (depth > limits_.max_depth) {
                return stop(node, messages::too_deep(limits_.max_depth));
            }
            return first == '{' ? read_object(value, node, way, depth)
                                : read_array(value, node, way, depth);
        }
        if (first != '"') return read_literal(trimmed(token), node);
        node.kind = Node::Kind::string;
        if (const auto plain = plain_string(token)) {
            // Asked for all the same: simdjson takes what nobody asked for to be a key.
            ondemand::raw_json_string raw;
            node.text = text_of(*plain);
            return good(value.get_raw_json_string().get(raw));
        }
        std::string_view text;
        if (!good(value.get_string().get(text))) return false;
        node.text = text_of(text);
        return true;
    }

    /// What is between the quotes that `token` begins with, where that is the string: nothing is
    /// escaped. simdjson would write it to memory of its own.
    static std::optional<std::string_view> plain_string(std::string_view token) {
        const std::size_t end = token.find('"', 1);
        if (end == token.npos) return std::nullopt;
        const std::string_view text = token.substr(1, end - 1);
        return text.find('\\') == text.npos ? std::optional(text) : std::nullopt;
    }

    bool read_array(ondemand::value& value, Node& node, const Step& way, std::size_t depth) {
        node.kind = Node::Kind::array;
        ondemand::array array;
        if (!good(value.get_array().get(array))) return false;
        const std::size_t first = items_.size();
        for (auto element : array) {
            ondemand::value item;
            if (!good(element.get(item))) return false;
            Node child;
            const Step step{&way, {}, items_.size() - first, true};
            if (!read_value(item, child, step, depth + 1)) return false;
            items_.push_back(std::move(child));
        }
        node.items = taken_from(items_, first);
        return true;
    }

    bool read_object(ondemand::value& value, Node& node, const Step& way, std::size_t depth) {
        node.kind = Node::Kind::object;
        ondemand::object object;
        if (!good(value.get_object().get(object))) return false;
        const std::size_t first = members_.size();
        Keys keys;
        for (auto element : object) {
            ondemand::field field;
            if (!good(std::move(element).get(field))) return false;
            // The raw key points behind its quote.
            const auto key_offset = static_cast<std::size_t>(field.key().raw() - begin_) - 1;
            const LineColumn key_place = lines_.at(key_offset);
            std::string_view key;
            if (const auto plain = plain_string(text_.substr(key_offset)))
                key = *plain;
            else if (!good(field.unescaped_key().get(key)))
                return false;
            KeyValue member{words_.of(key), {}};
            const Step step{&way, member.key, 0, false};
            if (const auto earlier = keys.find(std::span(members_).subspan(first), member.key);
                earlier != 0) {
                report(key_place, step, messages::duplicate_key(member.key, earlier));
                stopped_ = ++duplicates_ >= max_duplicates_reported;
                if (stopped_) return false;
            }
            if (!read_value(field.value(), member.value, step, depth + 1)) return false;
            members_.push_back(std::move(member));
        }
        node.members = taken_from(members_, first);
        return true;
    }

    /// What an array or object has, without room for more: what was read since it was opened.
    template <class T>
    static ThinList<T> taken_from(std::vector<T>& open, std::size_t first) {
        const auto begin = open.begin() + static_cast<std::ptrdiff_t>(first);
        ThinList<T> list(std::make_move_iterator(begin), std::make_move_iterator(open.end()));
        open.erase(begin, open.end());
        return list;
    }

    SharedText text_of(std::string_view text) {
        return text.size() <= longest_word ? words_.of(text) : SharedText(text);
    }

    static constexpr std::size_t longest_word = 16;

    const SharedText& file_;
    std::string_view text_;
    DocumentLimits limits_;
    LineCounter lines_;
    Diagnostics& diagnostics_;
    const char* begin_ = nullptr;
    Words words_;
    std::vector<Node> items_;        // of the arrays that are open, one behind the other
    std::vector<KeyValue> members_;  // likewise of objects
    simdjson::error_code error_ = simdjson::SUCCESS;
    std::size_t values_ = 0;
    std::size_t duplicates_ = 0;
    bool stopped_ = false;
};

/// `text` has room behind it, as Reader wants.
std::optional<Document> parse_padded(SharedText file, std::string_view text,
                                     Diagnostics& diagnostics, const DocumentLimits& limits) {
    if (text.starts_with(utf8_mark)) text.remove_prefix(utf8_mark.size());
    Document document{std::move(file), {}};
    Reader reader(document.file, text, limits, diagnostics);
    if (reader.read(document.root)) return document;

    if (reader.stopped()) return std::nullopt;

    if (auto fault = find_json_fault(text)) {
        const LineColumn where = LineCounter(text).at(fault->offset);
        diagnostics.error({document.file, {}, where.line, where.column}, std::move(fault->message));
    } else if (!reader.has_duplicates()) {
        diagnostics.error({.file = document.file, .pointer = {}},
                          messages::unexplained_json_error(reader.refusal()));
    }
    return std::nullopt;
}

}  // namespace

const Node* Node::find(std::string_view key) const {
    for (const KeyValue& member : members) {
        if (member.key == key) return &member.value;
    }
    return nullptr;
}

std::optional<Document> parse_document(SharedText file, std::string_view text,
                                       Diagnostics& diagnostics, const DocumentLimits& limits) {
    if (text.size() > limits.max_bytes) {
        diagnostics.error({.file = std::move(file), .pointer = {}},
                          messages::too_large(text.size(), limits.max_bytes));
        return std::nullopt;
    }
    const simdjson::padded_string padded(text);
    return parse_padded(std::move(file), {padded.data(), text.size()}, diagnostics, limits);
}

std::optional<Document> read_document(const std::string& path, Diagnostics& diagnostics,
                                      const DocumentLimits& limits) {
    auto text = read_file(path, diagnostics, limits.max_bytes);
    if (!text) return std::nullopt;
    const std::size_t size = text->size();
    text->append(simdjson::SIMDJSON_PADDING, '\0');
    return parse_padded(path == "-" ? "<stdin>" : path, {text->data(), size}, diagnostics, limits);
}

std::string Place::pointer() const {
    std::string out;
    append_pointer(out);
    return out;
}

void Place::append_pointer(std::string& out) const {
    if (parent_ == nullptr) {
        out += '#';
        return;
    }
    parent_->append_pointer(out);
    out += '/';
    if (is_index_)
        out += std::to_string(index_);
    else
        append_pointer_step(out, key_);
}

Location Place::location() const {
    return {document_->file, pointer(), node_->line, node_->column};
}

}  // namespace mcpgen
