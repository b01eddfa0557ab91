// Memory that is not needed any more.
#pragma once

namespace mcp::detail {

/// Empties a container, and gives its memory back. `clear()` keeps it; so does `= {}`, and for a
/// string even the assignment of an empty one.
template <class Container>
void give_back(Container& container) noexcept {
    Container().swap(container);
}

}  // namespace mcp::detail
