"""How fast the map is: first view, frames while it is panned and zoomed. Needs a running server with the built page.

Call it as ``python tools/measure_table.py http://127.0.0.1:8041 dom lwe``.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from typing import Any

from playwright.sync_api import Page, sync_playwright

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
FRAMES = 120
ZOOM_ONE = 48
"""Pixels to the hex at which counters are read."""

PAN = """([frames, scale]) => new Promise(done => {
  const { camera } = window.steppe, canvas = document.querySelector("canvas.map");
  if (scale) { camera.scale = scale; } else { camera.fit(); }
  const at = { x: canvas.clientWidth / 2, y: canvas.clientHeight / 2 };
  const fire = (type, x, y, buttons) => canvas.dispatchEvent(new PointerEvent(type,
    { pointerId: 7, pointerType: "mouse", button: 0, buttons, clientX: canvas.getBoundingClientRect().left + x,
      clientY: canvas.getBoundingClientRect().top + y, bubbles: true }));
  const gaps = []; let last = 0, n = 0;
  fire("pointerdown", at.x, at.y, 1);
  const step = now => {
    if (last) gaps.push(now - last);
    last = now;
    if (n++ >= frames) { fire("pointercancel", at.x, at.y, 0); done(gaps); return; }
    // Out and back, so that the middle of the map stays in view.
    const way = 9 * (n < frames / 2 ? n : frames - n);
    fire("pointermove", at.x + way, at.y + way / 3, 1);
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})"""
ZOOM = """frames => new Promise(done => {
  const canvas = document.querySelector("canvas.map"), box = canvas.getBoundingClientRect();
  const gaps = []; let last = 0, n = 0;
  const step = now => {
    if (last) gaps.push(now - last);
    last = now;
    if (n++ >= frames) { done(gaps); return; }
    canvas.dispatchEvent(new WheelEvent("wheel", { deltaY: n < frames / 2 ? -28 : 28, bubbles: true, cancelable: true,
      clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 }));
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})"""
FIRST = """() => new Promise(done => {
  const drawn = () => document.querySelector("canvas.map").width > 300;
  const look = () => window.steppe?.game?.view.value && window.steppe.camera && drawn()
    ? requestAnimationFrame(() => done(performance.now())) : setTimeout(look, 5);
  look();
})"""


def rate(gaps: list[float]) -> str:
    ordered = sorted(gaps)
    slow = ordered[int(len(ordered) * 0.95)]
    return f"{1000 / statistics.mean(gaps):5.1f} fps, 19 of 20 frames within {slow:5.1f} ms"


def new_game(page: Page, server: str, title: str) -> str:
    wanted: dict[str, Any] = {"title": title, "bots": {}, "setup": "historical", "hotseat": True}
    made = page.request.post(f"{server}/api/games", data=wanted).json()
    token = next(iter(made["play"].values()))
    header = {"Authorization": f"Bearer {token}"}
    for _ in range(12):
        asked = page.request.get(f"{server}/api/games/{made['game']}", headers=header).json()["prompt"]
        if asked["decision"] == "movement":
            break
        orders = page.request.post(
            f"{server}/api/games/{made['game']}/questions", data={"ask": "legal"}, headers=header
        ).json()["orders"]
        wish = next((o for o in orders if "historical" in o or o == "order move-fight"), None)
        text = wish or ("done" if "done" in orders else orders[0])
        page.request.post(f"{server}/api/games/{made['game']}/orders", data={"text": text}, headers=header)
    return f"{server}/g/{made['game']}#{token}"


def measure(page: Page, server: str, title: str) -> None:
    link = new_game(page, server, title)
    for visit in ("first visit", "second visit"):
        page.goto("about:blank")
        page.goto(link)
        print(f"{title}: {visit}, map can be used after {page.evaluate(FIRST):.0f} ms")
    time.sleep(2)
    for name, scale in (("whole map", 0), ("zoom 1", ZOOM_ONE), ("near", 90)):
        page.evaluate(PAN, [4, scale])
        time.sleep(2.5)  # the sharp tiles come while the map rests
        print(f"{title}: panning, {name}: {rate(page.evaluate(PAN, [FRAMES, scale]))}")
    page.evaluate("() => window.steppe.camera.fit()")
    print(f"{title}: zooming in and out: {rate(page.evaluate(ZOOM, FRAMES))}")


def main() -> None:
    server, *wanted = sys.argv[1:] or ["http://127.0.0.1:8041"]
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": 1500, "height": 950})
        for title in wanted or ["dom", "lwe"]:
            measure(page, server.rstrip("/"), title)
        browser.close()


if __name__ == "__main__":
    main()
