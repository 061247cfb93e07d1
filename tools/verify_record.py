#!/usr/bin/env python3
"""Check a Steppe game record without Steppe: hash chain, commitment and dice..

    python verify_record.py GAME [--secret HEX]

Prints one line for each problem, with the number of the line in the file, and exits 1 if there is any. The rules of
the game are not checked here, only that the record is unchanged and that nobody chose the dice.

    hash    SHA-256 (hex) of the previous line's hash followed by the line as canonical JSON without its hash
    commit  SHA-256 (hex) of "steppe-commit-1\\n" and the secret
    key     HMAC-SHA256 with the secret of "steppe-key-1\\n" and the sorted [[seat, salt], ...] as canonical JSON
    draw n  the first 8 bytes of HMAC-SHA256 with the key of n (8 bytes) and retry (1 byte), as a big-endian number;
            modulo the bound, unless it lies above the last full multiple of the bound: then retry counts up

Canonical JSON has sorted keys, no spaces and only ASCII. A recorded draw is [bound, value], value from 0.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import sys
from typing import Any

Line = tuple[int, dict[str, Any]]


def canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def read_chain(data: bytes, problems: list[str]) -> list[Line]:
    """The lines that can be read, with their numbers; each hash is checked against the hash before it."""
    lines, previous = [], ""
    *pieces, rest = data.split(b"\n")
    for number, piece in enumerate(pieces, 1):
        try:
            fields = json.loads(piece.decode("ascii"))
            found = fields["hash"]
            bare = canonical({key: value for key, value in fields.items() if key != "hash"})
        except (ValueError, KeyError, TypeError, AttributeError):
            problems.append(f"line {number}: not a line of a record")
            continue
        expected = hashlib.sha256((previous + bare).encode()).hexdigest()
        if found != expected:
            problems.append(f"line {number}: hash is {str(found)[:12]}, should be {expected[:12]}")
        elif canonical(fields).encode() != piece:
            problems.append(f"line {number}: not canonical JSON")
        previous = str(found)
        lines.append((number, fields))
    if rest or not pieces:
        problems.append(f"line {len(pieces) + 1}: cut off")
    return lines


def draw(key: bytes, n: int, bound: int) -> int:
    top = 2**64 - 2**64 % bound
    for retry in range(256):
        digest = hmac.new(key, n.to_bytes(8, "big") + bytes([retry]), hashlib.sha256).digest()
        number = int.from_bytes(digest[:8], "big")
        if number < top:
            return number % bound
    raise AssertionError("cannot happen")


def check_dice(lines: list[Line], key: bytes, problems: list[str]) -> int:
    """Every recorded draw, numbered from the setup on; gives the number of draws."""
    n = 0
    for number, fields in lines:
        draws = fields.get("setup_dice" if number == 1 else "dice", [])
        if isinstance(draws, int):
            n += draws
            continue
        for bound, value in draws:
            true = draw(key, n, bound)
            if value != true:
                problems.append(f"line {number}: draw {n} of {bound} is recorded as {value}, the dice gave {true}")
            n += 1
    return n


def check(data: bytes, secret: str | None = None) -> tuple[list[str], str]:
    """All problems of a record, and a line that sums up what was checked."""
    problems: list[str] = []
    lines = read_chain(data, problems)
    if not lines or lines[0][0] != 1 or lines[0][1].get("steppe") != 1:
        return [*problems, "line 1: not the header of a record of format 1"], ""
    try:
        header = lines[0][1]
        told = [(number, f.get("reveal", f.get("secret"))) for number, f in lines] + [(0, secret)]
        known = [(number, bytes.fromhex(value)) for number, value in told if value is not None]
        for number, value in known:
            if hashlib.sha256(b"steppe-commit-1\n" + value).hexdigest() != header["commit"]:
                where = f"line {number}" if number else "--secret"
                problems.append(f"{where}: the secret does not match the commitment of line 1")
        carried = [number for number, f in lines[1:] if "rules" in f]
        rules = f" (other rules from line {', '.join(map(str, carried))} on)" if carried else ""
        if not known:
            return problems, f"{len(lines)} lines{rules}; the secret is not revealed, so the dice cannot be checked yet"
        salts = canonical(sorted(header["salts"].items()))
        key = hmac.new(known[-1][1], b"steppe-key-1\n" + salts.encode(), hashlib.sha256).digest()
        return problems, f"{len(lines)} lines{rules}, {check_dice(lines, key, problems)} draws"
    except (KeyError, ValueError, TypeError, AttributeError, ZeroDivisionError) as error:
        return [*problems, f"the record is not well formed: {error!r}"], ""


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Check the chain, the commitment and the dice of a game record.")
    parser.add_argument("game", help="the record's file")
    parser.add_argument("--secret", help="the secret as hexadecimal, if the record does not tell it")
    options = parser.parse_args(arguments)
    try:
        with open(options.game, "rb") as file:
            problems, summary = check(file.read(), options.secret)
    except OSError as error:
        problems, summary = [f"cannot be read: {error.strerror}"], ""
    for problem in problems:
        print(f"{options.game}: {problem}")
    if not problems:
        print(f"{options.game}: sound: {summary}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
