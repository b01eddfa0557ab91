"""Tests of `count` itself, on small made-up projects."""

import subprocess
import sys
import tempfile
from pathlib import Path

count = Path(__file__).with_name("count")
failed = 0

LEGACY = """# x
## 2. Testable
| id | Requirement | Level | Side | Revs | Test |
|---|---|---|---|---|---|
| RPC-01 | Every message is version two | MUST | Pe | all | golden |
| RPC-02 | Ids are strings or integers | MUST | Pe | all | send null |
| RPC-04 | Answers carry the id | MUST | Pe | all | send one |
## 3. Others
| RPC-09 | not in the section | MUST | Pe | all | x |
"""
MODERN = """# 3. Requirements
| R001 | MUST | B | messages are UTF-8 | bytes |
| R002 | MUST | C | ids are integers | inspect |
# 4. Others
"""


def case(name, tests, excuses, status, *parts):
    """`tests`: file -> text. The output must hold every one of `parts`."""
    global failed
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder)
        files = {
            "shared/spec/legacy.md": LEGACY,
            "shared/spec/modern.md": MODERN,
            "docs/requirements.md": "\n".join(f"| {ids} | {why} |" for ids, why in excuses.items()),
        }
        files |= {f"tests/{file}": text for file, text in tests.items()}
        for file, text in files.items():
            (top / file).parent.mkdir(parents=True, exist_ok=True)
            (top / file).write_text(text)
        run = subprocess.run(
            [sys.executable, count, "--top", top, "--shared", top / "shared"],
            capture_output=True,
            text=True,
            check=False,
        )
        right = run.returncode == status and all(part in run.stdout for part in parts)
        print(
            f"{'ok  ' if right else 'FAIL'} {name}"
            + ("" if right else f"\n{run.stdout}{run.stderr}")
        )
        failed += not right


case(
    "nothing is covered",
    {},
    {},
    1,
    "missing RPC-01: Every message is version two",
    "missing R002: ids are integers",
    "5 requirements: covered 0, not applicable 0, out of scope 0, missing 5",
)
case(
    "everything is covered",
    {
        "a_test.cpp": 'TEST_CASE("RPC-01..04 "\n    "and R001 go together", "[x]") {}\n',
        "live/x.mjs": "checks.check(`R002 ${name}`, true);",
    },
    {},
    0,
    "covered 5",
    "missing 0",
)
case(
    "a range written short or in full",
    {"a_test.cpp": 'TEST_CASE("RPC-01..RPC-02") {} SECTION("R001..002")'},
    {},
    1,
    "covered 4",
    "missing RPC-04",
)
case(
    "ids outside of names do not count",
    {"a_test.cpp": '// RPC-01\nTEST_CASE("x") { f("RPC-02"); }'},
    {},
    1,
    "covered 0",
)
case(
    "reasons count apart",
    {"a_test.cpp": 'TEST_CASE("RPC-01..04")'},
    {"R001": "Planned with HTTP", "R002": "Not applicable: no ids"},
    0,
    "covered 3, not applicable 1, out of scope 1, missing 0",
)
case(
    "an excused requirement with a test",
    {"a_test.cpp": 'TEST_CASE("RPC-01 x")'},
    {"RPC-01..02": "Planned"},
    1,
    "error: RPC-01 is excused in docs/requirements.md and has a test in tests/a_test.cpp",
)
case(
    "a reason for what does not exist",
    {},
    {"RPC-07": "Planned"},
    1,
    "error: docs/requirements.md:1: RPC-07 does not exist",
)
case(
    "a test of what does not exist",
    {"a_test.cpp": 'TEST_CASE("R404 x")'},
    {},
    1,
    'error: tests/a_test.cpp: "R404 x": R404 does not exist',
)
case("a reason of no known kind", {}, {"RPC-01": "too hard"}, 1, "starts with neither")
case("two reasons", {}, {"RPC-01": "Planned", "RPC-01..02": "Planned"}, 1, "RPC-01 is there twice")
case(
    "scripts in Python and in the shell",
    {
        "x.py": 'check("RPC-01 a", b)\nawait refused(f"RPC-02 {x}", y)',
        "x.sh": 'says "RPC-04 c" true',
    },
    {},
    1,
    "covered 3",
)
sys.exit(failed != 0)
