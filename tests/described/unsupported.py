#!/usr/bin/env python3
"""Compiles unsupported.cpp, which must fail with the words that its comments say, for each member.

    unsupported.py COMPILER unsupported.cpp INCLUDE_FOLDER...
"""

import re
import subprocess
import sys
from pathlib import Path


def compile_it(compiler, source, folders, *more):
    """Whether it compiles, and what the compiler printed."""
    limits = [] if "clang" in compiler else ["-fmax-errors=0"]
    run = subprocess.run(
        [compiler, "-std=c++20", "-fsyntax-only", *limits, *more]
        + [f"-I{folder}" for folder in folders]
        + [source],
        capture_output=True,
        text=True,
    )
    return run.returncode == 0, run.stdout + run.stderr


def expectations(source):
    """(struct, member, kind, words) of each comment."""
    struct = ""
    for line in Path(source).read_text().splitlines():
        if opened := re.match(r"struct (\w+) \{", line):
            struct = opened[1]
        if said := re.match(r"    .*?(\w+)(?:\[\d\])?;\s+// (refused|noted): (.*)", line):
            yield struct, said[1], said[2], said[3]


def blocks(output):
    """What is printed about each problem: the lines that lead to an error, and the error."""
    block = []
    for line in output.splitlines():
        if re.search(r"\berror:", line):
            yield "\n".join(block + [line])
            block = []
        block.append(line)
    yield "\n".join(block)


def main():
    compiler, source, *folders = sys.argv[1:]
    failed = 0

    def check(name, condition, detail=""):
        nonlocal failed
        print(("ok   " if condition else "FAIL ") + name + ("" if condition else f"\n{detail}"))
        failed += not condition

    good, output = compile_it(compiler, source, folders)
    check("without unsupported members it compiles", good, output)
    found = list(expectations(source))
    check("there are members to look for", len(found) >= 19, found)
    for each in sorted({struct for struct, *_ in found}):
        good, output = compile_it(compiler, source, folders, f"-DUNSUPPORTED='{each}'")
        check(f"with {each} it does not compile", not good)
        pieces = list(blocks(output))
        for struct, member, kind, words in found:
            if struct != each:
                continue
            near = [i for i, piece in enumerate(pieces) if words in piece]
            # g++ prints the member before the error, clang after it.
            name = re.escape(f"&{struct}::{member}") + r"\b"
            told = any(re.search(name, "\n".join(pieces[i : i + 2])) for i in near)
            check(f"{struct}::{member}: {words}", told or (kind == "noted" and near), output)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
