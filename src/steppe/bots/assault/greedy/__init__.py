"""The bot ``greedy``."""
