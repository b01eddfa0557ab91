// Brings forms and addresses of pages to the user, one at a time, and makes answers for the server.
#include "peer/questions.hpp"

#include "output/safe_text.hpp"
#include "peer/form.hpp"

#include <mcp/client.hpp>
#include <mcp/elicit_form.hpp>
#include <mcp/url_check.hpp>

#include <mutex>

namespace mcpctl {
namespace {

mcp::ElicitResult answer_of(mcp::ElicitActionTag action) {
    mcp::ElicitResult result;
    result.action = action;
    return result;
}

/// One question at a time, whoever asks.
class Asker {
public:
    explicit Asker(Terminal& terminal) : terminal_(terminal) {}

    mcp::ElicitResult fill_in(const mcp::ElicitRequestFormParams& form) {
        if (!terminal_.can_ask()) return nobody_there(form.message);
        const std::lock_guard lock(one_at_a_time_);
        const auto text = mcp::encode(form.requestedSchema, mcp::latest_revision);
        const auto schema = text ? mcp::Json::parse(*text) : mcp::Json();
        if (!schema) return answer_of(mcp::ElicitActionTag::cancel);
        terminal_.note("The server asks: " + safe_text(form.message));
        for (;;) {
            mcp::JsonObject content;
            if (!ask_fields(terminal_, *schema, fields_of(*schema), content))
                return answer_of(mcp::ElicitActionTag::cancel);
            const mcp::Json answer =
                mcp::Json::object({{"action", "accept"}, {"content", mcp::Json(content)}});
            auto result = mcp::decode<mcp::ElicitResult>(answer.text(), mcp::latest_revision);
            std::string wrong = result ? "" : result.error().message();
            if (result && result->content) {
                wrong = mcp::form_violation(form.requestedSchema, *result->content).value_or("");
            }
            if (!wrong.empty()) {
                terminal_.note("This does not fit: " + safe_line(wrong));
                continue;
            }
            if (terminal_.agrees("Send this?")) return std::move(*result);
            return answer_of(mcp::ElicitActionTag::decline);
        }
    }

    mcp::ElicitResult visit(const mcp::ElicitRequestURLParams& page) {
        if (!terminal_.can_ask()) return nobody_there(page.message);
        const std::lock_guard lock(one_at_a_time_);
        const mcp::UrlCheck check = mcp::check_url(page.url);
        terminal_.note("The server asks you to visit a page: " + safe_text(page.message));
        terminal_.note("  " + safe_line(page.url));
        terminal_.note("  host: " + terminal_.styled_error(Style::bold, safe_line(check.host)));
        for (const std::string& warning : check.warnings)
            terminal_.note("  " + terminal_.styled_error(Style::yellow, "! " + safe_line(warning)));
        if (!check.valid) return answer_of(mcp::ElicitActionTag::decline);
        const bool agreed = terminal_.agrees("Open it in your browser yourself. Did you?");
        return answer_of(agreed ? mcp::ElicitActionTag::accept : mcp::ElicitActionTag::decline);
    }

private:
    mcp::ElicitResult nobody_there(const std::string& message) {
        terminal_.note("mcpctl: declined, there is no terminal to ask on: " + safe_line(message));
        return answer_of(mcp::ElicitActionTag::decline);
    }

    Terminal& terminal_;
    std::mutex one_at_a_time_{};
};

}  // namespace

void answer_questions(mcp::Client& client, Terminal& terminal) {
    const auto asker = std::make_shared<Asker>(terminal);
    client.on_elicitation([asker](const mcp::ElicitRequestFormParams& form, mcp::CallContext&) {
        return asker->fill_in(form);
    });
    client.on_elicitation([asker](const mcp::ElicitRequestURLParams& page, mcp::CallContext&) {
        return asker->visit(page);
    });
}

}  // namespace mcpctl
