"""What Proud Monster offers to play: all of it, or the learning game (0.1)."""

from __future__ import annotations

from steppe.title import Scenario

LAST_TURN = 12
"""5.1: how many turns there are, in the charts as in play."""

SCENARIOS = (
    Scenario(
        key="campaign",
        name="Operation Barbarossa",
        words="The whole game with all its rules: twelve turns of two couplets from June to December 1941.",
        hours="20 to 30 hours",
        first_turn=1,
        last_turn=LAST_TURN,
        part="",
        setup="The Soviet side fills its Frontier Zone and its Interior Zone with untried divisions, whose strength "
        "nobody knows; then the German side and its allies set up west of the border.",
        victory="The German side collects victory points for towns and cities, and wins at the end of any turn in "
        "which it has as many as the schedule asks (36 from turn 9 on), or by an even die when it first holds both "
        "hexes of Moscow. The Soviet side wins if that has not happened by the end of turn 12.",
    ),
    Scenario(
        key="learning",
        name="The learning game",
        words="The same war with the core rules alone: no supply, weather, aircraft, forts, sea movement, mobile "
        "assaults or retreats, and every stack may be looked through.",
        hours="10 hours",
        first_turn=1,
        last_turn=LAST_TURN,
        part="",
        setup="As in the whole game.",
        victory="As in the whole game.",
        options={"learning": True},
    ),
)
