import { beforeEach, describe, expect, it } from "vitest";
import { Camera, LARGEST } from "../src/map/camera";

const box = { left: 0, top: 0, right: 40, bottom: 50 };

describe("camera", () => {
  let camera: Camera;
  beforeEach(() => {
    camera = new Camera(box, 800, 600);
    camera.fit();
  });

  it("fits the whole map", () => {
    expect(camera.scale).toBeCloseTo(12);
    const seen = camera.look();
    expect(seen.top).toBeCloseTo(0);
    expect(seen.bottom).toBeCloseTo(50);
    expect(seen.left).toBeLessThan(0);
  });

  it("goes from map to screen and back", () => {
    camera.zoom(3.3, { x: 111, y: 222 });
    const point = { x: 7.5, y: 31 };
    const back = camera.toMap(camera.toScreen(point));
    expect(back.x).toBeCloseTo(point.x);
    expect(back.y).toBeCloseTo(point.y);
  });

  it("keeps the point under the pointer while zooming", () => {
    const at = { x: 300, y: 250 };
    const before = camera.toMap(at);
    camera.zoom(2, at);
    const after = camera.toMap(at);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });

  it("neither shrinks below the whole map nor grows without end", () => {
    camera.zoom(0.001, { x: 0, y: 0 });
    expect(camera.scale).toBeCloseTo(camera.least);
    camera.zoom(1e6, { x: 0, y: 0 });
    expect(camera.scale).toBe(LARGEST);
  });

  it("does not leave the map", () => {
    camera.pan(1e6, -1e6);
    expect(camera.x).toBe(0);
    expect(camera.y).toBe(50);
  });

  it("shows a part with room around it, and no nearer than is comfortable", () => {
    camera.show({ left: 10, right: 14, top: 10, bottom: 12 });
    const seen = camera.look();
    expect(seen.left).toBeLessThanOrEqual(7);
    expect(seen.right).toBeGreaterThanOrEqual(17);
    camera.show({ left: 10, right: 10, top: 10, bottom: 10 }, 0.1);
    expect(camera.scale).toBeLessThanOrEqual(64);
  });

  it("knows what lies well inside the screen", () => {
    expect(camera.has({ x: 20, y: 25 })).toBe(true);
    expect(camera.has({ x: 20, y: 0.5 })).toBe(false);
  });
});
