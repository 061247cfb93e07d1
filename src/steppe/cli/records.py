"""Records: proof that a game was played by the rules with honest dice."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from steppe.cli.common import AsJson, Data, print_json, say
from steppe.errors import SteppeError
from steppe.game import Game, verify
from steppe.record import Record


def register(app: typer.Typer) -> None:
    app.command("verify")(verify_games)


def verify_games(
    games: Annotated[list[Path], typer.Argument(metavar="GAME...", help="The records to certify.")],
    secret: Annotated[str | None, typer.Option(metavar="HEX", help="The secret, if the record hides it yet.")] = None,
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """Certify records: hash chain, commitment, dice, hidden draws, every order, the outcome."""
    try:
        known = bytes.fromhex(secret) if secret else None
    except ValueError:
        raise SteppeError("--secret should be hexadecimal") from None
    results = [_check(path, data, known) for path in games]
    if as_json:
        print_json("verify", {"sound": all(r["sound"] for r in results), "games": results})
    else:
        for result in results:
            say(f"{result['game']}: {result['words']}")
    if not all(r["sound"] for r in results):
        raise typer.Exit(1)


def _check(path: Path, data: Path | None, secret: bytes | None) -> dict[str, Any]:
    try:
        record = Record.load(path)
        game = verify(record, data, secret)
    except SteppeError as error:
        problem = str(error).removeprefix(f"{path}: ")
        return {"game": str(path), "sound": False, "problem": problem, "words": f"does not hold: {problem}"}
    return {"game": str(path), "sound": True, **_facts(game), "words": _words(game)}


def _facts(game: Game) -> dict[str, Any]:
    return {
        "orders": len(game.record.effective_orders()),
        "draws": game.record.drawn,
        "head": game.record.head,
        "rules": [game.record.header.rules, *(change.rules for change in game.record.rules_changes())],
        "outcome": game.title.questions.outcome(game.state),
    }


def _words(game: Game) -> str:
    outcome = game.title.outcome(game.state)
    end = outcome.words if outcome else "not over yet"
    words = f"sound: {len(game.record.effective_orders())} orders, {game.record.drawn} draws; {end}"
    changes = game.record.rules_changes()
    if changes:
        began = game.record.header.rules[:12]
        words += f"; begun by other rules ({began}), carried over to these at line {changes[-1].n + 1}"
    return words
