"""Games on disk: begin one, ask for orders, give orders, take them back, look at it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from steppe.cli import picture
from steppe.cli.common import (
    AsJson,
    Data,
    GamePath,
    ScenarioKey,
    Seed,
    Setup,
    TitleKey,
    open_game,
    print_json,
    read_options,
    read_salts,
    read_units,
    say,
    seat_number,
    seat_to_decide,
    secret_of,
)
from steppe.errors import SteppeError
from steppe.events import Event
from steppe.game import Game
from steppe.lab.openings import set_up
from steppe.record import OrderEntry, UndoEntry
from steppe.situations import event_data

Seat = Annotated[str | None, typer.Option("--seat", metavar="SEAT", help="Whose view; the seat that must decide.")]


def register(app: typer.Typer) -> None:
    app.command("new")(new)
    app.command("orders")(orders)
    app.command("order")(give_order)
    app.command("undo")(undo)
    app.command("show")(show)


def new(
    title: TitleKey,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="GAME", help="The record to begin.")],
    scenario: ScenarioKey = "",
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=on|off", help="An option of the title.")] = None,
    salt: Annotated[list[str] | None, typer.Option(metavar="SEAT=TEXT", help="A seat's own part of the dice.")] = None,
    seed: Seed = None,
    setup: Setup = None,
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """Begin a game and write its record. The record tells the secret of the dice: keep it from players who peek."""
    if output.exists():
        raise SteppeError(f"{output}: exists already; a game is never written over")
    game = Game.new(
        title,
        secret=secret_of(seed),
        scenario=scenario,
        options=read_options(option or ()),
        salts=read_salts(salt or (), title),
        data=data,
    )
    set_up(game, setup)
    game.record.append_to(output)
    _report(game, "new", {"game": str(output)}, as_json)


def orders(
    game: GamePath,
    about: Annotated[str | None, typer.Option(metavar="UNIT[+UNIT]", help="Only the orders of these units.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="The most orders to list.")] = 200,
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """List the legal orders."""
    played = open_game(game, data)
    questions, state = played.title.questions, played.state
    found = questions.legal(state, read_units(played.title, about) if about else (), limit)
    prompt = questions.prompt(state)
    if as_json:
        print_json("orders", {"prompt": prompt, **found})
        return
    say(f"{_who(played)}: {prompt['text']}")
    for text in found["orders"]:
        say(f"  {text}")
    if found["more"]:
        say("  and more; --limit shows them, --about narrows them")


def give_order(
    game: GamePath,
    text: Annotated[str, typer.Argument(metavar="TEXT", help='The order, such as "move 3Pz 2117-2318".')],
    seat: Annotated[str | None, typer.Option(help="Who gives it; the seat that must decide.")] = None,
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """Give an order; it is on the disk when this returns."""
    played = open_game(game, data)
    order = played.read(text)
    number = seat_number(played.title, seat) if seat else (order.seat if order.seat >= 0 else seat_to_decide(played))
    events = played.order(number, order)
    _close_if_over(played)
    played.record.append_to(game)
    shown = _visible(played, events, number)
    if as_json:
        fields = {"order": played.write(order), "events": [event_data(played.title, e) for e in shown]}
        _report(played, "order", fields, as_json)
        return
    for event in shown:
        say(played.title.tell(event))
    _report(played, "order", {}, as_json)


def undo(
    game: GamePath,
    consent: Annotated[bool, typer.Option("--consent", help="The opponent agrees.")] = False,
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """Take back the last order, if nothing was rolled or revealed since."""
    played = open_game(game, data)
    seat = played.past[-1].seat if played.past else seat_to_decide(played)
    played.undo(seat, consent=consent)
    played.record.append_to(game)
    _report(played, "undo", {}, as_json)


def show(
    game: GamePath,
    seat: Seat = None,
    hex_label: Annotated[str | None, typer.Option("--hex", metavar="HEX", help="The map around a hex.")] = None,
    log: Annotated[int, typer.Option(min=0, metavar="N", help="The last N lines of the log.")] = 10,
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """Show a game as a seat sees it, and nothing that is hidden from that seat."""
    tale = Tale()
    played = open_game(game, data, tale.watch)
    number = seat_number(played.title, seat) if seat else seat_to_decide(played)
    view = played.view(number)
    lines = tale.lines(number)[-log:] if log else []
    if as_json:
        fields = {**view.as_data(), "prompt": played.title.questions.prompt(played.state)}
        _report(played, "show", {"view": fields, "log": lines}, as_json)
        return
    say(f"{played.title.full_name}, seen by the {played.title.seats[number]} player")
    picture.summary(view)
    if hex_label:
        h = played.title.board.grid.id(hex_label)
        picture.around(view, h)
        picture.stack(view, h)
    for line in lines:
        say(line)
    _report(played, "show", {}, as_json)


class Tale:
    """The history of a game as each seat saw it, gathered while the game is replayed."""

    def __init__(self) -> None:
        self.chapters: list[tuple[str, list[list[str]]]] = []

    def watch(self, game: Game, entry: OrderEntry | UndoEntry) -> None:
        if isinstance(entry, UndoEntry):
            del self.chapters[-entry.undo :]
            return
        title = game.title
        seen = [[title.tell(e) for e in _visible(game, game.history[-1], i)] for i in range(len(title.seats))]
        self.chapters.append((f"{entry.n}. {entry.seat}", seen))

    def lines(self, seat: int) -> list[str]:
        return [f"{who}: {line}" for who, seen in self.chapters for line in seen[seat]]


def _visible(game: Game, events: list[Event], seat: int) -> list[Event]:
    found = (game.title.visible_event(game.state, event, seat) for event in events)
    return [event for event in found if event is not None]


def _close_if_over(game: Game) -> None:
    """A game that is over reveals its secret."""
    if game.state.over and game.record.closing is None and game.record.secret is not None:
        game.close(game.record.secret)


def _who(game: Game) -> str:
    seat = game.title.prompt(game.state).seat
    return game.title.seats[seat].capitalize() if seat >= 0 else "Nobody"


def _report(game: Game, command: str, fields: dict[str, Any], as_json: bool) -> None:
    """How the game stands now."""
    if as_json:
        standing = {
            "scenario": game.title.scenario.key,
            "turn": game.state.turn,
            "setting_up": game.title.is_setting_up(game.state),
            "prompt": game.title.questions.prompt(game.state),
            "outcome": game.title.questions.outcome(game.state),
            "orders": len(game.record.effective_orders()),
            "head": game.record.head,
        }
        print_json(command, {**fields, **standing} if command != "orders" else fields)
        return
    if "game" in fields:
        say(f"{fields['game']}: begun")
    say(f"{game.title.when(game.state).capitalize()}. {_who(game)}: {game.title.prompt(game.state).text}")
