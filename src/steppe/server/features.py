"""The routes beside play: accounts, notices, notes, import, shared positions, reports."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI

from steppe.server import accounts, imports, positions, retelling, seats


def register(app: FastAPI, answers: Any) -> None:
    """Add the routes of every feature to an application."""
    for feature in (imports, accounts, seats, retelling, positions):
        feature.register(app, answers)
