#!/usr/bin/env python3
"""Makes a protocol schema many times as large: every definition again under other names.

    synthetic_schema.py FACTOR SCHEMA OVERRIDES FOLDER

writes FOLDER/2025-11-25.json and FOLDER/overrides.json, which have FACTOR times the definitions,
methods and decisions of the given ones. Copy number k of `Tool` is `N<k>Tool`, its method
`tools/list` is `n<k>/tools/list`. It is for measurements of the compiler, not for its tests.
"""
import copy
import json
import pathlib
import sys

DIRECTIONS = ["ClientRequest", "ClientNotification", "ClientResult",
              "ServerRequest", "ServerNotification", "ServerResult"]
# All copies share it, because one decision names every `_meta` that has it.
SHARED = ["ProgressToken"]
NAMES = ["from", "to", "union", "alternative", "name", "request", "result", "definition", "message"]


def renamed(node, k):
    """The schema with its references and method names as copy k has them."""
    if isinstance(node, list):
        return [renamed(item, k) for item in node]
    if not isinstance(node, dict):
        return node
    out = {}
    for key, value in node.items():
        if key == "$ref" and isinstance(value, str):
            folder, name = value.rsplit("/", 1)
            out[key] = value if name in SHARED else f"{folder}/N{k}{name}"
        elif key == "method" and isinstance(value, dict) and "const" in value:
            out[key] = {**value, "const": f"n{k}/{value['const']}"}
        else:
            out[key] = renamed(value, k)
    return out


def multiplied_schema(schema, factor):
    key = "$defs" if "$defs" in schema else "definitions"
    definitions = schema[key]
    out = copy.deepcopy(definitions)
    for k in range(1, factor):
        for name, definition in definitions.items():
            again = renamed(definition, k)
            if name in SHARED:
                continue
            if name not in DIRECTIONS:
                out[f"N{k}{name}"] = again
            elif "anyOf" in definition:
                out[name]["anyOf"] += again["anyOf"]
    return {**schema, key: out}


def renamed_entry(entry, kind, k):
    out = renamed(entry, k)
    for key in NAMES:
        if key in out and isinstance(out[key], str):
            out[key] = f"N{k}{out[key]}"
    if "at" in out:
        out["at"] = f"N{k}{out['at']}"
    for item in out.get("order", []):
        item["alternative"] = f"N{k}{item['alternative']}"
    return out


def multiplied_overrides(overrides, factor):
    out = copy.deepcopy(overrides)
    for kind, entries in overrides.items():
        if not isinstance(entries, list) or kind in ("revisions", "member_order", "errors"):
            continue
        for k in range(1, factor):
            # What starts with a star speaks of the copies already.
            out[kind] += [renamed_entry(entry, kind, k) for entry in entries
                          if not entry.get("at", "").startswith("*")]
    return out


def main():
    factor, schema, overrides, folder = sys.argv[1:]
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for source, name, multiplied in [(schema, "2025-11-25.json", multiplied_schema),
                                     (overrides, "overrides.json", multiplied_overrides)]:
        with open(source, encoding="utf-8") as file:
            value = multiplied(json.load(file), int(factor))
        (folder / name).write_text(json.dumps(value, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
