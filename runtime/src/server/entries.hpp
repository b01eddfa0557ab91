// What can be registered with a server, each with its handler and how quick that is.
#pragma once

#include "server/pace.hpp"

#include <mcp/handler.hpp>
#include <mcp/json_schema.hpp>
#include <mcp/types.hpp>
#include <mcp/uri_template.hpp>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace mcp::server {

/// What others make of an entry when they need it first; it is kept with the entry.
class Derived {
public:
    /// `make` is called once. All calls for one entry have the same type.
    template <class Make>
    const auto& get(const Make& make) const {
        using T = decltype(make());
        std::call_once(once_, [&] { value_ = std::make_shared<const T>(make()); });
        return *static_cast<const T*>(value_.get());
    }

private:
    mutable std::once_flag once_{};
    mutable std::shared_ptr<const void> value_{};
};

struct ToolEntry {
    Tool declaration;
    detail::ToolHandler handler{};
    JsonSchema input;
    bool handler_reads_all = false;  ///< the handler refuses whatever `input` refuses
    std::optional<JsonSchema> output{};
    Derived mirrored{};  ///< which arguments are headers, too: known to whoever serves HTTP
    mutable Pace pace{};
    std::string_view name() const { return declaration.name; }

    ToolEntry(Tool tool, detail::ToolHandler function, JsonSchema schema)
        : declaration(std::move(tool)), handler(std::move(function)), input(std::move(schema)) {}
};

struct ResourceEntry {
    Resource declaration;
    detail::ResourceHandler reader{};
    mutable Pace pace{};
    std::string_view name() const { return declaration.uri; }
};

struct TemplateEntry {
    ResourceTemplate declaration;
    detail::ResourceHandler reader{};
    UriTemplate pattern;
    mutable Pace pace{};
    std::string_view name() const { return declaration.uriTemplate; }

    TemplateEntry(ResourceTemplate resource_template, detail::ResourceHandler function,
                  UriTemplate parsed)
        : declaration(std::move(resource_template)),
          reader(std::move(function)),
          pattern(std::move(parsed)) {}
};

struct PromptEntry {
    Prompt declaration;
    detail::PromptHandler handler{};
    std::function<std::optional<std::string>(const Map<std::string>&)> validate{};
    mutable Pace pace{};
    std::string_view name() const { return declaration.name; }
};

struct CompletionEntry {
    std::string key;  ///< see completion_key
    detail::CompletionHandler handler{};
    mutable Pace pace{};
    std::string_view name() const { return key; }
};

struct MethodEntry {
    std::string method;
    Revisions revisions{};
    detail::JsonHandler handler{};
    mutable Pace pace{};
    std::string_view name() const { return method; }
};

struct NotificationEntry {
    std::string method;
    std::function<void(const Json&)> handler{};
    std::string_view name() const { return method; }
};

}  // namespace mcp::server
