"""The official Python SDK as the client of a server whose tools have the shapes of tests/described
as the schemas of their arguments and results (shapes_server.cpp), in both eras: all are listed, each
tool is called, its result is accepted, and a wrong one is refused.

    build/live/venv/bin/python shapes_python.py --documents PROGRAM -- server command...

The documents are those of emit_shapes. Wrong results are put in by lib/swap_results.mjs, with node.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import warnings

from jsonschema.validators import Draft202012Validator
from mcp import Client, StdioServerParameters

warnings.simplefilter("ignore")
here = os.path.dirname(os.path.abspath(__file__))
failed = 0


class Shape:
    def __init__(self, schema) -> None:
        self.schema = schema
        self.values: list = []
        self.wrong: list = []


def check(name: str, condition: object, detail: object = "") -> None:
    global failed
    if not condition:
        failed += 1
    tail = "" if condition else f": {detail!s}"[:3000]
    print(f"{'ok  ' if condition else 'FAIL'} {name}{tail}", flush=True)


def shapes_of(program: str) -> dict[str, Shape]:
    shapes: dict[str, Shape] = {}
    output = subprocess.run([program, "10"], check=True, capture_output=True, text=True).stdout
    for line in filter(None, output.split("\n")):
        entry = json.loads(line)
        document = entry.get("document")
        if "schema" in entry:
            shapes[entry["shape"]] = Shape(entry["schema"])
        elif entry["is_value"]:
            shapes[entry["shape"]].values.append(document)
        elif not entry["accepted"] and isinstance(document, dict):
            shapes[entry["shape"]].wrong.append(document)
    for shape in shapes.values():
        # Those that go wrong deeper inside say more about a validator.
        shape.wrong.sort(key=len, reverse=True)
    return shapes


def same(name: str, a, b) -> bool:
    if name == "HashedSet" and a is not None:  # in an order of its own
        return sorted(a["value"]) == sorted(b["value"])
    return a == b


async def accepts(client: Client, shapes: dict[str, Shape], mode: str) -> None:
    tools = (await client.list_tools()).tools
    wrong: list[str] = []
    calls = 0
    for tool in tools:
        shape = shapes[tool.name]
        if tool.input_schema != shape.schema or tool.output_schema != shape.schema:
            wrong.append(f"{tool.name}: another schema")
        Draft202012Validator.check_schema(tool.input_schema)
        for document in shape.values:
            calls += 1
            try:
                Draft202012Validator(tool.input_schema).validate(document)
                result = await client.call_tool(tool.name, document)
                if result.is_error or not same(tool.name, result.structured_content, document):
                    wrong.append(f"{tool.name}: {document} {result}")
            except Exception as error:
                wrong.append(f"{tool.name}: {document} {error}")
    check(
        f"{mode}: {len(tools)} shapes, each as arguments and as a result, are accepted in "
        f"{calls} calls",
        not wrong and len(tools) == len(shapes) and calls >= len(shapes),
        "\n     ".join(wrong[:5]),
    )


async def refuses(client: Client, shapes: dict[str, Shape], mode: str) -> None:
    """Otherwise the part above would say nothing."""
    taken: list[str] = []
    refused = 0
    for tool in (await client.list_tools()).tools:
        shape = shapes[tool.name]
        if not shape.wrong:
            continue
        try:
            await client.call_tool(tool.name, shape.values[0])
            taken.append(f"{tool.name}: {shape.wrong[0]}")
        except Exception as error:
            if "structured content" in str(error):
                refused += 1
            else:
                taken.append(f"{tool.name}: {error}")
    check(
        f"{mode}: {refused} wrong results are refused",
        not taken and refused > 100,
        "\n     ".join(taken[:5]),
    )


async def run(command: list[str], mode: str, use, shapes: dict[str, Shape]) -> None:
    server = StdioServerParameters(command=command[0], args=command[1:])
    try:
        async with Client(server, mode=mode, read_timeout_seconds=20) as client:
            await use(client, shapes, mode)
    except Exception as error:
        check(f"{mode} runs to its end", False, error)


async def main(words: list[str]) -> None:
    if words[:1] != ["--documents"] or words[2:3] != ["--"] or len(words) < 4:
        sys.exit("shapes_python.py: --documents PROGRAM and a server command after -- are needed")
    command = words[3:]
    shapes = shapes_of(words[1])
    check("there is a document for each shape", len(shapes) > 100)
    with tempfile.TemporaryDirectory() as folder:
        results = os.path.join(folder, "wrong.json")
        with open(results, "w", encoding="utf8") as file:
            json.dump({name: shape.wrong[0] for name, shape in shapes.items() if shape.wrong}, file)
        swapped = ["node", os.path.join(here, "lib/swap_results.mjs"), "--results", results, "--"]
        for mode in ["legacy", "auto"]:
            await asyncio.wait_for(run(command, mode, accepts, shapes), 60)
            await asyncio.wait_for(run(swapped + command, mode, refuses, shapes), 60)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
