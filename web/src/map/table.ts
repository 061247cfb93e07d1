/** The map on its canvas: when a frame is painted, what the camera looks at, which hex is under the marker. */

import { effect, signal, untracked } from "@preact/signals";
import type { Game, Overlay } from "../game";
import { Camera, READABLE } from "./camera";
import { boxOf, type Point } from "./geometry";
import type { Entry } from "./overlays";
import { palette } from "./palette";
import { Scene } from "./scene";

export class MapTable {
  readonly camera: Camera;
  scene: Scene;
  readonly legend = signal<Entry[]>([]);
  /** Counts the frames in which the camera stood elsewhere; the small map follows it. */
  readonly moved = signal(0);
  /** The hex under the pointer or the finger, and where on the screen. */
  readonly tip = signal<{ hex: string; at: Point } | null>(null);
  private readonly context: CanvasRenderingContext2D;
  private waiting = false;
  private fitted = false;
  private stale = true;
  private ratio = 1;
  private readonly undo: (() => void)[] = [];

  constructor(
    readonly canvas: HTMLCanvasElement,
    readonly game: Game,
  ) {
    this.context = canvas.getContext("2d", { alpha: false })!;
    this.camera = new Camera(game.grid.box);
    this.scene = this.newScene();
    const resizing = new ResizeObserver(() => this.size());
    resizing.observe(canvas);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const recolour = (): void => {
      this.scene.ground.close();
      this.scene = this.newScene();
      this.changed();
    };
    dark.addEventListener("change", recolour);
    const theme = new MutationObserver(recolour);
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme", "class"] });
    const unwatch = effect(() => {
      // Whatever is read here brings a new frame when it changes.
      void [game.view.value, game.selected.value, game.options.value, game.overlay.value, game.supply.value];
      void [game.log.value, game.ready.value, game.choiceHexes.value, game.choiceUnits.value, game.replay.value];
      this.changed();
    });
    const unmark = effect(() => {
      void [game.hex.value, game.hover.value, game.target.value, game.spot.value];
      this.redraw();
    });
    const unrange = effect(() => {
      const hex = game.overlay.value === "range" ? game.hex.value : null;
      void game.view.value;
      untracked(() => void this.findReach(hex));
    });
    const unfollow = effect(() => {
      const label = game.spot.value.at(-1);
      untracked(() => this.follow(label));
    });
    this.undo.push(
      unwatch,
      unmark,
      unrange,
      unfollow,
      () => resizing.disconnect(),
      () => theme.disconnect(),
      () => this.scene.ground.close(),
    );
    this.undo.push(() => dark.removeEventListener("change", recolour));
  }

  close(): void {
    for (const step of this.undo) step();
  }

  private newScene(): Scene {
    const wanted = document.documentElement.dataset["theme"];
    const dark = wanted === "dark" || (wanted !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
    const scene = new Scene(this.game, palette(dark), () => this.redraw());
    void scene.ground.load(`/api/titles/${this.game.fixed.key}/ground.svg`).then(
      () => this.moved.value++,
      () => {},
    );
    return scene;
  }

  // -- frames ---------------------------------------------------------------------------------------------------

  /** Something that is shown has changed. */
  changed(): void {
    this.stale = true;
    this.redraw();
  }

  redraw(): void {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(this.frame);
  }

  private readonly frame = (): void => {
    this.waiting = false;
    if (this.stale) {
      this.stale = false;
      untracked(() => this.scene.refresh());
      this.legend.value = this.scene.overlays.legend;
    }
    if (this.camera.width > 1) untracked(() => this.scene.draw(this.context, this.camera, this.ratio));
  };

  /** The camera has moved. */
  looked(): void {
    this.tip.value = null;
    this.scene.ground.moved();
    this.moved.value++;
    this.redraw();
  }

  private size(): void {
    const box = this.canvas.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) return;
    this.ratio = Math.min(2, devicePixelRatio);
    this.camera.width = box.width;
    this.camera.height = box.height;
    this.canvas.width = Math.round(box.width * this.ratio);
    this.canvas.height = Math.round(box.height * this.ratio);
    if (!this.fitted) {
      this.fitted = true;
      this.begin();
    }
    this.camera.scale = Math.max(this.camera.scale, this.camera.least);
    this.looked();
  }

  // -- where to look --------------------------------------------------------------------------------------------

  hexAt(point: Point): string | null {
    return this.game.grid.at(this.camera.toMap(point))?.hex ?? null;
  }

  zoom(factor: number, at?: Point): void {
    this.camera.zoom(factor, at ?? { x: this.camera.width / 2, y: this.camera.height / 2 });
    this.looked();
  }

  pan(dx: number, dy: number): void {
    this.camera.pan(dx, dy);
    this.looked();
  }

  whole(): void {
    this.camera.fit();
    this.looked();
  }

  /** The first look: at the part of the map that the scenario is played on, or at all of it. */
  private begin(): void {
    const { part } = this.game.fixed.scenario;
    const hexes = part ? this.game.fixed.hexes.filter((hex) => hex.regions.includes(part)) : [];
    if (hexes.length) this.camera.show(boxOf(hexes));
    else this.camera.fit();
  }

  /** Show a hex in the middle, near enough to be read. */
  show(label: string): void {
    const hex = this.game.grid.byLabel.get(label);
    if (!hex) return;
    this.camera.centre(hex, READABLE * 0.8);
    this.game.hex.value = label;
    this.looked();
  }

  /** What somebody else does is brought into sight. */
  private follow(label: string | undefined): void {
    const { game } = this;
    const hex = label === undefined ? undefined : game.grid.byLabel.get(label);
    const seat = game.log.value.at(-1)?.seat;
    if (!hex || !seat || game.mine(seat) || this.camera.has(hex)) return;
    this.camera.centre(hex);
    this.looked();
  }

  /** The chosen units and everything that they can reach or attack. */
  showSelection(): void {
    const { game } = this;
    const chosen = game.selected.value.map((u) => game.where(u));
    const labels = [...chosen, ...game.reach.value.keys(), ...game.targets.value.keys(), ...game.choiceHexes.value];
    if (!chosen.length && game.hex.value) labels.push(game.hex.value);
    const hexes = labels.flatMap((label) => game.grid.byLabel.get(label) ?? []);
    if (!hexes.length) return;
    this.camera.show(boxOf(hexes));
    this.looked();
  }

  /** Move the marker one hex; the map follows when it comes near the edge. */
  walk(degrees: number): void {
    const { game } = this;
    const here = game.hex.value ? game.grid.byLabel.get(game.hex.value) : undefined;
    const next = here
      ? (game.grid.neighbour(here, degrees) ??
        game.grid.neighbour(here, degrees + 30) ??
        game.grid.neighbour(here, degrees - 30))
      : game.grid.at({ x: this.camera.x, y: this.camera.y });
    if (!next) return;
    game.hex.value = next.hex;
    if (!this.camera.has(next)) {
      this.camera.centre(next);
      this.looked();
    }
    this.hover(next.hex, this.camera.toScreen(next));
  }

  hover(hex: string | null, at: Point): void {
    this.tip.value = hex ? { hex, at } : null;
    if (hex === this.game.hover.value) return;
    this.game.hover.value = hex;
    void this.scene.ranges.preview(hex);
  }

  // -- overlays -------------------------------------------------------------------------------------------------

  /** The same key once more takes an overlay away. */
  toggle(overlay: Overlay): void {
    const { game } = this;
    game.overlay.value = game.overlay.value === overlay ? "none" : overlay;
    if (game.overlay.value === "supply") void game.loadSupply();
  }

  private async findReach(hex: string | null): Promise<void> {
    const units = hex ? this.game.unitsAt(hex) : [];
    const found = units.length ? await this.game.socket.ask("range", { units }).catch(() => null) : null;
    if (hex && hex !== this.game.hex.value) return;
    this.scene.overlays.setReach(found);
    this.changed();
  }
}
