// Done: where an outcome goes, and that it goes there once.
#include <mcp/async.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"

using namespace mcp;

namespace {

/// Notes what is called, in order.
struct Notes final : Done<int>::Target {
    void call(Answer<int>&& answer) override {
        all.push_back(answer ? std::to_string(*answer) : "error: " + answer.error().message);
    }
    void release() noexcept override { all.emplace_back("released"); }
    std::vector<std::string> all{};
};

using Seen = std::vector<std::string>;

}  // namespace

TEST_CASE("a target is called once and then released") {
    Notes notes;
    Done<int> done(notes);
    CHECK(static_cast<bool>(done));
    done(7);
    CHECK(notes.all == Seen{"7", "released"});
    CHECK_FALSE(static_cast<bool>(done));
}

TEST_CASE("who is dropped without an outcome has an error, wherever it was moved to") {
    Notes notes;
    {
        Done<int> first(notes);
        Done<int> second = std::move(first);
        Done<int> third;
        third = std::move(second);
        CHECK(notes.all.empty());
    }
    CHECK(notes.all == Seen{"error: no answer was made", "released"});
}

TEST_CASE("assigning drops what was there") {
    Notes one;
    Notes two;
    Done<int> done(one);
    done = Done<int>(two);
    CHECK(one.all == Seen{"error: no answer was made", "released"});
    CHECK(two.all.empty());
    done(Unexpected(RpcError(1, "no")));
    CHECK(two.all == Seen{"error: no", "released"});
}

TEST_CASE("a function is kept until it was called, and destroyed then") {
    auto owned = std::make_shared<int>(0);
    const std::weak_ptr<int> alive = owned;
    Done<int> done([kept = std::move(owned)](Answer<int> answer) { *kept = *answer; });
    CHECK_FALSE(alive.expired());
    done(3);
    CHECK(alive.expired());
}
