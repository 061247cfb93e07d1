"""Tactics: small pieces of play, each with a name that a player knows.

A tactic looks at the desk (and at a stack) and says what it would do, what that is worth, and why.
"""
