/** Colours of map and counters, for light and dark; every state also has a shape or a letter. */

export interface Palette {
  paper: string;
  ink: string;
  soft: string;
  terrain: Record<string, string>;
  river: string;
  water: string;
  road: string;
  border: string;
  reach: string;
  target: string;
  select: string;
  supplied: string;
  cut: string;
  german: string;
  soviet: string;
}

const LIGHT: Palette = {
  paper: "#f2ead8",
  ink: "#22201b",
  soft: "#8d8571",
  terrain: {
    clear: "#f0e7d2",
    forest: "#c3d2a6",
    marsh: "#c9d7d6",
    hills: "#ddc9a3",
    lake: "#a9c6dc",
    sea: "#9fc0d9",
  },
  river: "#3f7fb0",
  water: "#7fb0d2",
  road: "#a2362a",
  border: "#7a1f5c",
  reach: "#1f77b4",
  target: "#b3261e",
  select: "#d98200",
  supplied: "#2a7f62",
  cut: "#b3261e",
  german: "#5d6b74",
  soviet: "#b5533c",
};

const DARK: Palette = {
  ...LIGHT,
  paper: "#1d1f1d",
  ink: "#efe9dc",
  soft: "#9a937f",
  terrain: {
    clear: "#3a372e",
    forest: "#34452c",
    marsh: "#33474a",
    hills: "#544730",
    lake: "#24465c",
    sea: "#203f55",
  },
  river: "#6fb1de",
  water: "#33617f",
  reach: "#79b8ec",
  target: "#ff8a80",
  select: "#ffc24d",
  supplied: "#63c6a2",
  cut: "#ff8a80",
};

export function palette(dark: boolean): Palette {
  return dark ? DARK : LIGHT;
}

/** The colours of a nation's counters: ground and ink. The ledgers of the hobby's own colours are followed loosely. */
export const NATIONS: Record<string, { ground: string; ink: string; mech?: { ground: string; ink: string } }> = {
  german: { ground: "#9fb0a6", ink: "#11150f", mech: { ground: "#4c545b", ink: "#ffffff" } },
  romanian: { ground: "#9dbbe0", ink: "#0d1c33" },
  hungarian: { ground: "#e9d77a", ink: "#2a2300" },
  italian: { ground: "#a9cf8e", ink: "#10240a" },
  soviet: { ground: "#dba77c", ink: "#2a1206" },
};
