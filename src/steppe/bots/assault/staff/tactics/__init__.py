"""Tactics: small pieces of play, each with a name that a player knows.

An attacker's looks at the desk (and at a stack) and says what it would do, what that is worth, and why. A defender's
puts units down on the board that takes shape, or makes an attack.
"""
