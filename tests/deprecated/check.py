#!/usr/bin/env python3
"""Compiles uses.cpp with and without MCP_WARN_DEPRECATED, and compares where the compiler warns.

    check.py COMPILER uses.cpp INCLUDE_FOLDER...
"""

import re
import subprocess
import sys
from pathlib import Path

failed = 0


def check(name, condition, detail=""):
    global failed
    print(("ok   " if condition else "FAIL ") + name + ("" if condition else f": {detail}"))
    failed += not condition


def warned_lines(compiler, source, folders, *more):
    """The lines of `source` with a warning of deprecation, and the whole output."""
    run = subprocess.run(
        [compiler, "-std=c++20", "-fsyntax-only", "-Wdeprecated-declarations", *more]
        + [f"-I{folder}" for folder in folders]
        + [source],
        capture_output=True,
        text=True,
    )
    output = run.stdout + run.stderr
    if run.returncode != 0:
        sys.exit(output)
    pattern = re.escape(source) + r":(\d+):\d+: warning: .*deprecated"
    return {int(line) for line in re.findall(pattern, output)}, output


def main():
    compiler, source, *folders = sys.argv[1:]
    marked = {
        number
        for number, line in enumerate(Path(source).read_text().splitlines(), 1)
        if line.endswith("// marked")
    }
    quiet, output = warned_lines(compiler, source, folders)
    check("nothing is warned of unless it is asked for", not quiet, output)
    loud, output = warned_lines(compiler, source, folders, "-DMCP_WARN_DEPRECATED")
    check("R341 uses of roots, sampling and logging are warned of", loud == marked, output)
    check("each warning says since when", output.count("since 2026-07-28: ") >= len(marked), output)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
