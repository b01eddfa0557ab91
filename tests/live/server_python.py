"""A small server of the official Python SDK on stdio, for clients, in both eras.

build/live/venv/bin/python server_python.py
"""

import asyncio

from mcp.server import MCPServer
from mcp.server.mcpserver import Context

server = MCPServer("live-python", version="1", log_level="ERROR")


@server.tool()
def test_simple_text() -> str:
    """Fixture"""
    return "This is a simple text response for testing."


@server.tool()
def add(a: int, b: int) -> int:
    """Structured output by a wrapped result"""
    return a + b


@server.tool()
async def test_tool_with_progress(context: Context) -> str:
    """Fixture"""
    for done in (0, 50, 100):
        await context.report_progress(done, 100)
        await asyncio.sleep(0.02)
    return "done"


@server.resource("test://static-text")
def static_text() -> str:
    """Fixture"""
    return "This is the content of the static text resource."


@server.prompt()
def test_prompt_with_arguments(arg1: str, arg2: str) -> str:
    """Fixture"""
    return f"Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"


server.run("stdio")
