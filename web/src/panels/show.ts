/** Bring a hex into sight; the map listens. */
export function showHex(hex: string): void {
  document.querySelector(".map")?.dispatchEvent(new CustomEvent("show-hex", { detail: hex }));
}
