"""The command ``steppe``: its commands, and the boundary at which errors become one clear line."""

from __future__ import annotations

import io
import os
import sys
import tempfile
import traceback
from collections.abc import Sequence
from typing import Any

import typer

from steppe.cli import about, absurdities, conform, games, lab, play, records, sandbox, serve, simulate, terminal
from steppe.errors import SteppeError

DEBUG = "STEPPE_DEBUG"
USAGE, BUG, INTERRUPTED = 2, 70, 130
UsageProblem: type[Any] = typer.BadParameter.__mro__[2]
"""The base of all complaints about arguments, wherever this version of typer keeps it."""

app = typer.Typer(
    name="steppe",
    help="Eastern Front board wargames with every rule enforced.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for family in (about, play, serve, terminal, games, sandbox, records, lab, conform, absurdities, simulate):
    family.register(app)


def run(arguments: Sequence[str] | None = None) -> None:
    """Run a command and leave with its exit status."""
    if sys.platform == "win32":
        # Into files and pipes Windows would write its old code page, which lacks many names.
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(encoding="utf-8")
    sys.exit(status_of(arguments))


def status_of(arguments: Sequence[str] | None = None) -> int:
    """Run a command; whatever goes wrong is one line on standard error and a status that is not 0."""
    try:
        status = app(args=arguments, prog_name="steppe", standalone_mode=False)
        sys.stdout.flush()
        return int(status or 0)
    except SteppeError as error:
        return _fail(str(error))
    except typer.Exit as leaving:
        return int(leaving.exit_code)
    except (KeyboardInterrupt, typer.Abort):
        return _fail("interrupted", INTERRUPTED)
    except UsageProblem as error:
        return _fail(f"{error.format_message()} (see --help)", USAGE)
    except BrokenPipeError:
        # Whoever read us has gone; Python must not complain about that again when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _fail(f"{where}{error.strerror or error}")
    except Exception as error:
        if os.environ.get(DEBUG):
            raise
        return _fail(f"this is a bug in Steppe: {type(error).__name__}: {_one_line(error)} (traceback: {_save()})", BUG)


def _fail(text: str, status: int = 1) -> int:
    print(f"steppe: {_one_line(text)}", file=sys.stderr)
    return status


def _one_line(text: object) -> str:
    return " ".join(str(text).split())


def _save() -> str:
    """Keep the traceback for whoever reports the bug."""
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", prefix="steppe-bug-", suffix=".txt", delete=False
        ) as file:
            traceback.print_exc(file=file)
            return file.name
    except OSError:
        return f"set {DEBUG}=1 to see it"


if __name__ == "__main__":
    run()
