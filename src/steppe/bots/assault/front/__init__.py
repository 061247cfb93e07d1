"""The bot ``front``."""
