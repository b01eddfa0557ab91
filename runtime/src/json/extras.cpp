// Extras: the members behind the pointer.
#include <mcp/json.hpp>

#include <utility>

namespace mcp {

Extras::Extras(std::initializer_list<Member> members) {
    for (const Member& member : members) set(member.name, member.value);
}

Extras::List* Extras::copy(const List& list) { return new List(list); }
void Extras::destroy(List* list) noexcept { delete list; }

Extras::List& Extras::list() {
    if (!members_) members_ = new List;
    return *members_;
}

const Json* Extras::find(std::string_view name) const noexcept {
    for (const Member& member : *this) {
        if (member.name == name) return &member.value;
    }
    return nullptr;
}

void Extras::set(std::string_view name, Json value) {
    for (Member& member : list()) {
        if (member.name != name) continue;
        member.value = std::move(value);
        return;
    }
    list().push_back({std::string(name), std::move(value)});
}

bool Extras::erase(std::string_view name) {
    if (!members_) return false;
    for (auto it = members_->begin(); it != members_->end(); ++it) {
        if (it->name != name) continue;
        members_->erase(it);
        return true;
    }
    return false;
}

void Extras::clear() noexcept {
    if (members_) destroy(std::exchange(members_, nullptr));
}

bool Extras::same_as(const Extras& other) const noexcept {
    if (size() != other.size()) return false;
    for (std::size_t i = 0; i < size(); ++i) {
        const Member& member = begin()[i];
        // Nearly always the order is the same too.
        const Json* value = other.begin()[i].name == member.name ? &other.begin()[i].value
                                                                 : other.find(member.name);
        if (!value || !(*value == member.value)) return false;
    }
    return true;
}

}  // namespace mcp
