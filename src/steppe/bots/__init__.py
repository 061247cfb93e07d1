"""Opponents: they see a view, never the state."""
