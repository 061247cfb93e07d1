"""``steppe terminal``: a game in the terminal against a bot."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from steppe import titles
from steppe.bots import Bot
from steppe.cli import picture
from steppe.cli.common import (
    NO_SHEET,
    Data,
    ScenarioKey,
    Seed,
    Setup,
    make_bot,
    read_options,
    read_units,
    say,
    seat_number,
    secret_of,
    tell_sheet,
)
from steppe.cli.seats import usual_bot
from steppe.errors import SteppeError
from steppe.events import Log
from steppe.game import Game
from steppe.lab.openings import set_up
from steppe.orders import Order
from steppe.questions import Questions
from steppe.record import Record

SHOWN = 40
HELP = """\
an order            as the list of `legal` writes it
legal [UNIT+UNIT]   legal orders, perhaps only those of a group
why ORDER           whether an order is legal, and if not, which rule forbids it
sheet ORDER         the battle sheet of an assault
show HEX            the map around a hex
stack HEX           the units in a hex
undo                take back your last order, if nothing was rolled or revealed since
log [N]             what happened
save FILE           write the record of the game
resign              give up
quit                leave (with -o the game is saved)
orders have these forms:"""


def register(app: typer.Typer) -> None:
    app.command("terminal")(terminal)


def terminal(
    title: Annotated[str | None, typer.Argument(metavar="TITLE", help="Which title; the first by default.")] = None,
    side: Annotated[str | None, typer.Option(metavar="SEAT", help="Your side; the first by default.")] = None,
    bot: Annotated[str | None, typer.Option(help="Your opponent; greedy where the title has it.")] = None,
    scenario: ScenarioKey = "",
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=on|off", help="An option of the title.")] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="GAME", help="Save the game here, order by order.")
    ] = None,
    notes: Annotated[
        bool, typer.Option("--notes", help="The bot says why it does what it does, even if that tells hidden things.")
    ] = False,
    seed: Seed = None,
    setup: Setup = None,
    data: Data = None,
) -> None:
    """Play in the terminal against a bot. Type help for what can be said."""
    key = title or titles.known()[0]
    if output is not None and output.exists():
        raise SteppeError(f"{output}: exists already; a game is never written over")
    options = read_options(option or ())
    game = Game.new(key, secret=secret_of(seed), scenario=scenario, options=options, data=data)
    opponent = make_bot(bot or usual_bot(game.title), game.title)
    seat = seat_number(game.title, side) if side else 0
    table = Table(game, seat, opponent, random.Random(None if seed is None else f"{seed} bot"), output)
    table.hears_notes = notes
    set_up(game, setup)
    table.run()


class Table:
    """One person, one bot, one game."""

    def __init__(self, game: Game, seat: int, bot: Bot, rng: random.Random, output: Path | None) -> None:
        self.game, self.seat, self.bot, self.rng, self.output = game, seat, bot, rng, output
        self.questions: Questions[Any] = game.title.questions
        self.hears_notes = False
        """Whether the bot's reasons are told."""
        self.log: list[str] = []
        self.marks: list[int] = []
        """How long the log was before each order."""
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self.help,
            "legal": self.legal,
            "why": self.why,
            "sheet": self.sheet,
            "show": self.show,
            "stack": self.stack,
            "undo": self.undo,
            "log": self.tell_log,
            "save": self.save,
            "resign": self.resign,
        }

    def run(self) -> None:
        """Play until the game is over or the player leaves; a game with a file is saved whatever happens."""
        say(f"{self.game.title.full_name}. You are the {self.game.title.seats[self.seat]} player. Type help for help.")
        picture.summary(self.game.view(self.seat))
        try:
            while not self.game.state.over:
                if self.game.title.prompt(self.game.state).seat != self.seat:
                    self.bot_moves()
                elif not self.turn():
                    break
        except KeyboardInterrupt:
            say("interrupted")
        finally:
            self.keep()
        outcome = self.game.title.outcome(self.game.state)
        if outcome:
            said = outcome.sentence[0].upper() + outcome.sentence[1:]
            say(f"{said} by rule {outcome.rule} on turn {outcome.turn}.")

    def keep(self) -> None:
        """Bring the file up to date."""
        if self.output is None:
            return
        if self.game.state.over and self.game.record.closing is None and self.game.record.secret:
            self.game.close(self.game.record.secret)
        self.game.record.append_to(self.output)

    def note(self, events: Log) -> None:
        """Tell what the player may see, and keep it for the log."""
        title = self.game.title
        self.marks.append(len(self.log))
        for event in events:
            seen = title.visible_event(self.game.state, event, self.seat)
            if seen is not None:
                self.log.append(title.tell(seen))
                say(f"  {self.log[-1]}")

    def bot_moves(self) -> None:
        seat = 1 - self.seat
        order = self.bot.choose(self.game.view(seat), self.rng)
        self.note(self.game.order(seat, order))
        if self.hears_notes and self.bot.note:
            say(f"    ({self.bot.note})")
        self.keep()

    def turn(self) -> bool:
        """Ask once; False if the player leaves."""
        prompt = self.game.title.prompt(self.game.state)
        say(f"[{self.game.title.when(self.game.state)}] {prompt.text}")
        if sys.stdin.isatty():
            print("> ", end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            return False
        words = line.split(maxsplit=1)
        if not words:
            return True
        if words[0] in ("quit", "exit"):
            return False
        try:
            if words[0] in self.commands:
                self.commands[words[0]](words[1].strip() if len(words) > 1 else "")
            else:
                self.note(self.game.order(self.seat, self.game.read(line)))
                self.keep()
        except (SteppeError, OSError) as error:
            say(f"  {error}")
        return True

    # -- what can be said -----------------------------------------------------------------------------------------

    def help(self, _: str) -> None:
        say(HELP)
        verbs = self.game.title.decision(self.game.state)[0].verbs
        for form in self.game.title.notation.forms.values():
            say(f"  {'*' if form.verb in verbs else ' '} {form.template}: {form.help}")
        say("  * can be ordered now")

    def legal(self, text: str) -> None:
        group = read_units(self.game.title, text) if text else ()
        found = self.questions.legal(self.game.state, group, SHOWN)
        for order in found["orders"]:
            say(f"  {order}")
        if found["more"]:
            say("  and more: name a unit to narrow them")
        if not found["orders"]:
            say("  none")

    def why(self, text: str) -> None:
        refused = self._refused(self.questions.read_order(text))
        say(f"  {refused}" if refused else "  it is legal")

    def _refused(self, order: Order) -> str:
        """Which rule forbids an order; nothing if none does. Whether one is legal depends on nothing hidden."""
        refused = self.questions.why(self.game.state, order)["refused"]
        return f"rule {refused['rule']}: {refused['why']}" if refused else ""

    def sheet(self, text: str) -> None:
        order = self.questions.read_order(text)
        refused = self._refused(order)
        if refused:
            say(f"  {refused}")
            return
        found = self.questions.sheet(self.game.view(self.seat).state, order)["sheet"]
        for line in tell_sheet(found) if found else [NO_SHEET]:
            say(f"  {line}")

    def show(self, text: str) -> None:
        view = self.game.view(self.seat)
        if text:
            picture.around(view, self.game.title.board.grid.id(text))
        else:
            picture.summary(view)

    def stack(self, text: str) -> None:
        picture.stack(self.game.view(self.seat), self.game.title.board.grid.id(text))

    def undo(self, _: str) -> None:
        """The bot always agrees to what needs its consent."""
        self.game.undo(self.seat, consent=True)
        self.keep()
        del self.log[self.marks.pop() if self.marks else 0 :]
        say("  taken back")

    def tell_log(self, text: str) -> None:
        number = int(text) if text.isascii() and text.isdigit() else SHOWN
        for line in self.log[len(self.log) - min(number, len(self.log)) :]:
            say(f"  {line}")

    def save(self, text: str) -> None:
        path = Path(text)
        if not text or path.exists():
            raise SteppeError(f"{text or 'save'}: name a file that does not exist yet")
        Record.parse(self.game.record.text.encode("ascii"), path).save(path)
        say(f"  {path}: written")

    def resign(self, _: str) -> None:
        seat = self.game.title.seats[self.seat]
        self.note(self.game.order(self.seat, self.game.read(f"resign {seat}")))
        self.keep()
