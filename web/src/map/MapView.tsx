/** The map: pan, wheel, pinch and keyboard; clicks go to the game. */

import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Game } from "../game";
import { expose } from "../handle";
import { words } from "../words";
import { Camera, type Point } from "./geometry";
import { palette } from "./palette";
import { Scene } from "./scene";
import { Tiles } from "./tiles";

const CLICK = 6;
/** How many pixels a finger may slip and still click. */

export function MapView({ game, onCamera }: { game: Game; onCamera?: (camera: Camera) => void }) {
  const holder = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const canvas = holder.current!;
    const stop = run(canvas, game, onCamera);
    return stop;
  }, [game]);

  return <canvas ref={holder} class="map" tabIndex={0} role="application" aria-label={words.mapLabel} />;
}

function run(canvas: HTMLCanvasElement, game: Game, onCamera?: (camera: Camera) => void): () => void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let colours = palette(dark.matches);
  let tiles = new Tiles(game.grid, colours);
  let scene = new Scene(game, colours);
  const camera = new Camera(game.grid.box);
  const pointers = new Map<number, Point>();
  let pressed: Point | null = null;
  let moved = false;
  let pinch = 0;
  let waiting = false;
  expose(game, camera);
  onCamera?.(camera);

  const frame = (): void => {
    waiting = false;
    const context = canvas.getContext("2d")!;
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.fillStyle = colours.paper;
    context.fillRect(0, 0, camera.width, camera.height);
    tiles.draw(context, camera);
    scene.draw(context, camera);
  };
  const redraw = (): void => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(frame);
  };

  let first = true;
  const size = (): void => {
    const box = canvas.getBoundingClientRect();
    camera.width = Math.max(1, box.width);
    camera.height = Math.max(1, box.height);
    canvas.width = Math.round(camera.width * devicePixelRatio);
    canvas.height = Math.round(camera.height * devicePixelRatio);
    if (first && box.width > 1) {
      camera.fit();
      first = false;
    }
    redraw();
  };
  const resizing = new ResizeObserver(size);
  resizing.observe(canvas);

  const place = (event: PointerEvent | WheelEvent): Point => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const hexAt = (point: Point): string | null => game.grid.at(camera.toMap(point))?.hex ?? null;

  const down = (event: PointerEvent): void => {
    canvas.setPointerCapture(event.pointerId);
    canvas.focus({ preventScroll: true });
    const at = place(event);
    pointers.set(event.pointerId, at);
    if (pointers.size === 1) {
      pressed = at;
      moved = false;
    } else {
      moved = true;
      pinch = spread(pointers);
    }
  };
  const move = (event: PointerEvent): void => {
    const at = place(event);
    const before = pointers.get(event.pointerId);
    if (!before) {
      const hex = hexAt(at);
      if (hex !== game.hover.value) {
        game.hover.value = hex;
        redraw();
      }
      return;
    }
    pointers.set(event.pointerId, at);
    if (pointers.size > 1) {
      const now = spread(pointers);
      if (pinch > 0) camera.zoom(now / pinch, middle(pointers));
      pinch = now;
    } else if (pressed && (moved || Math.hypot(at.x - pressed.x, at.y - pressed.y) > CLICK)) {
      moved = true;
      camera.pan(at.x - before.x, at.y - before.y);
    }
    redraw();
  };
  const up = (event: PointerEvent): void => {
    const at = place(event);
    pointers.delete(event.pointerId);
    if (!moved && pressed) click(at, event.shiftKey || event.ctrlKey);
    if (pointers.size === 0) pressed = null;
  };
  const click = (at: Point, more: boolean): void => {
    const unit = scene.unitAt(at, camera);
    if (unit !== null) {
      const name = game.fixed.units[unit]?.unit;
      if (name && game.mine(game.fixed.units[unit]!.side)) game.toggle(name);
      return;
    }
    const hex = hexAt(at);
    if (!hex) return;
    void act(hex, more);
  };
  const act = async (hex: string, more: boolean): Promise<void> => {
    const again = hex === game.hex.value && game.stack(hex).length > 1;
    if (more || (again && !game.options.value?.moves[hex])) {
      scene.fanned = scene.fanned === hex ? null : hex;
      game.hex.value = hex;
    } else {
      scene.fanned = null;
      await game.click(hex);
    }
    redraw();
  };
  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    camera.zoom(Math.exp(-event.deltaY * 0.0015), place(event));
    redraw();
  };
  const key = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (event.shiftKey) {
        camera.pan(-Math.cos((step * Math.PI) / 180) * 80, -Math.sin((step * Math.PI) / 180) * 80);
      } else {
        walk(step);
      }
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (game.hex.value) void act(game.hex.value, event.key === " ");
    } else if (event.key === "+" || event.key === "=") {
      camera.zoom(1.25, { x: camera.width / 2, y: camera.height / 2 });
    } else if (event.key === "-") {
      camera.zoom(0.8, { x: camera.width / 2, y: camera.height / 2 });
    } else if (event.key === "0") {
      camera.fit();
    } else if (event.key === "Escape") {
      scene.fanned = null;
      game.clear();
    } else {
      return;
    }
    redraw();
  };
  const walk = (degrees: number): void => {
    const here = game.hex.value ? game.grid.byLabel.get(game.hex.value) : undefined;
    const next = here
      ? (game.grid.neighbour(here, degrees) ??
        game.grid.neighbour(here, degrees + 30) ??
        game.grid.neighbour(here, degrees - 30))
      : game.grid.at({ x: camera.x, y: camera.y });
    if (next) {
      game.hex.value = next.hex;
      const at = camera.toScreen(next);
      const edge = 60;
      if (at.x < edge || at.y < edge || at.x > camera.width - edge || at.y > camera.height - edge) {
        camera.x = next.x;
        camera.y = next.y;
      }
    }
  };
  const lit = (): void => {
    colours = palette(dark.matches);
    tiles = new Tiles(game.grid, colours);
    scene = new Scene(game, colours);
    redraw();
  };
  const show = (event: Event): void => {
    const hex = game.grid.byLabel.get((event as CustomEvent<string>).detail);
    if (!hex) return;
    camera.x = hex.x;
    camera.y = hex.y;
    camera.scale = Math.max(camera.scale, 40);
    game.hex.value = hex.hex;
    redraw();
  };

  canvas.addEventListener("pointerdown", down);
  canvas.addEventListener("pointermove", move);
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
  canvas.addEventListener("wheel", wheel, { passive: false });
  canvas.addEventListener("keydown", key);
  canvas.addEventListener("show-hex", show);
  dark.addEventListener("change", lit);
  const unwatch = effect(() => {
    // Whatever is read here brings a new frame when it changes.
    void [game.view.value, game.selected.value, game.options.value, game.overlay.value, game.supply.value, game.hex.value, game.log.value];
    redraw();
  });
  return () => {
    unwatch();
    resizing.disconnect();
    dark.removeEventListener("change", lit);
  };
}

const STEPS: Record<string, number> = { ArrowRight: 0, ArrowDown: 90, ArrowLeft: 180, ArrowUp: 270 };

function spread(pointers: Map<number, Point>): number {
  const [a, b] = [...pointers.values()];
  return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
}

function middle(pointers: Map<number, Point>): Point {
  const [a, b] = [...pointers.values()];
  return a && b ? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } : { x: 0, y: 0 };
}
