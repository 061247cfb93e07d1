"""The bot ``staff``."""
