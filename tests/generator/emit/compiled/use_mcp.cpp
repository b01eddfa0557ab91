// What users write against the bindings of the small protocol; it has to compile.
#include <mcp/codec.hpp>
#include <mcp/dispatch.hpp>
#include <mcp/methods.hpp>
#include <mcp/tasks/codec.hpp>
#include <mcp/tasks/methods.hpp>

#include <type_traits>

static_assert(mcp::revision_from("2025-06-18") == mcp::r2025_06_18);
static_assert(!mcp::revision_from("2025-06-19"));
static_assert(mcp::to_string(mcp::latest_revision) == "2026-07-28");
static_assert(mcp::since(mcp::r2025_06_18) ==
              (mcp::Revisions(mcp::r2025_06_18) | mcp::r2026_07_28));
static_assert(mcp::until(mcp::r2025_06_18) ==
              (mcp::Revisions(mcp::r2024_11_05) | mcp::r2025_06_18));
static_assert((mcp::since(mcp::r2024_11_05) & mcp::until(mcp::r2026_07_28)) == mcp::all_revisions);
static_assert(mcp::to_string(static_cast<mcp::Revision>(9)).empty());

static_assert(std::is_aggregate_v<mcp::Tool>);
static_assert(mcp::TextContent::type == "text");
static_assert(std::is_same_v<mcp::CallTool::Result, mcp::CallToolResult>);
static_assert(std::is_same_v<mcp::tasks::GetTask::Result, mcp::tasks::Task>);
static_assert(std::is_same_v<decltype(mcp::tasks::Task::taskId), mcp::RequestId>);

mcp::CallToolResult answer(bool failed) {
    mcp::CallToolResult result{.content = mcp::Content(mcp::TextContent{.text = "done"}),
                               .isError = failed};
    if (result.resultType == mcp::ResultTypeTag::complete) result.meta = mcp::JsonObject{};
    return result;
}

std::string_view text_of(const mcp::Content& content) {
    if (const auto* text = std::get_if<mcp::TextContent>(&content)) return text->text;
    return std::visit([](const auto&) { return std::string_view("other"); }, content);
}

bool same(const mcp::Tool& a, const mcp::Tool& b) {
    return a == b && mcp::RequestId(1) != mcp::RequestId("1");
}

auto round_trip(const mcp::tasks::Task& task) {
    return mcp::decode<mcp::tasks::Task>(*mcp::encode(task, mcp::latest_revision),
                                         mcp::latest_revision);
}

const mcp::MethodRow* find_call() {
    return mcp::find_method(mcp::CallTool::name, mcp::Direction::client_to_server,
                            mcp::r2024_11_05);
}
