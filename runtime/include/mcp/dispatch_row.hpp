// What is known of a method at run time: its name, who may send it at which revisions, and how its
// params and result are made, read and written. Generated `dispatch.cpp` fills the table; routing
// messages to handlers is done elsewhere.
#pragma once

#include <mcp/revision.hpp>
#include <mcp/tables.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace mcp {

template <class T>
struct Codec;

/// Which way a message travels.
enum class Direction : std::uint8_t { client_to_server, server_to_client, both };

/// The params of a method that has none.
struct NoParams {
    friend bool operator==(const NoParams&, const NoParams&) = default;
};

/// A type known only by what can be done with its values.
struct ValueOps {
    void* (*create)();
    void (*destroy)(void* value) noexcept;
    const TypeOps* ops;  ///< reading and writing
};

template <class T>
inline constexpr ValueOps value_ops{
    []() -> void* { return new T(); },
    [](void* value) noexcept { delete static_cast<T*>(value); },
    &Codec<T>::ops,
};

/// One request or notification.
struct MethodRow {
    std::string_view name;  ///< on the wire: `tools/call`
    bool notification = false;
    Revisions from_client{};           ///< where a client may send it
    Revisions from_server{};           ///< where a server may send it
    const ValueOps* params = nullptr;  ///< null: the message has none
    Revisions params_required{};
    const ValueOps* result = nullptr;  ///< null for notifications
    Revisions input_required{};        ///< where the answer may also be an `InputRequiredResult`

    constexpr Revisions from(Direction direction) const {
        switch (direction) {
            case Direction::client_to_server: return from_client;
            case Direction::server_to_client: return from_server;
            case Direction::both: break;
        }
        return from_client & from_server;
    }
};

/// The row of a generated method type, whose `Params` and `Result` have a Codec.
template <class Method>
constexpr MethodRow method_row() {
    MethodRow row{.name = Method::name, .notification = Method::is_notification};
    if constexpr (requires { Method::from_client; }) {
        row.from_client = Method::from_client;
        row.from_server = Method::from_server;
    } else {
        if (Method::direction != Direction::server_to_client) row.from_client = Method::revisions;
        if (Method::direction != Direction::client_to_server) row.from_server = Method::revisions;
    }
    if constexpr (!std::is_same_v<typename Method::Params, NoParams>) {
        row.params = &value_ops<typename Method::Params>;
        row.params_required = Method::params_required;
    }
    if constexpr (!Method::is_notification) {
        row.result = &value_ops<typename Method::Result>;
        row.input_required = Method::input_required;
    }
    return row;
}

/// The methods of a protocol, ordered by name.
class MethodTable {
public:
    template <std::size_t N>
    constexpr MethodTable(const MethodRow (&rows)[N]) : rows_(rows), count_(N) {}
    constexpr MethodTable() = default;

    constexpr const MethodRow* begin() const { return rows_; }
    constexpr const MethodRow* end() const { return rows_ + count_; }
    constexpr std::size_t size() const { return count_; }

    /// Null when no revision has such a method.
    constexpr const MethodRow* find(std::string_view name) const {
        std::size_t low = 0;
        std::size_t high = count_;
        while (low < high) {
            const std::size_t middle = low + (high - low) / 2;
            const int order = rows_[middle].name.compare(name);
            if (order == 0) return rows_ + middle;
            (order < 0 ? low : high) = order < 0 ? middle + 1 : middle;
        }
        return nullptr;
    }

    /// Null when the method may not travel in this direction at this revision.
    constexpr const MethodRow* find(std::string_view name, Direction direction,
                                    Revision revision) const {
        const MethodRow* row = find(name);
        return row != nullptr && row->from(direction).contains(revision) ? row : nullptr;
    }

private:
    const MethodRow* rows_ = nullptr;
    std::size_t count_ = 0;
};

}  // namespace mcp
