// What a server may ask a client, by revision and declared capability; how the question is written
// and its answer read. The same for requests of our own (legacy) and for questions inside of a
// result (modern).
#pragma once

#include <mcp/rpc.hpp>
#include <mcp/types.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace mcp::session {

/// What the client would have to declare for this question; nothing when it may be asked.
std::optional<ClientCapabilities> missing_for(const InputRequest& question,
                                              const ClientCapabilities& declared,
                                              Revision revision);

/// What is wrong with the question itself: a sentence, or nothing. See sampling_rules.cpp and
/// elicitation_rules.cpp.
std::optional<std::string> problem_in(const InputRequest& question, Revision revision);
std::optional<std::string> sampling_problem(const CreateMessageRequestParams& params);
std::optional<std::string> elicitation_problem(const ElicitRequestParams& params,
                                               Revision revision);
/// Refuses what is no absolute URL, user names in it, plain http but to this machine, and
/// parameters that are credentials.
std::optional<std::string> url_problem(std::string_view url);
/// A field of a form that asks for a secret, by its name; empty for none. Secrets belong on a web
/// page of the server.
std::string secret_field(const ElicitRequestParams& params);
/// What the program's log should know of a question to the user: it asks for a secret, or has a web
/// address in a form, where people may click it. Nothing when it is in order.
std::optional<std::string> elicitation_note(const ElicitRequestParams& params);

/// Fills in what a question needs at this revision and may be left out: the id of an elicitation by
/// url; leaves out what the client cannot use.
void complete_question(InputRequest& question, const ClientCapabilities& declared,
                       Revision revision);

std::string_view method_of(const InputRequest& question);
/// Params of a request of our own; empty for none. With a task's id they name the task.
Answer<std::string> params_of(const InputRequest& question, Revision revision,
                              std::string_view task_id = {});
/// Reads the result that answers the question, and checks what the user entered against the form.
Answer<InputResponse> read_response(const InputRequest& question, std::string_view result,
                                    Revision revision);
/// Whether the content fits the form: a sentence, or nothing.
std::optional<std::string> content_problem(const ElicitRequestFormParams& form,
                                           const ElicitResult& result, Revision revision);

}  // namespace mcp::session
