"""What Land Without End offers to play."""

from __future__ import annotations

from steppe.title import Scenario

SCENARIOS = (
    Scenario(
        key="campaign",
        name="Operation Barbarossa",
        words="The whole game: twenty-two turns from the invasion on 22 June to December 1941.",
        hours="12 to 20 hours",
        first_turn=1,
        last_turn=22,
        part="",
        setup="The Soviet side places its fortified zones and its armies, each in its own area, then the German side "
        "along the border and in Romania; what stays in the OKH reserve comes in the first two turns.",
        victory="The German side collects victory points for towns and cities. It wins with enough of them on a turn "
        "of the schedule, with 119 at the end of turn 22, or if the Soviet Union collapses when Moscow falls early. "
        "The Soviet side wins otherwise. Both know minor, substantive and major victories.",
    ),
)
