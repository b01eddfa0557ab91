// Methods and notifications of extensions, and of the user's own.
#include "rpc/meta_keys.hpp"
#include "server/core.hpp"
#include "server/params.hpp"
#include "server/running.hpp"

#include <mcp/codec.hpp>

#include <utility>

namespace mcp::server {

namespace {

/// What every result of the newest revision has.
void add_result_members(JsonObject& result, Context& context) {
    if (!is_modern(context.revision())) return;
    if (!result.contains("resultType")) result.set("resultType", "complete");
    const Implementation* info = detail::ServedCall::of(context).server_info;
    if (info == nullptr) return;
    JsonObject meta;
    if (const auto given = result.find("_meta")) {
        meta = Json(*given).as_object().value_or(JsonObject());
    }
    auto text = encode(*info, context.revision());
    if (!text || meta.contains(meta_keys::server_info)) return;
    meta.set(meta_keys::server_info, detail::JsonAccess::json(*std::move(text)));
    result.set("_meta", meta);
}

}  // namespace

void Core::call_method(const std::shared_ptr<const MethodEntry>& method, Params params,
                       Context& context, Reply done) {
    run_handler(
        method->handler, params ? Json(*params) : Json(), context, method->pace,
        [this, method](std::exception_ptr failure) -> Answer<Json> {
            return Unexpected(error_of(std::move(failure), method->method));
        },
        [this, method, &context, done = std::move(done)](Answer<Json> answer) mutable {
            if (!answer) return done(Unexpected(std::move(answer).error()));
            if (answer->is_null()) *answer = JsonObject();
            auto result = answer->as_object();
            if (!result) {
                report(method->method + ": a result must be an object");
                return done(Unexpected(RpcError(error_code::internal_error, "internal error")));
            }
            add_result_members(*result, context);
            done(result->dump());
        });
}

void Core::notified(std::string_view method, std::optional<JsonView> params) {
    const auto entry = notifications_.find(method);
    if (!entry) return;
    const bool taken = crew_.post([this, entry, given = params ? Json(*params) : Json()] {
        try {
            entry->handler(given);
        } catch (const std::exception& error) {
            report(entry->method + ": " + error.what());
        }
    });
    if (!taken) report(entry->method + ": dropped, too much waits");
}

}  // namespace mcp::server
