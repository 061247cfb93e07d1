"""Tactics: small pieces of play, each with a name that a player knows.

An attacker's looks at the estimate (and at a stack) and says what it would do, what that is worth, and why. A
defender's gives units their places in the redeployment that takes shape, or makes an attack.
"""
