"""Answers to decisions that need no plan: what all bots of this family do between the phases and within battles."""
