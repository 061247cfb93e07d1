/** The whole map, small, with the part that is seen; it shows only when there is more than is seen. */

import { useEffect, useRef } from "preact/hooks";
import { words } from "../words";
import type { MapTable } from "./table";

const HIGH = 150;
/** The map is small enough to be seen whole below this many times the least scale. */
const NEAR = 1.6;

export function MiniMap({ table }: { table: MapTable }) {
  const holder = useRef<HTMLCanvasElement>(null);
  const { box } = table.game.grid;
  const scale = HIGH / (box.bottom - box.top);
  const wide = Math.round((box.right - box.left) * scale);
  void table.moved.value;
  const { camera } = table;
  const shown = camera.scale > camera.least * NEAR && camera.width > 520;
  useEffect(() => {
    const { coarse } = table.scene.ground;
    const context = holder.current?.getContext("2d");
    if (!context || !coarse) return;
    context.imageSmoothingQuality = "high";
    context.drawImage(coarse, 0, 0, wide, HIGH);
  }, [shown, table.scene.ground.coarse]);
  if (!shown) return null;
  const seen = camera.look();
  const left = Math.max(0, (seen.left - box.left) * scale);
  const top = Math.max(0, (seen.top - box.top) * scale);
  const right = Math.min(wide, (seen.right - box.left) * scale);
  const bottom = Math.min(HIGH, (seen.bottom - box.top) * scale);
  const go = (event: PointerEvent & { currentTarget: HTMLElement }): void => {
    if (!event.buttons) return;
    const at = event.currentTarget.getBoundingClientRect();
    camera.centre({ x: (event.clientX - at.left) / scale + box.left, y: (event.clientY - at.top) / scale + box.top });
    table.looked();
  };
  return (
    <div class="minimap" style={`width:${wide}px;height:${HIGH}px`} aria-label={words.map.small} role="img" onPointerDown={go} onPointerMove={go}>
      <canvas ref={holder} width={wide} height={HIGH} />
      <i style={`transform:translate(${left}px,${top}px);width:${right - left}px;height:${bottom - top}px`} />
    </div>
  );
}
