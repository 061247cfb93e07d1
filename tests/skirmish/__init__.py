"""A second system, as small as one can be: marches, fights, one unit in a hex, secret strengths.

It is no part of Steppe and nothing of Steppe knows it. Its one title lies in ``titles/`` and is found there because the
tests name that folder in STEPPE_TITLES.
"""
