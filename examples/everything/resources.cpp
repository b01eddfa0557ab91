// Resources with fixed addresses, one that changes, and a template.
#include "features.hpp"

#include <mcp/base64.hpp>

void add_resources(mcp::Server& server) {
    server.resource({.name = "Static text",
                     .uri = "test://static-text",
                     .description = "Always the same text",
                     .mimeType = "text/plain"},
                    "This is the content of the static text resource.");
    server.resource({.name = "Static binary",
                     .uri = "test://static-binary",
                     .description = "Always the same picture",
                     .mimeType = "image/png"},
                    mcp::Blob{mcp::base64_decode(tiny_png).value()});
    server.resource({.name = "Watched resource",
                     .uri = "test://watched-resource",
                     .description = "Can be subscribed to",
                     .mimeType = "text/plain"},
                    "Watched resource content");
    const std::string uri_template = "test://template/{id}/data";
    server.resource_template(
        {.name = "Data by id",
         .uriTemplate = uri_template,
         .description = "Made from its address",
         .mimeType = "application/json"},
        [](const mcp::ResourceQuery& query) {
            const std::string& id = query.variables.at("id");
            return mcp::Json::object(
                       {{"id", id}, {"templateTest", true}, {"data", "Data for ID: " + id}})
                .dump();
        });
    server.completion(mcp::ResourceTemplateReference{.uri = uri_template}, "id",
                      std::vector<std::string>{"1", "12", "123"});
}
