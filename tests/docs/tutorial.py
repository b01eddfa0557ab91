#!/usr/bin/env python3
"""Runs docs/host-tutorial.md as it is written, in a fresh folder: files are written, commands run, and
what they print must be what the page shows. Called by ctest, which sets BUILD (of mcpgen, in place of
build/release), WORK (ours to fill), CXX and CMAKE_COMMAND. MCPGEN_APPROVE=1 writes down what is
printed now.

- A block of cpp, cmake or json is a file, whose name ends the sentence before it: `name`:
- A block of sh is run; it must not fail. ./quickstart is left out: mcpgen is built already.
- In a block of console, commands are behind "$ ". What the user types there is behind a question
  that ends in "[y/n] ".
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs/host-tutorial.md"
BUILD = os.environ["BUILD"]
WORK = Path(os.environ["WORK"])
QUESTION = "[y/n] "
ANSWER = re.compile(re.escape(QUESTION) + r"(\w+)\n")


def fail(what):
    sys.exit(f"FAILED: {what}")


class Shell:
    """Runs commands one after the other: the folder and the environment stay."""

    def __init__(self):
        self.state = WORK / "state"
        self.folder = WORK
        self.state.write_text("")

    def run(self, script, typed=""):
        whole = f'. "{self.state}"\n{script}\ncode=$?\nexport -p > "{self.state}"\npwd > "{self.state}.folder"\nexit $code'
        done = subprocess.run(["bash", "-c", whole], cwd=self.folder, input=typed, text=True, timeout=500,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.folder = Path((WORK / "state.folder").read_text().strip())
        return done.returncode, done.stdout


def blocks(lines):
    """(language, the file's name, first line, end) of each fenced block."""
    begin = None
    for at, line in enumerate(lines):
        if not line.startswith("```"):
            continue
        if begin is None:
            begin = at
            continue
        before = next((text for text in reversed(lines[:begin]) if text.strip()), "")
        name = re.search(r"`([^`]+)`:\s*$", before)
        yield lines[begin].strip()[3:], name and name[1], begin + 1, at
        begin = None


def recordings(lines):
    """The commands of a console block, each with what is shown for it."""
    for line in lines:
        if line.startswith("$ "):
            shown = []
            yield line[2:].strip(), shown
        else:
            shown.append(line)


def printed(shell, command, shown):
    """What a user would see: with what is typed, and the exit code when it is not 0."""
    typed = ANSWER.findall(shown)
    code, text = shell.run(command, "".join(answer + "\n" for answer in typed))
    for answer in typed:
        text = text.replace(QUESTION, f"[y/n]\0{answer}\n", 1)
    text = text.replace("[y/n]\0", QUESTION)
    if text and not text.endswith("\n"):
        text += "\n"
    return text + (f"[exit {code}]\n" if code else "")


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    os.environ["HOME"] = str(WORK)
    os.environ.pop("DESTDIR", None)
    lines = PAGE.read_text().splitlines(keepends=True)
    shell = Shell()
    result = list(lines)
    counts = {"file": 0, "sh": 0, "console": 0}
    for language, name, begin, end in list(blocks(lines)):
        text = "".join(lines[begin:end])
        if language in ("cpp", "cmake", "json"):
            if not name:
                fail(f"line {begin}: the sentence before the block does not end in the name of the file")
            (shell.folder / name).write_text(text)
            counts["file"] += 1
        elif language == "sh":
            text = text.replace("./quickstart\n", "").replace("build/release", BUILD)
            text = re.sub(r"^cmake ", os.environ["CMAKE_COMMAND"] + " ", text, flags=re.M)
            code, output = shell.run(f"set -e\n{text}\nset +e")
            if code:
                fail(f"line {begin}: exit {code} of\n{text}\n{output}")
            counts["sh"] += 1
        elif language == "console":
            now = ""
            shown = ""
            for command, each in list(recordings(lines[begin:end])):
                now += f"$ {command}\n" + printed(shell, command, "".join(each))
                shown += f"$ {command}\n" + "".join(each)
                counts["console"] += 1
            if now != shown and os.environ.get("MCPGEN_APPROVE") != "1":
                fail(f"line {begin} shows\n{shown}\nbut this is printed (MCPGEN_APPROVE=1 writes it down):\n{now}")
            result[begin:end] = [now] + [""] * (end - begin - 1)
        else:
            fail(f"line {begin}: a block of {language!r} is neither a file nor a command")
    if os.environ.get("MCPGEN_APPROVE") == "1":
        PAGE.write_text("".join(result))
    print(", ".join(f"{count} of {what}" for what, count in counts.items()))
    if counts["file"] < 6 or counts["sh"] < 3 or counts["console"] < 7:
        fail("the page has lost some of its steps")


main()
