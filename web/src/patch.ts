/** The changes of a view, laid over the old one. */

import type { View } from "./types";

export function patched(view: View, changes: Record<string, unknown>): View {
  const next: Record<string, unknown> = { ...view };
  for (const [key, value] of Object.entries(changes)) {
    const old = next[key];
    if (Array.isArray(old) && value && !Array.isArray(value) && typeof value === "object") {
      const list = old.slice() as unknown[];
      for (const [index, item] of Object.entries(value)) list[Number(index)] = item;
      next[key] = list;
    } else if (old && value && typeof old === "object" && typeof value === "object" && !Array.isArray(value)) {
      const table = { ...(old as Record<string, unknown>) };
      for (const [name, item] of Object.entries(value)) {
        if (item === null) delete table[name];
        else table[name] = item;
      }
      next[key] = table;
    } else {
      next[key] = value;
    }
  }
  return next as View;
}
