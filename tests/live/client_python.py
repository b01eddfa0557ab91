"""The official Python SDK as the client of a server on stdio, at its newest legacy revision and at
the stateless one. The server has the features that lib/fixtures.mjs describes.

    build/live/venv/bin/python client_python.py [--known WORDS] -- server command...
"""

import asyncio
import contextlib
import sys
import warnings

import mcp_types as types
from mcp import Client, MCPError, StdioServerParameters

warnings.simplefilter("ignore")
passed = failed = 0
context = ""
known: list[str] = []


def check(name: str, condition: object, detail: object = "") -> None:
    """One line; the name starts with the ids of the requirements that it covers."""
    global passed, failed
    excused = not condition and any(name.startswith(word) for word in known)
    if condition:
        passed += 1
    elif not excused:
        failed += 1
    verdict = "ok  " if condition else "known" if excused else "FAIL"
    print(f"{verdict} {context}: {name}" + ("" if condition else f": {detail!r}"[:600]), flush=True)


async def refused(name: str, awaitable, *codes: int) -> None:
    try:
        check(name, False, await awaitable)
    except MCPError as error:
        check(name, error.error.code in codes, error.error)


class User:
    """Answers what the server asks."""

    def __init__(self) -> None:
        self.elicited: list[types.ElicitRequestParams] = []
        self.logs: list[types.LoggingMessageNotificationParams] = []
        self.sampled = 0
        self.entries: dict = {
            "name": "Ada",
            "color": "blue",
            "context": "tests",
            "ok": True,
            "username": "ada",
            "email": "ada@example.org",
        }

    async def sample(self, context, params):
        text = types.TextContent(type="text", text="forty-two")
        return types.CreateMessageResult(role="assistant", model="test", content=text)

    async def elicit(self, context, params):
        self.elicited.append(params)
        fields = params.requested_schema["properties"]
        content = {name: value for name, value in self.entries.items() if name in fields}
        return types.ElicitResult(action="accept", content=content)

    async def roots(self, context):
        return types.ListRootsResult(roots=[types.Root(uri="file:///home/ada/project")])

    async def log(self, params):
        self.logs.append(params)


async def shared_part(client: Client, legacy: bool) -> set[str]:
    names: list[str] = []
    cursor = None
    while True:
        page = await client.list_tools(cursor=cursor)
        names += [tool.name for tool in page.tools]
        cursor = page.next_cursor
        if cursor is None:
            break
    check("PAG-01 the tools are listed to the last page", len(names) == len(set(names)) >= 8, names)
    result = await client.call_tool("test_simple_text")
    check(
        "R273 a tool answers with text", result.content[0].text.startswith("This is a simple text")
    )
    result = await client.call_tool("test_multiple_content_types")
    check(
        "R273 a tool answers with several kinds",
        [one.type for one in result.content] == ["text", "image", "resource"],
    )
    result = await client.call_tool("test_error_handling")
    check("R268 a failing tool is a result", result.is_error, result)
    await refused(
        "TOL-05 R268 an unknown tool is a protocol error", client.call_tool("no_such_tool"), -32602
    )

    heard: list[float] = []

    async def hear(progress, total, message):
        heard.append(progress)

    await client.call_tool("test_tool_with_progress", progress_callback=hear)
    await asyncio.sleep(0.05)
    check(
        "PRG-04 progress arrives and grows", len(heard) >= 2 and heard == sorted(set(heard)), heard
    )

    read = await client.read_resource("test://static-text")
    check("R273 a resource is read", "static text resource" in read.contents[0].text)
    await refused(
        "RSC-03 R280 a missing resource is refused",
        client.read_resource("test://no-such-resource"),
        -32002 if legacy else -32602,
    )
    templates = await client.list_resource_templates()
    check(
        "the template is listed",
        templates.resource_templates[0].uri_template == "test://template/{id}/data",
    )
    prompt = await client.get_prompt(
        "test_prompt_with_arguments", {"arg1": "hello", "arg2": "world"}
    )
    check("R291 a prompt is rendered", "arg1='hello'" in prompt.messages[0].content.text)
    await refused(
        "PRM-02 R290 an unknown prompt is refused", client.get_prompt("no_such_prompt"), -32602
    )
    completed = await client.complete(
        types.PromptReference(type="ref/prompt", name="test_prompt_with_arguments"),
        {"name": "arg1", "value": "test"},
    )
    check("at most 100 completions", len(completed.completion.values) <= 100)
    return set(names)


async def legacy_part(client: Client, user: User) -> None:
    check(
        "LIF-04 the newest legacy revision is agreed on",
        client.protocol_version == "2025-11-25",
        client.protocol_version,
    )
    names = await shared_part(client, legacy=True)
    await client.send_ping()
    check("PNG-02 a ping is answered", True)
    if "test_tool_with_logging" in names:
        await client.set_logging_level("debug")
        await client.call_tool("test_tool_with_logging")
        await asyncio.sleep(0.05)
        check("three messages are logged", len(user.logs) >= 3, user.logs)
    if "test_sampling" in names:
        result = await client.call_tool("test_sampling", {"prompt": "How many?"})
        check(
            "SMP-16 a tool asks the model of the client",
            "forty-two" in result.content[0].text,
            result,
        )
    if "test_elicitation" in names:
        result = await client.call_tool("test_elicitation", {"message": "Who?"})
        check("what the user entered arrives", "ada@example.org" in result.content[0].text, result)
    await client.subscribe_resource("test://watched-resource")
    await client.unsubscribe_resource("test://watched-resource")
    check("subscribing and unsubscribing are answered", True)


async def modern_part(client: Client, user: User) -> None:
    check(
        "R060 the stateless revision is chosen",
        client.protocol_version == "2026-07-28",
        client.protocol_version,
    )
    await shared_part(client, legacy=False)
    for name, expected in [
        ("elicitation", "Ada"),
        ("sampling", ""),
        ("list_roots", ""),
        ("request_state", "state-ok"),
        ("multiple_inputs", ""),
        ("multi_round", ""),
    ]:
        result = await client.call_tool(f"test_input_required_result_{name}")
        check(
            f"the client answers {name} and the tool goes on",
            not result.is_error and expected in result.content[0].text,
            result,
        )
    async with client.listen(tools_list_changed=True) as subscription:
        check(
            "R192 the acknowledgement lists what is honoured",
            subscription.honored.tools_list_changed,
        )
        await client.call_tool("test_trigger_tool_change")
        event = await asyncio.wait_for(anext(aiter(subscription)), 3)
        check("R199 a change of the tools arrives", "Tool" in type(event).__name__, event)


async def run(command: list[str], mode: str) -> None:
    global context
    context = mode
    user = User()
    server = StdioServerParameters(command=command[0], args=command[1:])
    client = Client(
        server,
        mode=mode,
        sampling_callback=user.sample,
        elicitation_callback=user.elicit,
        list_roots_callback=user.roots,
        logging_callback=user.log,
        read_timeout_seconds=20,
    )
    try:
        async with client:
            await (legacy_part if mode == "legacy" else modern_part)(client, user)
    except Exception as error:  # what one era throws must not hide the other
        check(f"{mode} runs to its end", False, error)


async def main(words: list[str]) -> None:
    if words[:1] == ["--known"]:
        known.extend(words[1].split(","))
        words = words[2:]
    if words[:1] != ["--"] or len(words) < 2:
        sys.exit("client_python.py: a server command is needed after --")
    for mode in ["legacy", "auto"]:
        await asyncio.wait_for(run(words[1:], mode), 60)
    print(f"{passed} checks passed, {failed} failed")
    sys.exit(0 if failed == 0 and passed else 1)


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(main(sys.argv[1:]))
