"""From a row of the rule ledger to the code that enforces it and the tests that hold it.

Nothing is listed by hand: the sources are read. Code names a row by citing it (``Refusal("9.4a", ...)``), by citing a
shared rule under the name for which the title gives the row (``cite["overstacked"]``, in docstrings [overstacked]), or
by its number in a docstring or comment, alone or in a range ("9.2 to 9.4"). Data name a row in their columns ``rule``
and ``note``.
"""

from __future__ import annotations

import ast
import csv
import io
import re
import tokenize
from collections.abc import Iterator, Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final, NamedTuple

from steppe.ledger import Ledger
from steppe.tables import DataFolder, read_text
from steppe.title import Title

NO_RULES: Final = ("doctrine.py", "look.py", "plain.py", "conftest.py")
"""Modules of a title or system that enforce nothing: what bots know, looks, plain twins, tests."""
LEDGER: Final = "rules.csv"
NUMBER: Final = r"\d{1,2}\.\d{1,2}[a-z]?"
MENTION: Final = re.compile(rf"(?<![\w.])({NUMBER})(?!\w|\.\d)(?:(?: to |-)({NUMBER})(?!\w|\.\d))?")
BRACKETED: Final = re.compile(r"(?<!\S)\[([A-Za-z][A-Za-z -]*)\]")
CITES: Final = "cite"
"""What the table of shared rules is called in code."""


class Place(NamedTuple):
    """Where a row is named. An exact place names the row itself, any other its section or a range around it."""

    file: str
    line: int
    name: str
    """The class, function or constant; empty for a whole module or a data file."""
    exact: bool = True

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" + (f" {self.name}" if self.name else "")


Places = Mapping[str, tuple[Place, ...]]
"""By row; the exact places come first, of the others those in functions."""


class Mention(NamedTuple):
    """What stands at a place in a source."""

    line: int
    name: str
    text: str


# -- numbers in texts -------------------------------------------------------------------------------------------------


class Numbers:
    """What the numbers in a text mean to a ledger."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self._keys = {rule: key for rule in ledger.ids if (key := _key(rule)) is not None}
        self._words = [rule for rule in ledger.ids if rule not in self._keys]
        """Rows that have no number (D1)."""

    def rows(self, text: str) -> dict[str, bool]:
        """The rows that a text names, each with whether it names that very row."""
        found = dict.fromkeys((rule for rule in self._words if re.search(rf"\b{re.escape(rule)}\b", text)), True)
        for first, last in MENTION.findall(text):
            low, high = _key(first), _key(last or first)
            assert low is not None
            assert high is not None
            for rule, key in self._keys.items():
                if rule in (first, last):
                    found[rule] = True
                elif low <= key and (key <= high or (key[:2] == high[:2] and not high[2])):
                    found.setdefault(rule, False)
        return found

    def unknown(self, text: str) -> list[str]:
        """The numbers in a text that are neither rows nor sections nor chapters of the ledger."""
        known = {key for rule in self._keys.values() for key in (rule, (*rule[:2], ""), (rule[0], 0, ""))}
        numbers = (number for pair in MENTION.findall(text) for number in pair if number)
        return [number for number in numbers if _key(number) not in known]


def _key(number: str) -> tuple[int, int, str] | None:
    """What rule numbers are sorted by; None for what is no number."""
    parts = re.fullmatch(r"(\d+)\.(\d+)([a-z]?)", number)
    return (int(parts[1]), int(parts[2]), parts[3]) if parts else None


# -- the code ---------------------------------------------------------------------------------------------------------


class Source(ast.NodeVisitor):
    """One module: the texts that explain it, the literals in it, the shared rules that it cites."""

    def __init__(self, text: str, cite: Mapping[str, str]) -> None:
        self.explained: list[Mention] = []
        self.literals: list[Mention] = []
        self.cited: list[Mention] = []
        """Under their names."""
        self._cite = cite
        self.classes: set[str] = set()
        self._names: list[str] = []
        self._spans: list[tuple[int, int, str]] = []
        tree = ast.parse(text)
        self._block(tree.body, are_named=True)
        self.explained += self._comments(text)

    def bracketed(self) -> Iterator[Mention]:
        """The shared rules that texts name in brackets, where nothing is refused: "rounded down [odds]"."""
        for at in self.explained:
            yield from (at._replace(text=name) for name in BRACKETED.findall(" ".join(at.text.split())))

    def _at(self, node: ast.expr | ast.stmt, text: str, *inner: str) -> Mention:
        return Mention(node.lineno, ".".join((*self._names, *inner)), text)

    def _comments(self, text: str) -> Iterator[Mention]:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                line = token.start[0]
                inside = [span for span in self._spans if span[0] <= line <= span[1]]
                yield Mention(line, max(inside, default=(0, 0, ""))[2], token.string)

    def _block(self, body: list[ast.stmt], are_named: bool) -> None:
        """Statements, some of which are texts about what stands before them; those of functions are not named."""
        before = ""
        for statement in body:
            if (
                isinstance(statement, ast.Expr)
                and isinstance(statement.value, ast.Constant)
                and isinstance(statement.value.value, str)
            ):
                self.explained.append(self._at(statement, statement.value.value, *filter(None, [before])))
                continue
            before = _assigned(statement) if are_named else ""
            if before:
                self._names.append(before)
            self.visit(statement)
            if before:
                self._names.pop()

    def _definition(self, node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self._names.append(node.name)
        if isinstance(node, ast.ClassDef):
            self.classes.add(".".join(self._names))
        self._spans.append((node.lineno, node.end_lineno or node.lineno, ".".join(self._names)))
        for other in (*node.decorator_list, *([] if isinstance(node, ast.ClassDef) else [node.args])):
            self.visit(other)
        self._block(node.body, are_named=isinstance(node, ast.ClassDef))
        self._names.pop()

    visit_ClassDef = visit_FunctionDef = visit_AsyncFunctionDef = _definition  # noqa: N815

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self.literals.append(self._at(node, node.value))

    def visit_Dict(self, node: ast.Dict) -> None:
        """The title's own table of shared rules says where they stand; it enforces nothing."""
        pairs = [
            (key.value, value.value)
            for key, value in zip(node.keys, node.values, strict=True)
            if isinstance(key, ast.Constant) and isinstance(value, ast.Constant)
        ]
        if not pairs or len(pairs) < len(node.keys) or not set(pairs) <= set(self._cite.items()):
            self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if _is_cite(node.value):
            self._cites(node.slice)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Attribute) and node.func.attr == "get" and _is_cite(node.func.value):
            self._cites(node.args[0])
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        """Decisions that several titles share: ``cites = "overstacked"``."""
        if self._names[-1:] == ["cites"]:
            self._cites(node.value)
        self.generic_visit(node)

    def _cites(self, name: ast.expr) -> None:
        """The shared rules that an expression may name: text, a choice of texts, text with a part to fill in."""
        parts = {part for made in ast.walk(name) if isinstance(made, ast.JoinedStr) for part in made.values}
        for node in ast.walk(name):
            if isinstance(node, ast.JoinedStr):
                form = "".join(re.escape(str(p.value)) if isinstance(p, ast.Constant) else ".+" for p in node.values)
                self.cited += [self._at(node, known) for known in self._cite if re.fullmatch(form, known)]
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in parts:
                self.cited.append(self._at(node, node.value))


def _assigned(statement: ast.stmt) -> str:
    """The name that a statement gives a value or a type to."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
    elif isinstance(statement, ast.AnnAssign):
        target = statement.target
    else:
        return ""
    return target.id if isinstance(target, ast.Name) else ""


def _is_cite(node: ast.expr) -> bool:
    return (isinstance(node, ast.Name) and node.id == CITES) or (isinstance(node, ast.Attribute) and node.attr == CITES)


def module_names(package: str) -> Iterator[tuple[str, Traversable]]:
    """The modules of a package that may enforce rules, by the name under which they are shown."""
    for file in sorted(resources.files(package).iterdir(), key=lambda f: f.name):
        if file.name.endswith(".py") and file.name not in NO_RULES and not file.name.startswith("test_"):
            yield f"{package.replace('.', '/')}/{file.name}", file


def places(title: Title[Any], folder: DataFolder) -> Places:
    """By row of a title's ledger, where it is enforced."""
    numbers, found = Numbers(title.ledger), {rule: list[Place]() for rule in title.ledger.ids}
    narrow: set[Place] = set()
    for name, source in sources(title):
        for at in source.literals:
            if at.text in title.ledger:
                found[at.text].append(Place(name, at.line, at.name))
        for at in (*source.cited, *source.bracketed()):
            if at.text in title.cite:
                found[title.cite[at.text]].append(Place(name, at.line, at.name))
        for at in source.explained:
            for rule, exact in numbers.rows(at.text).items():
                found[rule].append(Place(name, at.line, at.name, exact))
                if at.name and at.name not in source.classes:
                    narrow.add(found[rule][-1])
    for name, line, text in data_notes(title, folder):
        for rule, exact in numbers.rows(text).items():
            found[rule].append(Place(name, line, "", exact))
    return {rule: _once(sorted(named, key=lambda place: place not in narrow)) for rule, named in found.items()}


def sources(title: Title[Any]) -> Iterator[tuple[str, Source]]:
    """The modules that may enforce a title's rules, under the names by which they are shown."""
    for package in title.packages():
        for file in sorted(resources.files(package).iterdir(), key=lambda f: f.name):
            if file.name.endswith(".py") and file.name not in NO_RULES and not file.name.startswith("test_"):
                yield f"{package.replace('.', '/')}/{file.name}", Source(read_text(file), title.cite)


def data_notes(title: Title[Any], folder: DataFolder) -> Iterator[tuple[str, int, str]]:
    """What the data files of a title say about their rows: file, line, text."""
    home = f"{title.packages()[0].replace('.', '/')}/data"
    for name in folder.files():
        if name.endswith(".csv") and name != LEDGER:
            shown = str(folder.open(name)) if name in folder.replaced else f"{home}/{name}"
            reader = csv.DictReader(io.StringIO(read_text(folder.open(name)), newline=""))
            for row in reader:
                yield shown, reader.line_num, " ".join(row.get(column) or "" for column in ("rule", "note"))


def _once(named: list[Place]) -> tuple[Place, ...]:
    """The first exact place in each function or file, then those others that are elsewhere."""
    first: dict[tuple[str, str], Place] = {}
    for place in sorted(named, key=lambda place: not place.exact):
        first.setdefault((place.file, place.name), place)
    return tuple(first.values())


# -- the tests --------------------------------------------------------------------------------------------------------


def tests(title: str) -> Places | None:
    """By row, the tests marked with it; None where the tests are not at hand, as in an installed package."""
    root = Path(__file__).parents[2]
    if not (root / "tests").is_dir() or not (root / "pyproject.toml").is_file():
        return None
    found: dict[str, list[Place]] = {}
    for file in sorted((root / "tests").rglob("test_*.py")):
        name = file.relative_to(root).as_posix()
        for rule, place in marks(title, name, read_text(file)):
            found.setdefault(rule, []).append(place)
    return {rule: _once(named) for rule, named in found.items()}


def marks(title: str, file: str, text: str) -> Iterator[tuple[str, Place]]:
    """The rows of a title that tests in a module are marked with."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for call in (call for decorator in node.decorator_list for call in ast.walk(decorator)):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "rule":
                    words = [word.value for word in call.args if isinstance(word, ast.Constant)]
                    if words[:1] == [title]:
                        yield from ((str(row), Place(file, node.lineno, node.name)) for row in words[1:])
