"""How the house stands: the largest classes and modules, methods of chapters by how many titles make their own, and
parameters of rules code that are typed Any.

    python tools/house.py            # of this tree
    python tools/house.py OTHER/src  # of another

What is counted is the source as it is written: nothing is imported.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

SHOWN = 8
RULES = ("assault", "europa", "titles")
"""The packages that hold rules."""


def main(root: Path) -> None:
    trees = {path.relative_to(root): ast.parse(path.read_text(encoding="utf-8")) for path in sorted(root.rglob("*.py"))}
    rules = {path: tree for path, tree in trees.items() if path.parts[1] in RULES}
    classes = Counter({f"{path}:{node.name}": len(methods(node)) for path, node in all_classes(trees)})
    lines = Counter({str(path): len((root / path).read_text(encoding="utf-8").splitlines()) for path in trees})
    show("Classes by methods", classes)
    show("Modules by lines", lines)
    show("title.py by lines", Counter({name: n for name, n in lines.items() if name.endswith("title.py")}))
    own = own_methods(rules)
    print("\nMethods of the family's classes by how many titles have their own:")
    for number, names in sorted(Counter(own.values()).items()):
        print(f"  {number} titles: {names} methods")
    print(f"\nParameters typed Any in rules code: {sum(loose(tree) for tree in rules.values())}")
    print(f"One-line methods in the titles that only hand on: {sum(handing_on(tree) for tree in rules.values())}")


def all_classes(trees: dict[Path, ast.Module]) -> Iterator[tuple[Path, ast.ClassDef]]:
    for path, tree in trees.items():
        yield from ((path, node) for node in ast.walk(tree) if isinstance(node, ast.ClassDef))


def methods(node: ast.ClassDef) -> list[str]:
    return [x.name for x in node.body if isinstance(x, ast.FunctionDef | ast.AsyncFunctionDef)]


def own_methods(rules: dict[Path, ast.Module]) -> dict[tuple[str, str], int]:
    """For each method of a class of the family: how many titles have a class of that base with the same method."""
    family = {node.name: methods(node) for path, node in all_classes(rules) if "titles" not in path.parts}
    found = {(name, method): set[str]() for name, own in family.items() for method in own if not method.startswith("_")}
    for path, node in all_classes(rules):
        if "titles" not in path.parts:
            continue
        bases = {
            base.value.id for base in node.bases if isinstance(base, ast.Subscript) and isinstance(base.value, ast.Name)
        }
        for name in bases & family.keys():
            for method in methods(node):
                if (name, method) in found:
                    found[name, method].add(path.parts[path.parts.index("titles") + 1])
    return {key: len(titles) for key, titles in found.items()}


def loose(tree: ast.Module) -> int:
    """Parameters typed Any."""
    arguments = (node for node in ast.walk(tree) if isinstance(node, ast.arg))
    return sum(isinstance(arg.annotation, ast.Name) and arg.annotation.id == "Any" for arg in arguments)


def handing_on(tree: ast.Module) -> int:
    """Methods that do nothing but call another object's function with the arguments they were given."""
    count = 0
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef) or not node.args.args or node.args.args[0].arg != "self":
            continue
        body = [x for x in node.body if not (isinstance(x, ast.Expr) and isinstance(x.value, ast.Constant))]
        call = body[0].value if len(body) == 1 and isinstance(body[0], ast.Return | ast.Expr) else None
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
            given = [arg.arg for arg in node.args.args[1:]]
            passed = [arg.id for arg in call.args if isinstance(arg, ast.Name) and arg.id != "self"]
            count += given == passed and bool(given)
    return count


def show(what: str, counted: Counter[str]) -> None:
    print(f"\n{what}:")
    for name, number in counted.most_common(SHOWN):
        print(f"  {number:5} {name}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent / "src")
