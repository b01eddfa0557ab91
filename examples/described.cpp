// Tools whose arguments are structs with notes: what a model is told about each argument, limits
// that are enforced, defaults, dates, and one of several structs.
#include <mcp/serve.hpp>
#include <mcp/tool.hpp>

#include <boost/describe.hpp>

#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace {

enum class Sort { relevance, newest_first };
BOOST_DESCRIBE_ENUM(Sort, relevance, newest_first)
void annotate(mcp::SchemaNotes<Sort>& sort) { sort.name(Sort::newest_first, "newest-first"); }

struct Search {
    std::string query;
    int limit = 20;
    Sort sort = Sort::relevance;
    std::set<std::string> tags;
    std::optional<std::chrono::year_month_day> since;
    std::chrono::seconds timeout{30};
};
BOOST_DESCRIBE_STRUCT(Search, (), (query, limit, sort, tags, since, timeout))

void annotate(mcp::SchemaNotes<Search>& search) {
    search.description("Looks for pages.").closed();
    search[&Search::query].description("What to look for.").min_length(1).max_length(200);
    search[&Search::limit].minimum(1).maximum(100).defaulted();
    search[&Search::sort].defaulted();
    search[&Search::tags].description("Only pages with all of these.").max_items(5).defaulted();
    search[&Search::tags].items().pattern("^[a-z]+$").examples({"news", "sports"});
    search[&Search::since].description("Only pages that are not older.");
    search[&Search::timeout].defaulted();
}

struct Found {
    std::vector<std::string> pages;
    std::optional<std::string> warning;
};
BOOST_DESCRIBE_STRUCT(Found, (), (pages, warning))

// The tag is a member of the struct, ...
struct Circle {
    mcp::Constant<"circle"> kind;
    double radius = 0;
};
BOOST_DESCRIBE_STRUCT(Circle, (), (kind, radius))

// ... or on the wire alone.
struct Rectangle {
    double width = 0;
    double height = 0;
};
BOOST_DESCRIBE_STRUCT(Rectangle, (), (width, height))
void annotate(mcp::SchemaNotes<Rectangle>& shape) { shape.constant("kind", "rectangle"); }

struct Draw {
    std::vector<std::variant<Circle, Rectangle>> shapes;
};
BOOST_DESCRIBE_STRUCT(Draw, (), (shapes))

}  // namespace

int main(int argc, char** argv) {
    mcp::Server server{{.name = "described", .version = "1.0.0"}};
    server.tool<Search>("search", "Looks for pages", [](const Search& search) {
        return Found{{search.query + " and more"}, std::nullopt};
    });
    server.tool<Draw>("draw", "Draws shapes", [](const Draw& draw) {
        return std::to_string(draw.shapes.size()) + " shapes";
    });
    return mcp::serve(server, argc, argv);
}
