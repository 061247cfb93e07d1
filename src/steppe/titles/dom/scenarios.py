"""What Drive on Moscow offers to play: one game, and that is the whole of it."""

from __future__ import annotations

from steppe.title import Scenario

SCENARIOS = (
    Scenario(
        key="campaign",
        name="The drive on Moscow",
        words="The whole game: nine weekly turns from the first of October to the beginning of December 1941.",
        hours="3 to 5 hours",
        first_turn=1,
        last_turn=9,
        part="",
        setup="The Soviet side places its Reserve Front and its Forward Zone, then the German side west of the front. "
        "Every group has a ready historical deployment.",
        victory="The German side wins at once by entering Moscow or cutting it off, or at the end of turn 9 by holding "
        "Kalinin, Kursk, Orel, Smolensk and Tula. The Soviet side wins otherwise, and at once by taking a town or city "
        "west of the first front line.",
    ),
)
