"""``steppe absurdities``: how often a bot does what no sensible player does."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import typer
from rich.table import Table

from steppe.cli.common import AsJson, TitleKey, console, print_json, say
from steppe.cli.lab import progress


def register(app: typer.Typer) -> None:
    app.command("absurdities")(absurdities)


def absurdities(
    title: TitleKey,
    bot: Annotated[str, typer.Option(metavar="BOT", help="Whose orders are judged.")] = "staff",
    against: Annotated[
        str | None, typer.Option(metavar="BOT", help="Its opponent, from both seats in turn; itself by default.")
    ] = None,
    games: Annotated[int, typer.Option(min=1, metavar="N", help="How many games.")] = 2,
    seed: Annotated[int, typer.Option(metavar="S", help="The seed of the first game; the others follow.")] = 1,
    turns: Annotated[int | None, typer.Option(min=1, metavar="T", help="Stop games after this turn.")] = None,
    examples: Annotated[int, typer.Option(min=0, metavar="K", help="How many of each kind to show.")] = 5,
    as_json: AsJson = False,
) -> None:
    """Count a bot's absurdities for every 1,000 orders, by kind, with examples; docs/lab.md says what each kind is."""
    from steppe.lab import absurd

    counts = []
    with progress(games + 1) as bar:
        task = bar.add_task(f"games of {bot}", total=games)
        orders = bar.add_task("orders", total=None)
        for count in absurd.games(
            title, bot, games, seed, against=against, turns=turns, pulse=lambda: bar.advance(orders)
        ):
            counts.append(count)
            bar.advance(task)
    whole = absurd.together(counts)
    if as_json:
        fields = {"title": title, "bot": bot, "against": against or bot, "games": games, "orders": whole.orders}
        print_json("absurdities", {**fields, "rates": whole.rates(), "found": [a._asdict() for a in whole.found]})
        return
    by_seat = Counter((a.kind, a.seat) for a in whole.found)
    seats = sorted({a.seat for a in whole.found})
    table = Table("kind", "for 1,000 orders", "found", *seats)
    for kind, rate in whole.rates().items():
        found = sum(by_seat[kind, seat] for seat in seats)
        table.add_row(kind, f"{rate:.2f}", str(found), *(str(by_seat[kind, seat]) for seat in seats))
    say(f"{bot} in {title}: {whole.orders} orders in {games} games")
    console().print(table)
    for kind in whole.kinds:
        for a in [a for a in whole.found if a.kind == kind][:examples]:
            order = f": {a.order}" if a.order else ""
            say(f"{kind}, seed {a.seed}, order {a.number}, turn {a.turn}, {a.seat}{order}: {a.why}")
