// Serving: lists page by page, calls by name.
#include "gateway/merged.hpp"

#include "server/params.hpp"
#include "session/modern_tasks.hpp"

#include <mcp/client.hpp>
#include <mcp/codec.hpp>
#include <mcp/methods.hpp>

#include <algorithm>
#include <charconv>
#include <utility>

namespace mcp::gateway {

namespace {

RpcError told(RpcError error) {
    if (error.failure == Failure::peer) return error;
    return {error_code::internal_error, error.message};
}

/// A gateway answers in its own name.
void hide_server(std::optional<ResultMetaObject>& meta) {
    if (!meta) return;
    meta->serverInfo.reset();
    if (meta->extras.empty()) meta.reset();
}

template <class Result>
FrontCall::Write written_by(Answer<Result> answer) {
    const auto kept = std::make_shared<Answer<Result>>(std::move(answer));
    return [kept](Context& context) -> Answer<std::string> {
        if (!*kept) return Unexpected(told(kept->error()));
        if constexpr (std::is_same_v<Result, CallToolResult>) {
            auto& data = (*kept)->structuredContent;
            if (data && !data->is_object() && !server::is_modern(context.revision())) data.reset();
        }
        return server::write_result(**kept, context);
    };
}

struct NamedCall {
    std::string name{};
    JsonObject arguments{};
};

/// What is passed on of a call: the text of its arguments stays as it is. The codec is for what it
/// refuses, and for members with other names than usual.
Answer<NamedCall> read_call(const std::optional<JsonView>& params, Revision revision) {
    std::optional<std::string> name;
    std::optional<JsonView> arguments;
    bool usual = params.has_value();
    if (params) {
        for (const JsonMember& member : params->members()) {
            if (member.raw_name == "name") {
                name = member.value.as_string();
            } else if (member.raw_name == "arguments") {
                arguments = member.value;
            } else {
                usual = usual && member.raw_name == "_meta";  // has been read by the session
            }
        }
    }
    if (usual && name && (!arguments || arguments->is_object())) {
        JsonObject given;
        if (arguments) given = detail::JsonAccess::object(std::string(arguments->text()));
        return NamedCall{*std::move(name), std::move(given)};
    }
    auto read = server::read_params<CallToolRequestParams>(params, revision);
    if (!read) return Unexpected(std::move(read).error());
    return NamedCall{std::move(read->name), std::move(read->arguments).value_or(JsonObject())};
}

}  // namespace

CallOptions Merged::options_for(const FrontPointer& front, bool progress) const {
    CallOptions options;
    options.timeout = options_.gateway.call_timeout;
    options.max_total = options_.gateway.max_call;
    options.stop = front->stop_token();
    if (progress) {
        options.on_progress = [front](const Progress& news) {
            front->progress(news.done, news.total, news.message);
        };
    }
    return options;
}

bool Merged::quick(std::string_view method) const {
    return method == CallTool::name || session::is_task_request(method);
}

std::optional<Merged::Begun> Merged::begin(Context& context, Done<std::string> done) {
    auto& call = detail::ServedCall::of(context);
    if (const auto kept = call.kept()) {
        const std::string token = (*kept)["call"].as_string().value_or("");
        parked_.resume(token, context, std::move(done));
        return std::nullopt;
    }
    auto host = host_for(call.peer(), call.principal);
    if (!host) {
        done(Unexpected(std::move(host).error()));
        return std::nullopt;
    }
    const auto front = std::make_shared<FrontCall>();
    front->only_client = options_.gateway.one_client;
    front->attach(context, std::move(done));
    return Begun{*std::move(host), front};
}

void Merged::later(const Begun& call, Work work) {
    const bool posted =
        core_.crew().post([this, self = shared_from_this(), call, work = std::move(work)] {
            const run::Crew::Blocking waiting(core_.crew());
            work(call.host, call.front);
        });
    if (!posted) call.front->fail({error_code::internal_error, "too much waits; try later"});
}

void Merged::later(Context& context, Done<std::string> done, Work work) {
    if (const auto call = begin(context, std::move(done))) later(*call, std::move(work));
}

template <class M, class Item>
void Merged::list(Params params, Context& context, Done<std::string> done,
                  std::vector<Item> M::Result::*items, std::vector<Item> (Names::*all)() const) {
    auto read = server::read_params<PaginatedRequestParams>(params, context.revision());
    if (!read) return done(Unexpected(std::move(read).error()));
    std::size_t first = 0;
    if (read->cursor) {
        const std::string& text = *read->cursor;
        const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), first);
        if (wrong != std::errc() || end != text.data() + text.size()) {
            return done(Unexpected(RpcError::invalid_params("params.cursor: none of this server")));
        }
    }
    later(context, std::move(done),
          [this, first, items, all](const HostPointer& host, const FrontPointer& front) {
              auto every = (*host->first_names(options_.first_wait).*all)();
              if constexpr (std::is_same_v<M, ListTools>) {
                  host->offer_tasks(every);
                  learn(every);
              }
              const std::size_t page = options_.gateway.server.limits.page_size;
              typename M::Result result;
              const std::size_t begin = std::min(first, every.size());
              const std::size_t end = std::min(begin + page, every.size());
              for (std::size_t i = begin; i < end; ++i) {
                  (result.*items).push_back(std::move(every[i]));
              }
              if (end < every.size()) result.nextCursor = std::to_string(end);
              front->finish(written_by<typename M::Result>(std::move(result)));
          });
}

void Merged::learn(const std::vector<Tool>& tools) const {
    std::map<std::string, std::shared_ptr<const server::ToolEntry>, std::less<>> table;
    for (const Tool& tool : tools) {
        auto any = JsonSchema::compile(JsonObject());  // the server behind checks arguments
        if (!any) continue;
        table[tool.name] =
            std::make_shared<const server::ToolEntry>(tool, detail::ToolHandler(), *std::move(any));
    }
    const std::lock_guard lock(mutex_);
    tools_.swap(table);
}

void Merged::call_tool(Params params, Context& context, Done<std::string> done) {
    auto read = read_call(params, context.revision());
    if (!read) return done(Unexpected(std::move(read).error()));
    const bool progress = context.meta().progressToken.has_value();
    const auto call = begin(context, std::move(done));
    if (!call) return;
    JsonObject arguments = std::move(read->arguments);
    // A call that has to wait for nothing stays on its thread.
    if (const auto names = call->host->names_if_looked()) {
        if (const auto tool = names->catalogue()->tool(names->tool(read->name))) {
            return call_known(*call, names, *tool, std::move(arguments), progress);
        }
    }
    later(*call, [this, progress, name = std::move(read->name), arguments = std::move(arguments)](
                     const HostPointer& host, const FrontPointer& front) {
        auto names = host->first_names(options_.first_wait);
        auto tool = names->catalogue()->tool(names->tool(name));
        if (!tool) {  // it may have come just now
            (void)host->host().fetch_catalogue(options_.first_wait);
            names = host->names();
            tool = names->catalogue()->tool(names->tool(name));
        }
        if (!tool) {
            return front->fail(
                RpcError::invalid_params("there is no tool " + Json(name.substr(0, 200)).dump()));
        }
        call_known({host, front}, names, *tool, arguments, progress);
    });
}

/// Waits for nothing.
void Merged::call_known(const Begun& call, const std::shared_ptr<const Names>& names,
                        const CatalogueTool& tool, JsonObject arguments, bool progress) {
    call.host->enter(tool.server, call.front);
    auto came = [call, names, server = tool.server](Answer<CallToolResult> answer) {
        call.host->leave(server, call.front);
        if (answer) {
            for (ContentBlock& block : answer->content) names->show(block);
            hide_server(answer->meta);
        }
        call.front->finish(written_by<CallToolResult>(std::move(answer)));
    };
    CallOptions options = options_for(call.front, progress);
    if (may_become_task(call, tool)) {
        return call_as_task(call, names, tool, std::move(arguments), std::move(options),
                            std::move(came));
    }
    auto answered = [call, server = tool.server,
                     came = std::move(came)](Answer<ToolAnswer> answer) mutable {
        if (!answer) return came(Unexpected(std::move(answer).error()));
        if (auto* const result = std::get_if<CallToolResult>(&*answer)) {
            return came(std::move(*result));
        }
        call.host->leave(server, call.front);
        call.front->finish([plain = std::get<PlainResult>(*std::move(answer))](Context& context) {
            return Answer<std::string>(plain.write(context));
        });
    };
    call.host->call_tool(tool, std::move(arguments), std::move(options), call.front,
                         std::move(answered));
}

void Merged::read(Params params, Context& context, Done<std::string> done) {
    auto read = server::read_params<ReadResourceRequestParams>(params, context.revision());
    if (!read) return done(Unexpected(std::move(read).error()));
    const bool progress = context.meta().progressToken.has_value();
    later(context, std::move(done),
          [this, progress, uri = std::move(read->uri)](const HostPointer& host,
                                                       const FrontPointer& front) {
              const auto names = host->first_names(options_.first_wait);
              const std::string full = names->resource(uri);
              const std::string server = host->server_of_uri(full);
              host->enter(server, front);
              auto answer = host->host().read_resource(full, options_for(front, progress));
              host->leave(server, front);
              if (answer) {
                  for (AnyResourceContents& part : answer->contents) names->show(part);
              } else if (resource_missing(answer.error())) {
                  answer = Unexpected(resource_not_found(uri));
              }
              front->finish(written_by<ReadResourceResult>(std::move(answer)));
          });
}

void Merged::prompt(Params params, Context& context, Done<std::string> done) {
    auto read = server::read_params<GetPromptRequestParams>(params, context.revision());
    if (!read) return done(Unexpected(std::move(read).error()));
    const bool progress = context.meta().progressToken.has_value();
    later(context, std::move(done),
          [this, progress, name = std::move(read->name),
           arguments = read->arguments.value_or(Map<std::string>())](const HostPointer& host,
                                                                     const FrontPointer& front) {
              const auto names = host->first_names(options_.first_wait);
              const std::string full = names->prompt(name);
              const auto prompt = names->catalogue()->prompt(full);
              const std::string server = prompt ? prompt->server : std::string();
              host->enter(server, front);
              auto answer = host->host().prompt(full, arguments, options_for(front, progress));
              host->leave(server, front);
              if (answer) {
                  for (PromptMessage& message : answer->messages) names->show(message.content);
              }
              front->finish(written_by<GetPromptResult>(std::move(answer)));
          });
}

void Merged::complete(Params params, Context& context, Done<std::string> done) {
    auto read = server::read_params<CompleteRequestParams>(params, context.revision());
    if (!read) return done(Unexpected(std::move(read).error()));
    read->meta.reset();
    later(context, std::move(done),
          [this, given = *std::move(read)](const HostPointer& host, const FrontPointer& front) {
              CompleteRequestParams wanted = given;
              const auto names = host->first_names(options_.first_wait);
              std::string server;
              if (auto* const prompt = std::get_if<PromptReference>(&wanted.ref)) {
                  prompt->name = names->prompt(prompt->name);
                  const auto known = names->catalogue()->prompt(prompt->name);
                  if (known) server = known->server;
              } else if (auto* const of = std::get_if<ResourceTemplateReference>(&wanted.ref)) {
                  of->uri = names->resource_template(of->uri);
                  server = host->server_of_uri(of->uri);
              }
              host->enter(server, front);
              auto answer = host->host().complete(std::move(wanted), options_for(front, false));
              host->leave(server, front);
              if (!answer) return front->fail(told(std::move(answer).error()));
              CompleteResult result;
              result.completion = *std::move(answer);
              front->finish(written_by<CompleteResult>(std::move(result)));
          });
}

void Merged::serve(std::string_view method, Params params, Context& context,
                   Done<std::string> done) {
    if (method == CallTool::name) return call_tool(params, context, std::move(done));
    if (method == ReadResource::name) return read(params, context, std::move(done));
    if (method == GetPrompt::name) return prompt(params, context, std::move(done));
    if (method == Complete::name) return complete(params, context, std::move(done));
    if (method == ListTools::name) {
        return list<ListTools>(params, context, std::move(done), &ListToolsResult::tools,
                               &Names::tools);
    }
    if (method == ListPrompts::name) {
        return list<ListPrompts>(params, context, std::move(done), &ListPromptsResult::prompts,
                                 &Names::prompts);
    }
    if (method == ListResources::name) {
        return list<ListResources>(params, context, std::move(done),
                                   &ListResourcesResult::resources, &Names::resources);
    }
    if (method == ListResourceTemplates::name) {
        return list<ListResourceTemplates>(params, context, std::move(done),
                                           &ListResourceTemplatesResult::resourceTemplates,
                                           &Names::templates);
    }
    if (server::is_modern(context.revision()) && session::is_task_request(method)) {
        return about_task(method, params, context, std::move(done));
    }
    done(Unexpected(RpcError::method_not_found(method)));
}

}  // namespace mcp::gateway
