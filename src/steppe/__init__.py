"""Eastern Front board wargames with every rule enforced.

    game = steppe.new("dom", seed=1)         a game: orders, views, undo, its record
    here = steppe.position(text)             any situation: questions, and trials with forced dice or results

docs/api.md tells the rest. Nothing is loaded before it is needed.
"""

TYPE_CHECKING = False  # what type checkers take for true; to import ``typing`` costs more than all the rest
if TYPE_CHECKING:
    from steppe.api import Game, load, new, position
    from steppe.errors import DataError, OrderError, RecordError, SteppeError
    from steppe.game import RefusalError
    from steppe.situations import Position

__all__ = [
    "DataError",
    "Game",
    "OrderError",
    "Position",
    "RecordError",
    "RefusalError",
    "SteppeError",
    "load",
    "new",
    "position",
]

_HOMES = {
    "DataError": "errors",
    "Game": "api",
    "OrderError": "errors",
    "Position": "situations",
    "RecordError": "errors",
    "RefusalError": "game",
    "SteppeError": "errors",
    "load": "api",
    "new": "api",
    "position": "api",
}
"""The module of each name."""


if not TYPE_CHECKING:  # who checks types knows the names from above

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        found = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        return found


def __dir__() -> list[str]:
    return __all__
