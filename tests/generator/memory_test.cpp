// The memory of the program: `generator/memory.cpp` is part of this program too.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "catch.hpp"

namespace {

struct Piece {
    unsigned char* memory;
    std::size_t size;
    unsigned char mark;
};

bool whole(const Piece& piece) {
    for (std::size_t i = 0; i < piece.size; ++i) {
        if (piece.memory[i] != piece.mark) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("memory: blocks of every size are apart, aligned, and keep what is in them") {
    std::vector<Piece> pieces;
    std::size_t wrong = 0;
    const auto make = [&](std::size_t size) {
        auto* memory = static_cast<unsigned char*>(::operator new(size));
        wrong += reinterpret_cast<std::uintptr_t>(memory) % __STDCPP_DEFAULT_NEW_ALIGNMENT__ != 0;
        const auto mark = static_cast<unsigned char>(pieces.size());
        std::memset(memory, mark, size);
        pieces.push_back({memory, size, mark});
    };
    for (std::size_t size = 0; size < 5000; ++size) make(size);
    for (int round = 0; round < 3; ++round) {
        // Every third is freed, half of them without its size, and others take its place.
        for (std::size_t i = static_cast<std::size_t>(round); i < pieces.size(); i += 3) {
            Piece& piece = pieces[i];
            wrong += !whole(piece);
            if (i % 2 == 0)
                ::operator delete(piece.memory, piece.size);
            else
                ::operator delete(piece.memory);
            piece.memory = static_cast<unsigned char*>(::operator new(piece.size));
            std::memset(piece.memory, piece.mark, piece.size);
        }
    }
    for (const Piece& piece : pieces) {
        wrong += !whole(piece);
        ::operator delete(piece.memory, piece.size);
    }
    CHECK(wrong == 0);
}

TEST_CASE("memory: a block that was freed is used again") {
    constexpr std::size_t rounds = 200'000;
    std::uintptr_t least = UINTPTR_MAX;
    std::uintptr_t most = 0;
    for (std::size_t i = 0; i < rounds; ++i) {
        const auto text = std::make_unique<std::string>(600, 'x');
        const auto at = reinterpret_cast<std::uintptr_t>(text->data());
        least = std::min(least, at);
        most = std::max(most, at);
    }
    CHECK(most - least < rounds * 600 / 10);
}

TEST_CASE("memory: what is larger than any memory is refused") {
    for (const std::size_t size : {SIZE_MAX / 4, SIZE_MAX - 14, SIZE_MAX}) {
        volatile std::size_t much = size;
        CHECK_THROWS_AS(::operator new(much), std::bad_alloc);
    }
}
