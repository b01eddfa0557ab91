// Texts whose memory a thread uses again.
#include "util/spare_text.hpp"

#include <string>
#include <thread>

#include "catch.hpp"

using mcp::detail::SpareText;

TEST_CASE("the memory of a text is used again, empty, and once") {
    std::thread([] {  // which has none yet
        SpareText::keep(std::string(1000, 'x'));
        const std::string first = SpareText::take();
        CHECK(first.empty());
        CHECK(first.capacity() >= 1000);
        const std::string second = SpareText::take();
        CHECK(second.empty());
        CHECK(second.capacity() < 1000);
    })
        .join();
}

TEST_CASE("the larger text is kept, but none that is very large") {
    std::thread([] {
        SpareText::keep(std::string(1000, 'x'));
        SpareText::keep(std::string(100, 'x'));
        SpareText::keep(std::string(100'000, 'x'));
        const std::size_t capacity = SpareText::take().capacity();
        CHECK(capacity >= 1000);
        CHECK(capacity < 100'000);
    }).join();
}

namespace {
/// Keeps a text when its thread ends, after the spare one is gone.
struct LateKeeper {
    ~LateKeeper() {
        SpareText::keep(std::string(1000, 'x'));
        taken = SpareText::take();
    }
    static inline std::string taken = "?";
};
}  // namespace

TEST_CASE("a thread that ends keeps nothing any more") {
    std::thread([] {
        thread_local const LateKeeper late;  // made first, destroyed last
        static_cast<void>(&late);
        SpareText::keep(std::string(1000, 'x'));
    }).join();
    CHECK(LateKeeper::taken.empty());
    CHECK(LateKeeper::taken.capacity() < 1000);
}
