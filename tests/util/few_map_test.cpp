// A map of one entry, and of more.
#include "util/few_map.hpp"

#include <tests/catch.hpp>

#include <map>
#include <random>
#include <string>
#include <utility>

using mcp::detail::FewMap;

TEST_CASE("a map of few entries does what a map does") {
    FewMap<int, std::string> few;
    std::map<int, std::string> all;
    std::map<int, const std::string*> places;
    std::mt19937 random(7);
    const auto pick = [&](unsigned most) { return static_cast<int>(random() % most); };
    for (int step = 0; step < 20'000; ++step) {
        const int key = pick(5);
        if (pick(2) == 0) {
            std::string* const added = few.add(key);
            REQUIRE((added != nullptr) == (all.count(key) == 0));
            if (added) {
                CHECK(added->empty());
                *added = all[key] = std::to_string(step);
                places[key] = added;
            }
        } else {
            few.erase(key);
            all.erase(key);
        }
        if (pick(1000) == 0) {
            few.clear();
            all.clear();
        }
        REQUIRE(few.size() == all.size());
        REQUIRE(few.empty() == all.empty());
        for (int each = 0; each < 5; ++each) {
            const auto found = all.find(each);
            REQUIRE(few.contains(each) == (found != all.end()));
            if (found == all.end()) continue;
            REQUIRE(*few.find(each) == found->second);
            REQUIRE(few.find(each) == places[each]);  // it does not move
        }
        few.each([](std::string& value) { value += '.'; });
        for (auto& [its, value] : all) value += '.';
        std::size_t seen = 0;
        std::as_const(few).each([&](const std::string&) { ++seen; });
        REQUIRE(seen == all.size());
    }
}

TEST_CASE("a map of few entries erases by a key that goes with the entry") {
    struct Named {
        std::string name{};
    };
    FewMap<std::string, Named> few;
    for (const char* name : {"one, which is longer than a string keeps in itself",
                             "two, which is longer than a string keeps in itself"}) {
        few.add(name)->name = name;
    }
    for (const char first : {'t', 'o'}) {
        const Named* found = nullptr;
        few.each([&](const Named& each) { found = each.name[0] == first ? &each : found; });
        REQUIRE(found);
        few.erase(found->name);
    }
    CHECK(few.empty());
}
