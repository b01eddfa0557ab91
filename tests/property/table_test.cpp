// The rows of the codec and the description of the types speak of the same members: what is tested
// by one is not missed by the other.
#include <tests/catch.hpp>

#include <tests/property/registry.hpp>

#include <mcp/fwd.hpp>

using namespace mcp;
using namespace mcp::testing;

TEST_CASE("every generated type is listed") {
    std::size_t records = 0;
    std::size_t unions = 0;
    std::size_t enumerations = 0;
    for (const TypeEntry& entry : all_types()) {
        records += entry.record ? 1 : 0;
        unions += entry.alternatives ? 1 : 0;
        enumerations += entry.enumeration ? 1 : 0;
    }
    CHECK(records > 150);
    CHECK(unions > 10);
    CHECK(enumerations > 10);
}

TEST_CASE("every described member has rows, and every row stores a described member") {
    for (const TypeEntry& entry : all_types()) {
        if (!entry.record) continue;
        const Value value(entry);
        const RecordInfo& info = *entry.record;
        INFO(entry.name);
        for (const MemberEntry& member : entry.members) {
            INFO(member.name);
            bool found = false;
            for (std::size_t i = 0; i < info.row_count; ++i) {
                found = found ||
                        (info.rows[i].at && info.rows[i].at(value.get()) == member.at(value.get()));
            }
            CHECK(found);
        }
        for (std::size_t i = 0; i < info.row_count; ++i) {
            if (!info.rows[i].at) continue;
            bool found = false;
            for (const MemberEntry& member : entry.members) {
                found = found || info.rows[i].at(value.get()) == member.at(value.get());
            }
            INFO(info.rows[i].name.text());
            CHECK(found);
        }
    }
}

TEST_CASE(
    "at most one row of a name applies at a revision, and only where the member is, it is "
    "required") {
    for (const TypeEntry& entry : all_types()) {
        if (!entry.record) continue;
        const RecordInfo& info = *entry.record;
        for (std::size_t i = 0; i < info.row_count; ++i) {
            INFO(entry.name << "." << info.rows[i].name.text());
            CHECK((info.rows[i].required & info.rows[i].in) == info.rows[i].required);
            for (std::size_t k = 0; k < i; ++k) {
                if (info.rows[k].name == info.rows[i].name)
                    CHECK((info.rows[k].in & info.rows[i].in).empty());
            }
        }
    }
}
