/** Everything on the map, from the ground up. What changes rarely is prepared; a frame only paints. */

import type { Game } from "../game";
import type { HexData } from "../types";
import type { Camera } from "./camera";
import { Atlas } from "./counters";
import { type Front, findFront } from "./front";
import type { Point } from "./geometry";
import { Ground } from "./ground";
import { Overlays } from "./overlays";
import type { Palette } from "./palette";
import { Ranges } from "./ranges";
import { Stacks } from "./stacks";

export class Scene {
  readonly ground: Ground;
  readonly stacks: Stacks;
  readonly overlays: Overlays;
  readonly ranges: Ranges;
  /** Where the pointer carries the chosen units, if it does. */
  carrying: Point | null = null;
  private front: Front | null = null;
  private frontOf: readonly number[] | null = null;

  constructor(
    private readonly game: Game,
    private readonly colours: Palette,
    changed: () => void,
  ) {
    this.ground = new Ground(game.grid, colours, changed);
    this.stacks = new Stacks(game, new Atlas(game.fixed, changed), colours);
    this.overlays = new Overlays(game, colours);
    this.ranges = new Ranges(game, colours, changed);
  }

  /** A new view or choice. */
  refresh(): void {
    const view = this.game.view.value;
    if (view?.held && view.held !== this.frontOf) {
      this.front = findFront(this.game.grid, view.held, (terrain) => this.game.isWater(terrain));
      this.frontOf = view.held;
    }
    this.stacks.refresh(view);
    this.ranges.refresh();
    this.overlays.refresh();
  }

  draw(context: CanvasRenderingContext2D, camera: Camera, ratio: number): void {
    camera.look();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = 1;
    context.fillStyle = this.colours.paper;
    context.fillRect(0, 0, context.canvas.width, context.canvas.height);
    this.ground.draw(context, camera, ratio);
    camera.apply(context, ratio);
    // Among small blocks the line lies on top, or they would hide it.
    const small = this.stacks.areSmall(camera);
    if (!small) this.drawFront(context, camera);
    this.overlays.draw(context, camera);
    this.ranges.drawUnder(context);
    this.frame(context, this.game.hover.value, "#1b1a17", 0.04);
    for (const label of this.game.spot.value) this.frame(context, label, this.colours.select, 0.05);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.stacks.draw(context, camera, ratio);
    if (small) {
      camera.apply(context, ratio);
      this.drawFront(context, camera);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
    }
    this.overlays.drawLetters(context, camera);
    this.ranges.drawOver(context, camera, ratio);
    camera.apply(context, ratio);
    this.frame(context, this.game.hex.value, "#ffffff", 0.14);
    this.frame(context, this.game.hex.value, this.colours.select, 0.09);
    this.frame(context, this.game.target.value, this.colours.target, 0.14);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.stacks.drawFan(context, camera, ratio);
    if (this.carrying) this.stacks.carried(context, this.carrying, camera, ratio);
  }

  private drawFront(context: CanvasRenderingContext2D, camera: Camera): void {
    if (!this.front) return;
    // The line keeps a few pixels even when the hexes are small.
    const wide = Math.max(0.075, 1.6 / camera.scale);
    context.lineCap = "round";
    for (let seat = 0; seat < this.front.lines.length; seat++) {
      context.globalAlpha = 0.28;
      context.fillStyle = this.colours.seats[seat]!;
      context.fill(this.front.pockets[seat]!);
      context.globalAlpha = 0.95;
      context.strokeStyle = this.colours.seats[seat]!;
      context.lineWidth = wide;
      context.stroke(this.front.lines[seat]!);
    }
    context.globalAlpha = 1;
    context.lineCap = "butt";
  }

  private frame(context: CanvasRenderingContext2D, label: string | null, colour: string, width: number): void {
    const hex: HexData | undefined = label ? this.game.grid.byLabel.get(label) : undefined;
    if (!hex) return;
    context.beginPath();
    for (const corner of this.game.grid.corners) context.lineTo(hex.x + corner.x * 0.95, hex.y + corner.y * 0.95);
    context.closePath();
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.stroke();
  }
}
