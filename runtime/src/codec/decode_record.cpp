// Decoding records: rows, the required ones, members that no row knows.
#include "codec/decoder.hpp"

#include <mcp/codec_types.hpp>

#include <memory>

namespace mcp::detail {
namespace {

/// Which rows were seen. No allocation for records of usual size.
class Seen {
public:
    explicit Seen(std::size_t rows) {
        if (rows <= 64) return;
        more_ = std::make_unique<std::uint64_t[]>((rows + 63) / 64);
        words_ = more_.get();
    }
    Seen(const Seen&) = delete;
    Seen& operator=(const Seen&) = delete;
    bool has(std::size_t row) const { return (words_[row / 64] >> (row % 64) & 1) != 0; }
    void add(std::size_t row) { words_[row / 64] |= std::uint64_t{1} << (row % 64); }

private:
    std::uint64_t first_ = 0;
    std::uint64_t* words_ = &first_;
    std::unique_ptr<std::uint64_t[]> more_;
};

/// The kinds that the row's value can be.
std::uint8_t allowed_kinds(const FieldRow& row) {
    const Bounds* bounds = row.bounds;
    if (bounds && bounds->element && row.type->present) bounds = bounds->element;
    return bounds ? row.type->kinds & bounds->kinds : row.type->kinds;
}

bool takes_null(const FieldRow& row) {
    return row.type ? (allowed_kinds(row) & kind_null) != 0 : row.constant == "null";
}

std::string wanted(const FieldRow& row) {
    return row.type ? kinds_text(allowed_kinds(row)) : std::string(row.constant);
}

class RecordLoop {
public:
    RecordLoop(Decoder& decoder, void* record, const RecordInfo& info)
        : d_(decoder),
          record_(record),
          info_(info),
          extras_(info.extras ? info.extras(record) : nullptr),
          seen_(info.row_count),
          unknown_(decoder.scratch.keys.open()) {}

    bool run() {
        if (!info_.in.contains(d_.revision)) {
            return d_.fail("a type of this revision", std::string(info_.name));
        }
        if (!d_.open('{', kind_object)) return false;
        if (!d_.take('}')) {
            do {
                if (!member()) return false;
            } while (d_.take(','));
            if (!d_.take('}')) return d_.fail_syntax("\",\" or \"}\"");
        }
        d_.close();
        const std::string_view twice = d_.scratch.keys.close(unknown_);
        if (twice.data()) return fail_twice(twice);
        return all_required();
    }

private:
    bool member() {
        std::string_view name;
        std::uint32_t token = 0;
        if (!d_.name(name, token)) return false;
        const std::size_t row = find_row(name);
        if (row == info_.row_count) return unknown(token, name) || d_.within(name);
        if (seen_.has(row)) return fail_twice(name);
        return known(row) || d_.within(name);
    }

    /// The row with this name at this revision, or `row_count`. Members mostly come in the order of
    /// the rows, so the search goes on behind the last one that was found.
    std::size_t find_row(std::string_view name) {
        const std::size_t count = info_.row_count;
        std::size_t row = next_row_;
        Revisions passed;
        while (row != count && !is_row(row, name)) passed = passed | info_.rows[row++].required;
        passed_required_ = passed_required_ | passed;
        if (row != count) {
            next_row_ = row + 1;
            return row;
        }
        for (row = 0; row != next_row_; ++row) {
            if (is_row(row, name)) return row;
        }
        return count;
    }

    bool is_row(std::size_t row, std::string_view name) const {
        return same_text(info_.rows[row].name, name) && info_.rows[row].in.contains(d_.revision);
    }

    bool known(std::size_t index) {
        const FieldRow& row = info_.rows[index];
        seen_.add(index);
        if (d_.cursor.peek() == 'n' && !takes_null(row) && d_.word("null")) {
            // Null is how some peers say absent.
            if (info_.null_is_absent && !row.required.contains(d_.revision)) return true;
            return d_.fail(wanted(row), "null");
        }
        if (!row.type) return d_.constant(row.constant);
        return row.type->decode(d_, row.at(record_), row.bounds);
    }

    bool unknown(std::uint32_t token, std::string_view name) {
        if (!d_.scratch.keys.add(unknown_, token, name))
            return d_.fail("every member once", "it twice");
        if (info_.closed.contains(d_.revision)) return d_.fail("no member with this name", "one");
        if (!extras_) return d_.skip();
        std::string text;
        if (!d_.raw(text, nullptr)) return false;
        JsonAccess::list(*extras_).push_back(
            {std::string(name), JsonAccess::json(std::move(text))});
        return true;
    }

    bool fail_twice(std::string_view name) {
        d_.fail("every member once", "it twice");
        return d_.within(name);
    }

    bool all_required() {
        // Nearly always only the rows behind the last member are left to look at.
        const bool passed = passed_required_.contains(d_.revision);
        for (std::size_t i = passed ? 0 : next_row_; i < info_.row_count; ++i) {
            const FieldRow& row = info_.rows[i];
            if (!(row.required & row.in).contains(d_.revision) || seen_.has(i)) continue;
            d_.fail(wanted(row), "nothing");
            return d_.within(row.name);
        }
        return true;
    }

    Decoder& d_;
    void* const record_;
    const RecordInfo& info_;
    Extras* const extras_;
    Seen seen_;
    ObjectNames unknown_;
    std::size_t next_row_ = 0;
    Revisions passed_required_{};  // of rows that the search went past, which may be missing
};

}  // namespace

[[gnu::hot]] bool decode_record(Decoder& decoder, void* record, const RecordInfo& info) {
    return RecordLoop(decoder, record, info).run();
}

}  // namespace mcp::detail
