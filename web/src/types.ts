/** The shapes of what the server sends. docs/protocol.md describes them. */

export interface HexData {
  hex: string;
  x: number;
  y: number;
  terrain: string;
  features: string[];
  regions: string[];
  name: string;
  source: string;
}

export interface Counter {
  unit: string;
  side: string;
  nation: string;
  kind: string;
  size: string;
  mobility: string;
  steps: number;
  factors: string | null;
  moves: number[];
  points: number;
  turn: number;
  entry: string;
  label: string;
  source: string;
  note: string;
}

export interface RuleRow {
  rule: string;
  title: string;
  what: string;
  reading: string;
  kind: string;
}

/** One of the games that a title offers. */
export interface Scenario {
  key: string;
  name: string;
  words: string;
  hours: string;
  first_turn: number;
  last_turn: number;
  /** The region of the map that is played on; empty: all of it. */
  part: string;
  setup: string;
  victory: string;
  /** Options of the title that belong to it. */
  options: Record<string, boolean>;
}

/** Everything about a scenario of a title that no order changes. */
export interface Fixed {
  key: string;
  name: string;
  /** With the scenario, if it is not the one to begin with. */
  full_name: string;
  scenario: Scenario;
  seats: string[];
  flat: boolean;
  hexes: HexData[];
  sides: [string, string, string[]][];
  units: Counter[];
  rules: RuleRow[];
  forms: { form: string; help: string }[];
  steps: { step: string; frame: string; words: string; rule: string }[];
  objectives: Record<string, number>;
  look: Look;
  turns: { turn: number; label: string; words: string[] }[];
}

/** How counters and hexes are to be drawn. */
export interface Look {
  /** The weightiest first. */
  marks: { name: string; letter: string; words: string }[];
  zoc_side: string | null;
  /** By kind: an entity of the symbol standard, perhaps with a word that is drawn into the frame. */
  symbols?: Record<string, string>;
  /** By nation, or by nation with mobility or kind. */
  colours?: Record<string, { ground: string; ink: string }>;
  /** Regions with a weather of their own. */
  weather_zones?: Record<string, string>;
  /** Kinds whose key is an abbreviation, spelt out. */
  kinds?: Record<string, string>;
  hex_marks?: HexMark[];
}

/** A kind of marker that lies on hexes. */
export interface HexMark {
  /** Where the view has them. */
  key: string;
  letter: string;
  words: string;
  ground: string;
  ink: string;
}

/** A unit as a seat sees it now; of a hidden one only its side and its place are told. */
export interface UnitState {
  unit?: string;
  side: string;
  at: string;
  hidden?: boolean;
  kind?: string;
  size?: string;
  steps?: number;
  attack?: number | null;
  defence?: number | null;
  label?: string;
  untried?: boolean;
  in_battle?: boolean;
  marks?: string[];
}

export interface View {
  turn: number;
  step: string;
  units: UnitState[];
  stacks: Record<string, (number | null)[]>;
  control: Record<string, string>;
  /** Where a title has aircraft: those left to each seat. */
  aircraft?: Record<string, number>;
  /** By hex: the number of the seat that holds it. */
  held: number[];
  /** By hex: whether a zone of control reaches it. */
  zoc?: number[];
  /** The units in sight that are out of supply. */
  cut?: number[];
  /** When a seat of one's own wants to be asked for reactions, if not always. */
  standing?: Record<string, string>;
  /** The hexes that it watches. */
  watched?: string[];
  [more: string]: unknown;
}

export interface Outcome {
  /** A seat; empty in a draw. */
  winner: string;
  level: string;
  rule: string;
  turn: number;
}

export interface Prompt {
  seat: string | null;
  decision: string;
  text: string;
  rule: string;
  verbs: string[];
  outcome: Outcome | null;
}

export interface Told {
  kind: string;
  text: string;
  hexes: string[];
  die: number | null;
}

export interface LogEntry {
  n: number;
  seat: string;
  turn: number;
  told: Told[];
  /** What the bot that gave the order says about it, where these eyes may read that. */
  note?: string;
}

export interface Refusal {
  rule: string;
  why: string;
  trouble?: string[];
}

/** Advice of the title before a phase ends. */
export interface Warning {
  rule: string;
  text: string;
}

export interface Cost {
  attacker: number;
  defender: number;
}

export interface Battle {
  n: number;
  turn: number;
  attacker: string;
  hex: string;
  kind: string;
  odds: string;
  column: string | null;
  dice: number[];
  result: string;
  final: string;
  expected: Cost;
  rolled: Cost;
  lost: Cost;
  luck: number;
}

/** Expected against actual, as far as the asker may know it. */
export interface LuckData {
  at: number;
  over: boolean;
  battles: Battle[];
  luck: Record<string, number>;
  dice: Record<string, { rolls: number; average: number | null; faces: number[] }>;
}

export interface Sheet {
  kind: string;
  attack: Record<string, string>;
  defence: Record<string, string>;
  shifts: { name: string; rule: string; columns: number }[];
  modifiers: { name: string; rule: string; pips: number }[];
  columns: Record<string, string>;
  results: Record<string, string>;
  notes: string[];
}

export interface Options {
  moves: Record<string, number>;
  mobile: Record<string, string>;
  assault: Record<string, string | null>;
  refused: Refusal | null;
}

/** The way of a group to a hex, with the MP spent when it is in each hex. */
export interface Way {
  path: string[];
  spent: number[];
}

/** The hexes that a group could reach. */
export interface Reach {
  from: string;
  hexes: Record<string, number>;
}

export interface SupplyRow {
  unit: string;
  side: string;
  at: string;
  in_supply: boolean;
  by: string | null;
  line: string[];
  state?: string;
}

export interface Hello {
  game: string;
  title: string;
  scenario: string;
  seats: string[];
  eyes: string | null;
  bots: Record<string, string>;
  commit: string;
  options: Record<string, boolean>;
  /** Whether everybody may read what bots say about their orders. */
  notes: boolean;
}

export interface TitleInfo {
  key: string;
  name: string;
  seats: string[];
  /** The first is the one to begin with. */
  scenarios: Scenario[];
  options: { name: string; default: boolean; text: string }[];
  /** The bots from the weakest on, each with a line about it. */
  bots: Record<string, string>;
  /** For who has not played it: what it is, how long, how hard, and a side and a bot to begin with. */
  about: { what?: string; lasts?: string; hardness?: string; side?: string; bot?: string };
}

export interface ServerError {
  kind: "refused" | "stale" | "error";
  why: string;
  rule?: string;
  trouble?: string[];
}
