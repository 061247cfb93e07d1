/** The whole map, small, with the part that is seen; it shows only when there is more than is seen. */

import { useComputed, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { words } from "../words";
import type { MapTable } from "./table";

const HIGH = 150;
/** Below this many times the least scale the map is seen as good as whole. */
const NEAR = 1.6;
/** A screen narrower than this has no room for it. */
const ROOM = 520;

export function MiniMap({ table }: { table: MapTable }) {
  const holder = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLElement>(null);
  const { camera } = table;
  const { box } = table.game.grid;
  const scale = HIGH / (box.bottom - box.top);
  const wide = Math.round((box.right - box.left) * scale);
  const coarse = useComputed(() => {
    void table.moved.value; // found anew whenever the camera has moved
    return table.scene.ground.coarse;
  });
  const shown = useComputed(() => {
    void table.moved.value;
    return camera.scale > camera.least * NEAR && camera.width > ROOM;
  }).value;
  useEffect(() => {
    const context = holder.current?.getContext("2d");
    if (!context || !coarse.value) return;
    context.imageSmoothingQuality = "high";
    context.drawImage(coarse.value, 0, 0, wide, HIGH);
  }, [shown, coarse.value]);
  const follow = (): void => {
    if (!frame.current) return;
    const seen = camera.look();
    const left = Math.max(0, (seen.left - box.left) * scale);
    const top = Math.max(0, (seen.top - box.top) * scale);
    const { style } = frame.current;
    style.transform = `translate(${left}px,${top}px)`;
    style.width = `${Math.min(wide, (seen.right - box.left) * scale) - left}px`;
    style.height = `${Math.min(HIGH, (seen.bottom - box.top) * scale) - top}px`;
  };
  // The frame follows the camera without the page being made anew.
  useSignalEffect(() => {
    void table.moved.value;
    follow();
  });
  useEffect(follow, [shown]);
  if (!shown) return null;
  const go = (event: PointerEvent & { currentTarget: HTMLElement }): void => {
    if (!event.buttons) return;
    const at = event.currentTarget.getBoundingClientRect();
    camera.centre({ x: (event.clientX - at.left) / scale + box.left, y: (event.clientY - at.top) / scale + box.top });
    table.looked();
  };
  return (
    <div
      class="minimap"
      style={`width:${wide}px;height:${HIGH}px`}
      aria-label={words.map.small}
      role="img"
      onPointerDown={go}
      onPointerMove={go}
    >
      <canvas ref={holder} width={wide} height={HIGH} />
      <i ref={frame} />
    </div>
  );
}
