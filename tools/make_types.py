"""Make the page's types from the models of what the server sends and takes.

python -m tools.make_types            write web/src/types.ts
python -m tools.make_types --check    complain if it is not what the models say
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from steppe.server import messages, models
from steppe.server.questions import KNOWN, Question
from tools.build_page import WEB, install, node_and_npm

TYPES = WEB / "src" / "types.ts"
COMPILER = "node_modules/json-schema-to-typescript/dist/src/cli.js"
SPOKEN: dict[str, Any] = {
    "Greeting": messages.Greeting,
    "Update": messages.Update,
    "UndoNews": messages.UndoNews,
    "Failure": messages.Failure,
}
"""What the server says by itself over a socket."""
DONE: dict[str, Any] = {
    "order": messages.DoneAnswer,
    "undo": messages.DoneAnswer,
    "ask-undo": messages.UndoAnswer,
    "answer-undo": messages.DoneAnswer,
    "look": messages.LookAnswer,
    "hold-bot": messages.HoldAnswer,
}
"""What it answers to what is done."""
FETCHED: tuple[Any, ...] = (
    messages.TitleInfo, messages.Fixed, messages.NewLinks, messages.GameData, messages.Done, messages.Since,
    messages.LuckData, messages.NotesData, messages.NoticeData, messages.Brought, messages.SharedLink,
    messages.SharedPosition, messages.AccountName, messages.Mine, messages.Claimed, messages.AccountLinks,
)  # fmt: skip
"""What it answers to requests."""
ACTIONS: tuple[type[models.Message], ...] = (
    models.DoOrder, models.DoUndo, models.DoAskUndo, models.DoAnswerUndo, models.DoLook, models.DoHoldBot,
)  # fmt: skip
BANNER = """/**
 * The shapes of all that the server sends and takes. Made by tools/make_types.py from the server's own models: do not
 * change it by hand. Models: {digest}
 */
"""


REFERENCED = re.compile(r"(?:(/\*\*\n)| \*\n) \* This interface was referenced by .*\n \* via .*\n( \*/\n)")
"""What the compiler says of every shape; a comment that says nothing else goes with it."""
BOUNDS = ("title", "maxItems", "maxLength", "minimum", "maximum")


def name_of(model: type[models.Message], field: str) -> str:
    """What a message is called by: the one value of its ``ask`` or ``do``."""
    return str(model.model_fields[field].annotation.__args__[0])  # type: ignore[union-attr]


def schema() -> dict[str, Any]:
    """All models as one JSON schema: questions, actions and answers by their names, and every shape by its own."""
    asked: list[tuple[str, type[Question]]] = list(KNOWN.items())
    done = [(name_of(model, "do"), model) for model in ACTIONS]
    wanted = [
        *((("Questions", name), "validation", TypeAdapter(model)) for name, model in asked),
        *((("Actions", name), "validation", TypeAdapter(model)) for name, model in done),
        *((("Answers", name), "serialization", TypeAdapter(model.answer)) for name, model in asked),
        *((("Outcomes", name), "serialization", TypeAdapter(DONE[name])) for name, _ in done),
        *((("Spoken", name), "serialization", TypeAdapter(model)) for name, model in SPOKEN.items()),
        *((("Fetched", model.__name__), "serialization", TypeAdapter(model)) for model in FETCHED),
    ]
    found, whole = TypeAdapter.json_schemas(wanted)  # type: ignore[arg-type]
    shapes = {name: bare(shape) | {"title": name} for name, shape in whole["$defs"].items()}
    tables: dict[str, dict[str, Any]] = {}
    for ((table, name), _), reference in found.items():
        tables.setdefault(table, {})[name] = bare(reference)
    for table, entries in tables.items():
        shapes[table] = {
            "title": table,
            "type": "object",
            "properties": entries,
            "required": list(entries),
            "additionalProperties": False,
        }
    del shapes["Fetched"], shapes["Spoken"]
    return {"title": "Protocol", "type": "object", "additionalProperties": False, "properties": {}, "$defs": shapes}


def bare(shape: Any) -> Any:
    """Without the titles of fields, each of which would become a type of its own, and without bounds."""
    if isinstance(shape, dict) and "prefixItems" in shape:
        parts = bare(shape["prefixItems"])
        return {"type": "array", "items": parts, "minItems": len(parts), "maxItems": len(parts)}
    if isinstance(shape, dict):
        return {key: bare(value) for key, value in shape.items() if key not in BOUNDS or isinstance(value, dict)}
    return [bare(part) for part in shape] if isinstance(shape, list) else shape


def digest(of: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(of, sort_keys=True).encode()).hexdigest()[:16]


def made() -> str:
    """The types as TypeScript."""
    models_now = schema()
    options = ["--unreachableDefinitions", "--no-additionalProperties", "--bannerComment="]
    with node_and_npm() as (node, npm):
        install(node, npm)
        command, given = [node, COMPILER, *options], json.dumps(models_now)
        done = subprocess.run(command, cwd=WEB, input=given, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{COMPILER}: {done.stderr}")
    text = REFERENCED.sub(lambda found: "" if found[1] else found[2], done.stdout).replace(
        "export interface Protocol {}\n", ""
    )
    return BANNER.format(digest=digest(models_now)) + "\n" + text.strip() + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="complain instead of writing")
    check, text = parser.parse_args().check, made()
    if not check:
        TYPES.write_text(text, encoding="utf-8")
    elif not TYPES.exists() or TYPES.read_text(encoding="utf-8") != text:
        sys.exit(f"{TYPES.relative_to(Path.cwd())} is not what the models say: python -m tools.make_types")


if __name__ == "__main__":
    main()
