// Things with names, while others come and go.
#include "server/catalogue.hpp"

#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "catch.hpp"

namespace {

struct Named {
    std::string text;
    std::string_view name() const { return text; }
};
using Names = mcp::server::Catalogue<Named>;

std::shared_ptr<const Named> named(std::string text) {
    return std::make_shared<const Named>(Named{std::move(text)});
}

}  // namespace

TEST_CASE("what was found is found until it is removed, by its name and in its catalogue") {
    Names names;
    Names others;
    const auto first = named("a");
    const auto other = named("a");
    CHECK(names.add(first));
    CHECK(others.add(other));
    for (int i = 0; i < 3; ++i) {
        CHECK(names.find("a") == first);
        CHECK(others.find("a") == other);
        CHECK(names.find("q") == nullptr);  // shares a place in what the thread remembers
        CHECK(names.find("") == nullptr);
    }
    CHECK(names.remove("a"));
    CHECK(names.find("a") == nullptr);
    CHECK(others.find("a") == other);
    const auto second = named("a");
    CHECK(names.add(second));
    CHECK(names.find("a") == second);
}

TEST_CASE("a thread finds what there is while another one adds and removes") {
    Names names;
    REQUIRE(names.add(named("stays")));
    std::atomic<bool> done = false;
    std::thread changes([&] {
        for (int i = 0; i < 2000; ++i) {
            names.add(named("comes"));
            names.remove("comes");
        }
        done = true;
    });
    bool right = true;
    while (!done) {
        const auto stays = names.find("stays");
        const auto comes = names.find("comes");
        right = right && stays && stays->name() == "stays" && (!comes || comes->name() == "comes");
    }
    changes.join();
    CHECK(right);
    CHECK(names.find("comes") == nullptr);
}
