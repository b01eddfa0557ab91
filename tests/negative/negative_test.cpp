// Every document with one thing wrong is refused, with the path of exactly that thing: for every
// record at every revision, one level down in every member, and in the params of every method. The
// allowances are few: null for an optional member is its absence, and what an open set does not
// know is kept.
#include <tests/catch.hpp>

#include <tests/negative/negatives.hpp>
#include <tests/property/documents.hpp>

#include <mcp/dispatch.hpp>
#include <mcp/fwd.hpp>

using namespace mcp;
using namespace mcp::testing;

namespace {

/// Counts what was tried and keeps what went wrong.
class Tally {
public:
    void refuse(const TypeEntry& type, const Negative& negative, Revision revision,
                std::string_view prefix = {}) {
        if (negative.kept) return accept(type, negative.document, revision);
        ++tried_[static_cast<std::size_t>(negative.fault)];
        const auto value = read(type, negative.document, revision);
        std::string wanted = negative.path;
        CodecError error = value ? CodecError{} : value.error();
        if (!prefix.empty()) {
            error.within(prefix);
            wanted = CodecError{.path = wanted}.within(prefix).path;
        }
        if (value) {
            note(type, revision, "accepted, though `" + wanted + "` is wrong", negative.document);
        } else if (error.path != wanted) {
            note(type, revision, "`" + wanted + "` is wrong, but told is " + error.message(),
                 negative.document);
        } else if (error.expected.empty() && error.found.empty()) {
            note(type, revision, "nothing is said about `" + wanted + "`", negative.document);
        }
    }

    void refuse_to_write(const Value& value, const std::string& path, Revision revision) {
        ++tried_[static_cast<std::size_t>(path.empty() ? Fault::revision : Fault::missing)];
        const auto text = write(value, revision);
        if (text) {
            note(value.type(), revision, "written without `" + path + "`", *text);
        } else if (text.error().path != path) {
            note(value.type(), revision, "told is " + text.error().message(), path);
        }
    }

    void accept(const TypeEntry& type, std::string_view document, Revision revision) {
        ++good_;
        const auto value = read(type, document, revision);
        if (!value) note(type, revision, "refused: " + value.error().message(), document);
    }

    void finish() {
        std::string counts;
        std::size_t all = 0;
        for (std::size_t i = 0; i < std::size(fault_names); ++i) {
            if (tried_[i] == 0) continue;
            all += tried_[i];
            counts += ", " + std::to_string(tried_[i]) + ' ' + std::string(fault_names[i]);
        }
        WARN(all << " refused" << counts << "; " << good_ << " rightly taken; " << wrong_
                 << " wrong");
        INFO(shown_);
        CHECK(wrong_ == 0);
        CHECK(all + good_ != 0);
    }

private:
    void note(const TypeEntry& type, Revision revision, const std::string& what,
              std::string_view document) {
        if (++wrong_ > 20) return;
        shown_ += std::string(type.name) + " at " + std::string(to_string(revision)) + ": " + what +
                  "\n  " + std::string(document.substr(0, 600)) + '\n';
    }

    std::size_t tried_[std::size(fault_names)]{};
    std::size_t good_ = 0;
    std::size_t wrong_ = 0;
    std::string shown_;
};

template <class Visit>
void for_each_type(Visit visit) {
    for (const TypeEntry& type : all_types()) {
        for (unsigned r = 0; r < std::size(revision_dates); ++r)
            visit(type, static_cast<Revision>(r));
    }
}

template <class Visit>
void for_each_record(Visit visit) {
    for_each_type([&](const TypeEntry& type, Revision revision) {
        if (type.record && type.record->in.contains(revision)) visit(type, revision);
    });
}

}  // namespace

TEST_CASE("a document that is no object is no record") {
    Tally tally;
    for_each_record([&](const TypeEntry& type, Revision revision) {
        for (const Kind kind : every_kind) {
            if (kind != kind_object)
                tally.refuse(type, {Fault::kind, sample_of(kind), ""}, revision);
        }
    });
    tally.finish();
}

TEST_CASE("a record is neither read nor written at a revision that lacks it") {
    Tally tally;
    for_each_type([&](const TypeEntry& type, Revision revision) {
        if (!type.record || type.record->in.contains(revision)) return;
        tally.refuse(type, {Fault::revision, "{}", ""}, revision);
        tally.refuse_to_write(Value(type), "", revision);
    });
    tally.finish();
}

TEST_CASE("what is wrong with a member is said with its path") {
    Tally tally;
    for_each_type([&](const TypeEntry& type, Revision revision) {
        for (const Negative& negative : negatives_of(type, revision))
            tally.refuse(type, negative, revision);
    });
    tally.finish();
}

TEST_CASE("what is wrong inside a member is said with the whole path") {
    Tally tally;
    for_each_record([&](const TypeEntry& type, Revision revision) {
        for (const Negative& negative : nested_negatives_of(type, revision))
            tally.refuse(type, negative, revision);
    });
    tally.finish();
}

TEST_CASE("what is wrong in the params of a method is said with the path from the message") {
    Tally tally;
    for (const std::string_view space : {"", "tasks"}) {
        for (const MethodRow& method : methods_of(space)) {
            if (!method.params) continue;
            const TypeEntry* const params = find_type(method.params->ops);
            REQUIRE(params);
            for (unsigned r = 0; r < std::size(revision_dates); ++r) {
                const auto revision = static_cast<Revision>(r);
                if (!(method.from_client | method.from_server).contains(revision)) continue;
                for (const Negative& negative : negatives_of(*params, revision)) {
                    tally.refuse(*params, negative, revision, "params");
                }
                if (!params->record) continue;
                for (const Negative& negative : nested_negatives_of(*params, revision)) {
                    tally.refuse(*params, negative, revision, "params");
                }
            }
        }
    }
    tally.finish();
}

TEST_CASE("a value without a member that the revision requires is not written") {
    Tally tally;
    for_each_record([&](const TypeEntry& type, Revision revision) {
        for (std::size_t i = 0; i < type.record->row_count; ++i) {
            const FieldRow& row = type.record->rows[i];
            if (!row.type || !row.type->clear || !row.required.contains(revision)) continue;
            Random random(1, type.name, i);
            const Value value = full(type, random, revision);
            row.type->clear(row.at(value.get()));
            tally.refuse_to_write(value, CodecError{}.within(row.name).path, revision);
        }
    });
    tally.finish();
}

TEST_CASE("null for an optional member is its absence") {
    Tally tally;
    for_each_record([&](const TypeEntry& type, Revision revision) {
        for (const std::string& document : nulls_of(type, revision))
            tally.accept(type, document, revision);
    });
    tally.finish();
}
