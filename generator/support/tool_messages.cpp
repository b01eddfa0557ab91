// See tool_messages.hpp.
#include <generator/support/tool_messages.hpp>

#include <generator/support/words.hpp>

namespace mcpgen::messages {

Message entry_without_name() {
    return {"an entry of the list has no `name`",
            "every tool, prompt and resource template has one"};
}

Message template_without_address(std::string_view name) {
    return {"the resource template " + backquoted(name) + " has no `uriTemplate`", ""};
}

Message entry_twice(std::string_view name) {
    return {backquoted(name) + " is listed twice, with different contents",
            "give servers that share names a run and a namespace each"};
}

Message empty_manifest() {
    return {"there are no tools, prompts or resource templates in it",
            "a manifest is the JSON that `tools/list` answers, or what --save writes"};
}

Message no_manifest() {
    return {"the command needs a manifest, --stdio or --url",
            "see `mcpgen help tools`, and for `--against` `mcpgen help check`"};
}

Message two_sources() {
    return {"--stdio, --url and manifest files exclude each other", "give one of them"};
}

Message no_service_of_coroutines() {
    return {"--coroutines is about the service, and --client is for the client alone",
            "add --server, or leave one of them out"};
}

Message against_needs_manifest() {
    return {"--stdio, --url and --manifest belong to --against",
            "say with --against FILE what the server is compared with"};
}

Message reserved_namespace(std::string_view name) {
    return {"the namespace " + backquoted(name) + " belongs to the runtime",
            "choose one that is outside of `mcp`"};
}

Message no_fetcher(std::string_view tried) {
    return {"there is no program `mcpgen-fetch` that asks a running server",
            "it is looked for at " + std::string(tried) +
                "; install the component Runtime, or set MCPGEN_FETCH to its path"};
}

Message fetch_failed(std::string_view said) {
    return {"the server was not asked: " + std::string(said), ""};
}

Message tools_changed(std::string_view file) {
    return {"the server offers something else than " + backquoted(file) + " says",
            "if that is meant, write it anew with `mcpgen tools … --save`, and look at what uses "
            "it"};
}

}  // namespace mcpgen::messages
