/** Mouse, fingers and keys on the map. Dragging a chosen stack carries it; dragging anything else moves the map. */

import type { Point } from "./geometry";
import { OVERLAY_KEYS } from "./overlays";
import type { MapTable } from "./table";

/** How many pixels a pointer may slip and still click. */
const SLIP = { mouse: 5, touch: 12 };
/** Milliseconds after which a resting finger asks. */
const LONG = 500;
const STEPS: Record<string, number> = { ArrowRight: 0, ArrowDown: 90, ArrowLeft: 180, ArrowUp: 270 };

type Gesture = "none" | "down" | "pan" | "pinch" | "carry";

export class Hands {
  private readonly pointers = new Map<number, Point>();
  private gesture: Gesture = "none";
  private pressed: Point = { x: 0, y: 0 };
  private spread = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly leaving = new AbortController();

  constructor(private readonly table: MapTable) {
    const { canvas } = table;
    const options = { signal: this.leaving.signal };
    canvas.addEventListener("pointerdown", (e) => this.down(e), options);
    canvas.addEventListener("pointermove", (e) => this.move(e), options);
    canvas.addEventListener("pointerup", (e) => this.up(e), options);
    canvas.addEventListener("pointercancel", (e) => this.cancel(e), options);
    canvas.addEventListener("pointerleave", () => table.hover(null, this.pressed), options);
    canvas.addEventListener("contextmenu", (e) => this.ask(e), options);
    canvas.addEventListener("wheel", (e) => this.wheel(e), { ...options, passive: false });
    canvas.addEventListener("keydown", (e) => this.key(e), options);
    canvas.addEventListener("show-hex", (e) => table.show((e as CustomEvent<string>).detail), options);
    document.addEventListener("keydown", (e) => this.overlayKey(e), options);
  }

  close(): void {
    this.leaving.abort();
    clearTimeout(this.timer);
  }

  private place(event: MouseEvent): Point {
    const box = this.table.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  // -- pointers -------------------------------------------------------------------------------------------------

  private down(event: PointerEvent): void {
    const { canvas } = this.table;
    // A pointer that a script makes up cannot be captured, and need not be.
    if (event.isTrusted) canvas.setPointerCapture(event.pointerId);
    canvas.classList.add("touched");
    canvas.focus({ preventScroll: true });
    const at = this.place(event);
    this.pointers.set(event.pointerId, at);
    clearTimeout(this.timer);
    if (this.pointers.size > 1) {
      this.drop();
      this.gesture = "pinch";
      this.spread = this.distance();
      return;
    }
    if (event.button !== 0) return;
    this.pressed = at;
    this.gesture = "down";
    if (event.pointerType === "touch") this.timer = setTimeout(() => this.long(), LONG);
  }

  private move(event: PointerEvent): void {
    const at = this.place(event);
    const before = this.pointers.get(event.pointerId);
    if (!before) {
      this.table.hover(this.table.hexAt(at), at);
      return;
    }
    this.pointers.set(event.pointerId, at);
    if (this.gesture === "down") {
      const slip = event.pointerType === "touch" ? SLIP.touch : SLIP.mouse;
      if (Math.hypot(at.x - this.pressed.x, at.y - this.pressed.y) <= slip) return;
      clearTimeout(this.timer);
      this.gesture = this.isCarriable(this.pressed) ? "carry" : "pan";
    }
    if (this.gesture === "pan") {
      this.table.pan(at.x - before.x, at.y - before.y);
    } else if (this.gesture === "pinch") {
      const now = this.distance();
      if (this.spread > 0 && now > 0) this.table.zoom(now / this.spread, this.middle());
      this.spread = now;
    } else if (this.gesture === "carry") {
      this.table.scene.carrying = at;
      this.table.hover(this.table.hexAt(at), at);
      this.table.redraw();
    }
  }

  private up(event: PointerEvent): void {
    const at = this.place(event);
    const { gesture } = this;
    this.pointers.delete(event.pointerId);
    clearTimeout(this.timer);
    if (gesture === "carry") {
      const hex = this.table.hexAt(at);
      this.drop();
      if (hex && hex !== this.table.hexAt(this.pressed)) void this.table.game.click(hex);
    } else if (gesture === "down") {
      this.click(at, event.shiftKey || event.ctrlKey || event.metaKey);
    }
    this.gesture = this.pointers.size ? "pan" : "none";
  }

  private cancel(event: PointerEvent): void {
    this.pointers.delete(event.pointerId);
    clearTimeout(this.timer);
    this.drop();
    this.gesture = "none";
  }

  private drop(): void {
    this.table.scene.carrying = null;
    this.table.redraw();
  }

  /** Whether the chosen units lie under a point and can be carried. */
  private isCarriable(at: Point): boolean {
    const { game, scene, camera } = this.table;
    const chosen = game.selected.value;
    if (!chosen.length || !game.myTurn.value) return false;
    const unit = scene.stacks.unitAt(at, camera);
    if (unit !== null) return chosen.includes(game.fixed.units[unit]?.unit ?? "");
    const hex = this.table.hexAt(at);
    return hex !== null && chosen.every((u) => game.where(u) === hex);
  }

  private click(at: Point, more: boolean): void {
    const { game, scene, camera } = this.table;
    const unit = scene.stacks.unitAt(at, camera);
    if (unit !== null) {
      const counter = game.fixed.units[unit];
      if (counter && game.mine(counter.side)) game.toggle(counter.unit);
      return;
    }
    const hex = this.table.hexAt(at);
    if (hex) void this.act(hex, more);
  }

  /** Act on a hex; a stack that is clicked again lies open. */
  private async act(hex: string, open: boolean): Promise<void> {
    const { game, scene } = this.table;
    const { stacks } = scene;
    const lit = game.reach.value.has(hex) || game.targets.value.has(hex);
    const side = game.sideAt(hex);
    // One's own stack is chosen first; the next click opens it.
    const known = !!side && (!game.mine(side) || game.selected.value.some((u) => game.where(u) === hex));
    const idle = !lit && !game.choiceHexes.value.has(hex) && !game.target.value;
    const again = hex === game.hex.value && game.stack(hex).length > 1 && known && idle;
    if (stacks.fanned === hex) {
      stacks.fanned = null;
    } else if ((open || again) && game.stack(hex).length) {
      stacks.fanned = hex;
      game.hex.value = hex;
    } else {
      stacks.fanned = null;
      await game.click(hex);
    }
    this.table.redraw();
  }

  /** A finger that rests, or the right button: what is here, and why can the chosen units not go there? */
  private long(): void {
    this.gesture = "none";
    this.inspect(this.pressed);
  }

  private ask(event: MouseEvent): void {
    event.preventDefault();
    this.inspect(this.place(event));
  }

  private inspect(at: Point): void {
    const { game } = this.table;
    const hex = this.table.hexAt(at);
    if (!hex) return;
    this.table.hover(hex, at);
    const lit = game.reach.value.has(hex) || game.targets.value.has(hex);
    const side = game.sideAt(hex);
    // A click on a dark hex that is not one's own only asks why; anything else would act.
    if (
      game.selected.value.length &&
      game.myTurn.value &&
      !lit &&
      !game.choiceHexes.value.has(hex) &&
      !(side && game.mine(side))
    ) {
      void game.click(hex);
    } else {
      game.hex.value = hex;
    }
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
    this.table.zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.008 : 0.0016)), this.place(event));
  }

  private distance(): number {
    const [a, b] = [...this.pointers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }

  private middle(): Point {
    const [a, b] = [...this.pointers.values()];
    return a && b ? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } : this.pressed;
  }

  // -- keys -----------------------------------------------------------------------------------------------------

  private key(event: KeyboardEvent): void {
    this.table.canvas.classList.remove("touched");
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { table } = this;
    const { game } = table;
    const step = STEPS[event.key];
    if (step !== undefined) {
      const angle = (step * Math.PI) / 180;
      if (event.shiftKey) table.pan(-Math.cos(angle) * 90, -Math.sin(angle) * 90);
      else table.walk(step);
    } else if (event.key === "Enter" || event.key === " ") {
      if (game.hex.value) void this.act(game.hex.value, event.key === " ");
    } else if (event.key === "+" || event.key === "=") {
      table.zoom(1.25);
    } else if (event.key === "-") {
      table.zoom(0.8);
    } else if (event.key === "0") {
      table.whole();
    } else if (event.key === "f") {
      table.showSelection();
    } else if (event.key === "h" && game.hex.value) {
      table.show(game.hex.value);
    } else if (event.key === "Escape" && (table.scene.stacks.fanned || this.gesture === "carry")) {
      table.scene.stacks.fanned = null;
      this.gesture = "none";
      this.drop();
    } else if (event.key === "Escape" && game.selected.value.length) {
      game.clear();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    table.redraw();
  }

  /** Shift and a letter, wherever the focus is but in a field. */
  private overlayKey(event: KeyboardEvent): void {
    const target = event.target as HTMLElement | null;
    if (event.ctrlKey || event.metaKey || event.altKey || !event.shiftKey || target?.closest("input, textarea, select"))
      return;
    const overlay =
      event.key.length === 1 && event.key !== event.key.toLowerCase()
        ? OVERLAY_KEYS[event.key.toLowerCase()]
        : undefined;
    if (!overlay || !this.table.game.overlays.includes(overlay)) return;
    event.preventDefault();
    this.table.toggle(overlay);
  }
}
