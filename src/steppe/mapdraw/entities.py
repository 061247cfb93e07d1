"""Entities of the symbol standard (APP-6D, land units), by which a title says what stands on its counters.

A word after one, with a blank between, is drawn into the frame: ``f"{RIFLE} S"``.
"""

from __future__ import annotations

TANK = "1205000000"
COMBINED_ARMS = "1210000000"
RIFLE = "1211000000"
AIRBORNE = "1211000001"
LIGHT = "1211000019"
MOUNTAIN = "1211000027"
NAVAL = "1211010000"
MECHANIZED = "1211020000"
MOTORIZED = "1211040000"
CAVALRY = "1213000000"
FLAK = "1301000000"
ARTILLERY = "1303000000"
ENGINEER = "1400000000"
