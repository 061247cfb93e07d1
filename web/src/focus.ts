/** A ref that takes the focus when its element appears. Browsers heed `autofocus` only when the page loads. */
export function takesFocus(element: HTMLElement | null): void {
  element?.focus();
}

let byKeyboard = false;
addEventListener("keydown", () => (byKeyboard = true), true);
addEventListener("pointerdown", () => (byKeyboard = false), true);

/** A button that answers a question goes away with it: who plays by keyboard then stands before the next question. */
export function keepFocus(selector: string): void {
  requestAnimationFrame(() => {
    if (byKeyboard && document.activeElement === document.body) document.querySelector<HTMLElement>(selector)?.focus();
  });
}
