/** Colours of the map, for light and dark; every state also has a shape or a letter. */

export interface Palette {
  dark: boolean;
  paper: string;
  ink: string;
  soft: string;
  /** What the ground is multiplied with, so that it does not glare. */
  shade: string | null;
  reach: string;
  target: string;
  select: string;
  ready: string;
  supplied: string;
  strained: string;
  cut: string;
  /** By seat: front line, blocks, control. Told apart by brightness as well as by colour. */
  seats: string[];
  /** Terrains in the order in which a title names them. */
  lands: string[];
  waters: string[];
  weather: Record<string, string>;
}

const LIGHT: Palette = {
  dark: false,
  paper: "#f3ecd9",
  ink: "#22201b",
  soft: "#5d533b",
  shade: null,
  reach: "#0b62a8",
  target: "#a3170f",
  select: "#e07b00",
  ready: "#fff3c4",
  supplied: "#177a6a",
  strained: "#e0a800",
  cut: "#b3261e",
  seats: ["#2f4256", "#c23b22"],
  lands: ["#3f7d2c", "#2f7f95", "#9a6412", "#7a5c8a", "#8a3b3b"],
  waters: ["#2a6fa8", "#1d5f9c"],
  weather: { dry: "#d9a400", mud: "#7a5230", snow: "#5aa2d6", frost: "#3f7fc0" },
};

const DARK: Palette = {
  ...LIGHT,
  dark: true,
  paper: "#1d1f1d",
  ink: "#efe9dc",
  soft: "#3a3426",
  shade: "#a9a59a",
  reach: "#0b62a8",
  select: "#ff9c2b",
};

export function palette(dark: boolean): Palette {
  return dark ? DARK : LIGHT;
}
