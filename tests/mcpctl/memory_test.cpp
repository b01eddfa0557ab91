// The memory of mcpctl: this program has it too, so what Catch2 and the standard library do is a
// part of each test.
#include <malloc.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "catch.hpp"

namespace {

/// A block that is full of one byte.
struct Filled {
    Filled(std::size_t bytes, unsigned char byte)
        : memory(static_cast<unsigned char*>(::operator new(bytes))), size(bytes), value(byte) {
        if (bytes != 0) std::memset(memory, byte, bytes);
    }
    bool intact() const {
        for (std::size_t i = 0; i < size; ++i) {
            if (memory[i] != value) return false;
        }
        return reinterpret_cast<std::uintptr_t>(memory) % alignof(std::max_align_t) == 0;
    }
    void free(bool sized) const {
        if (sized) {
            ::operator delete(memory, size);
        } else {
            ::operator delete(memory);
        }
    }
    unsigned char* memory;
    std::size_t size;
    unsigned char value;
};

std::size_t in_use() { return mallinfo2().uordblks; }

}  // namespace

TEST_CASE("blocks of all sizes are whole, and nobody else's") {
    std::minstd_rand random(7);
    std::vector<Filled> blocks;
    bool all = true;
    for (int i = 0; i < 200'000; ++i) {
        if (blocks.size() < 300 || random() % 2 == 0) {
            blocks.emplace_back(random() % 2200, static_cast<unsigned char>(random()));
            continue;
        }
        const std::size_t at = random() % blocks.size();
        std::swap(blocks[at], blocks.back());
        all = all && blocks.back().intact();
        blocks.back().free(random() % 4 != 0);
        blocks.pop_back();
    }
    for (const Filled& block : blocks) {
        all = all && block.intact();
        block.free(true);
    }
    CHECK(all);
}

TEST_CASE("blocks that were freed together are used again") {
    constexpr std::size_t many = 100;
    std::vector<Filled> blocks;
    blocks.reserve(many);
    bool all_kept = true;
    for (int again = 0; again < 10; ++again) {
        for (std::size_t i = 0; i < many; ++i) blocks.emplace_back(200 - i % 8, std::uint8_t{1});
        const std::size_t before = in_use();
        for (const Filled& block : blocks) block.free(true);
        all_kept = all_kept && in_use() == before;
        blocks.clear();
    }
    CHECK(all_kept);
}

TEST_CASE("a thread keeps little, and nothing when it ends") {
    const auto make_and_free = [] {
        std::vector<Filled> blocks;
        for (std::size_t size : {16U, 200U, 2048U}) {
            for (int i = 0; i < 5000; ++i) blocks.emplace_back(size, std::uint8_t{1});
        }
        for (const Filled& block : blocks) block.free(true);
    };
    const std::size_t before = in_use();
    std::size_t kept = 0;
    std::thread([&] {
        make_and_free();
        kept = in_use() - before;
    }).join();
    CHECK(kept < 200'000);
    CHECK(in_use() < before + 10'000);
}

TEST_CASE("what one thread makes another may free") {
    constexpr int many = 20'000;
    std::vector<std::atomic<Filled*>> handed(64);
    std::atomic<bool> broken = false;
    std::thread takes([&] {
        for (int i = 0; i < many;) {
            Filled* const block = handed[static_cast<std::size_t>(i) % 64].exchange(nullptr);
            if (!block) continue;
            if (!block->intact()) broken = true;
            block->free(true);
            delete block;
            ++i;
        }
    });
    for (int i = 0; i < many; ++i) {
        auto& place = handed[static_cast<std::size_t>(i) % 64];
        auto* const block =
            new Filled(static_cast<std::size_t>(i) % 700, static_cast<unsigned char>(i));
        while (place.load()) std::this_thread::yield();
        place = block;
    }
    takes.join();
    CHECK_FALSE(broken);
}

TEST_CASE("too much is refused as by malloc") {
    CHECK_THROWS_AS(::operator new (~std::size_t{0} / 2), std::bad_alloc);
    CHECK(::operator new (~std::size_t{0} / 2, std::nothrow) == nullptr);
    void* const none = ::operator new(0);
    CHECK(none != nullptr);
    ::operator delete (none, std::size_t{0});
    ::operator delete(nullptr);
    ::operator delete (nullptr, std::size_t{5});
    const auto array = std::make_unique<std::string[]>(100);
    CHECK(array[99].empty());
}
