"""The bot ``reflex``."""
