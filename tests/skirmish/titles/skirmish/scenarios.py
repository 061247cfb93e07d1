"""What the title offers to play."""

from __future__ import annotations

from steppe.title import Scenario

SCENARIOS = (
    Scenario(
        key="fords",
        name="The fords",
        words="A whole day, from dawn into the night, on both banks of the Middle Water.",
        hours="half an hour",
        first_turn=1,
        last_turn=6,
        part="",
        setup="Amber places its units in the east, then Teal in the west.",
        victory="Villages held and enemies beaten count after turn 6; a camp of the enemy wins at once.",
    ),
    Scenario(
        key="raid",
        name="The raid",
        words="In the afternoon Teal comes over the lower ford, and is the first to move.",
        hours="a quarter of an hour",
        first_turn=4,
        last_turn=6,
        part="south",
        setup="Everybody stands where the table of deployments says.",
        victory="As at the fords, with the villages of the south.",
    ),
    Scenario(
        key="parley",
        name="The parley",
        words="Both sides hope to talk: a few units in the north, and perhaps no winner.",
        hours="a quarter of an hour",
        first_turn=3,
        last_turn=5,
        part="north",
        setup="Amber places its units in the north-east, then Teal in the north-west.",
        victory="As at the fords, with the villages of the north; equal points are a draw.",
    ),
)
