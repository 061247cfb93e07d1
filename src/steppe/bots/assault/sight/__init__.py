"""What any bot of this family asks about a position: strengths, distances, objectives, threats, odds, supply.

Everything starts from a ``Situation``, which is made of what a seat may see. What would come of a move is looked at on
a *ghost*, a copy of the state on which units are put elsewhere.
"""
