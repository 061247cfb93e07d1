/**
 * The shapes of all that the server sends and takes. Made by tools/make_types.py from the server's own models: do not
 * change it by hand. Models: 9ce23ecad0b4c423
 */

/**
 * For who has not played a title: what it is, how long, how hard, and a side and a bot to begin with.
 */
export interface About {
  what?: string;
  lasts?: string;
  hardness?: string;
  side?: string;
  bot?: string;
}
export interface AccountLinks {
  game: string;
  play: {
    [k: string]: string;
  };
}
export interface AccountName {
  name: string;
}
/**
 * What may be thrown into a battle besides units, by number.
 */
export interface Addition {
  words: string;
  most: number;
}
/**
 * What may be ordered whoever must decide: when to be asked, which hex to look out for, to give up.
 */
export interface Aside {
  order: string;
  kind: "go" | "battle" | "put" | "pick" | "end" | "stack" | "asking" | "look-out" | "give-up";
  units: string[];
  hex: string | null;
  badge: string;
  pick: string;
  words: string;
  help: string;
  /**
   * Whether it is so already.
   */
  on: boolean;
}
export interface Asides {
  choices: Aside[];
}
/**
 * What may be ordered beside the decision in hand, about a hex or about none.
 */
export interface AskAside {
  ask: "aside";
  hex?: string | null;
}
/**
 * A battle as it is put together: who takes part, where, and with what number of what else may be thrown in.
 */
export interface AskBattle {
  ask: "battle";
  hex: string;
  units?: string[];
  number?: number;
}
/**
 * The legal orders as choices; ``about`` narrows them to units.
 */
export interface AskChoices {
  ask: "choices";
  about?: string[];
  most?: number;
}
/**
 * How a text goes on that is to be an order.
 */
export interface AskComplete {
  ask: "complete";
  text: string;
}
/**
 * Everybody who could take part in a battle.
 */
export interface AskJoiners {
  ask: "joiners";
  hex: string;
  with?: string[];
}
/**
 * The legal orders as text; ``about`` narrows them to units.
 */
export interface AskLegal {
  ask: "legal";
  about?: string[];
  most?: number;
}
/**
 * The log as these eyes saw it, from an order on.
 */
export interface AskLog {
  ask: "log";
  from?: number;
}
/**
 * What some units can do.
 */
export interface AskOptions {
  ask: "options";
  units: string[];
}
/**
 * The view after the first n orders.
 */
export interface AskPast {
  ask: "past";
  n: number;
}
/**
 * The way of a group to a hex; or, with ``way``, what that way costs and why it is refused.
 */
export interface AskPath {
  ask: "path";
  units: string[];
  hex?: string | null;
  way?: string | null;
}
/**
 * The hexes that the units of a hex could reach.
 */
export interface AskRange {
  ask: "range";
  units: string[];
}
/**
 * The phase in hand: who can still act, what ends it, why it may not end yet.
 */
export interface AskReady {
  ask: "ready";
}
/**
 * The battle sheet of an attack.
 */
export interface AskSheet {
  ask: "sheet";
  text: string;
}
/**
 * The supply of every unit in sight.
 */
export interface AskSupply {
  ask: "supply";
}
/**
 * The enemy's attack on a stack.
 */
export interface AskThreat {
  ask: "threat";
  hex: string;
}
/**
 * The view again; over a socket only, which remembers what it has sent.
 */
export interface AskView {
  ask: "view";
}
/**
 * Why an order is refused; or why a click on a hex does nothing while some units are chosen, where ``like`` is an
 * order of the kind that is meant.
 */
export interface AskWhy {
  ask: "why";
  text?: string | null;
  hex?: string | null;
  units?: string[];
  like?: string | null;
}
/**
 * What is asked at a table, and how it is answered there.
 */
export interface Asked {
  seat: string | null;
  decision: string;
  text: string;
  rule: string;
  kind: "phase" | "set-up" | "choice";
  /**
   * The phase in hand in a word or two; empty where the step of the sequence says it.
   */
  heading: string;
  /**
   * Of the orders that answer it.
   */
  kinds: ("go" | "battle" | "put" | "pick" | "end" | "stack" | "asking" | "look-out" | "give-up")[];
  /**
   * Those orders themselves, for programs.
   */
  verbs: string[];
  outcome: OutcomeData | null;
}
/**
 * How a game has come out.
 */
export interface OutcomeData {
  /**
   * A seat; empty in a draw.
   */
  winner: string;
  level: string;
  rule: string;
  turn: number;
}
/**
 * A battle that is being put together.
 */
export interface Battle {
  /**
   * What it is and where.
   */
  words: string;
  /**
   * What begins it; null while nobody takes part.
   */
  order: string | null;
  /**
   * Everybody who could take part.
   */
  joiners: string[];
  addition: Addition | null;
  sheet: SheetData | null;
  refused: RefusalData | null;
}
/**
 * A battle sheet; its strengths, columns and results with the chance of each.
 */
export interface SheetData {
  kind: string;
  attack: {
    [k: string]: string;
  };
  defence: {
    [k: string]: string;
  };
  shifts: ShiftData[];
  modifiers: ModifierData[];
  columns: {
    [k: string]: string;
  };
  results: {
    [k: string]: string;
  };
  notes: string[];
}
/**
 * Columns to the right (+) or left (-).
 */
export interface ShiftData {
  name: string;
  rule: string;
  columns: number;
}
/**
 * Pips that are added to the die (+) or taken from it (-).
 */
export interface ModifierData {
  name: string;
  rule: string;
  pips: number;
}
/**
 * Why something cannot be done: the row of the ledger that forbids it, the reason, what kinds of trouble it is.
 */
export interface RefusalData {
  rule: string;
  why: string;
  trouble?: string[];
}
/**
 * A game from a record.
 */
export interface Brought {
  game: string;
  title: string;
  scenario: string;
  over: boolean;
  orders: number;
  watch: {
    [k: string]: string;
  };
  play: {
    [k: string]: string;
  };
}
/**
 * Something that can be ordered, ready to be shown and to be clicked.
 */
export interface Choice {
  /**
   * What to send.
   */
  order: string;
  /**
   * What the table does with it.
   */
  kind: "go" | "battle" | "put" | "pick" | "end" | "stack" | "asking" | "look-out" | "give-up";
  units: string[];
  /**
   * Where it is clicked; null if not on the map.
   */
  hex: string | null;
  /**
   * Written on the hex: what it costs to go there, the odds of a battle.
   */
  badge: string;
  /**
   * Which of several things it is about, to be chosen before the hex: the type that enters; empty if there is one.
   */
  pick: string;
  /**
   * The order as a sentence.
   */
  words: string;
  /**
   * What the order does or the answer means; those that differ in units and hex alone have it in common.
   */
  help: string;
}
export interface Choices {
  choices: Choice[];
  /**
   * Whether there are more than were asked for.
   */
  more: boolean;
}
export interface Claimed {
  seats: string[];
}
export interface Colours {
  ground: string;
  ink: string;
}
/**
 * What was typed as far as it goes on by itself, and how it could go on.
 */
export interface Completion {
  /**
   * Null if nothing can be added.
   */
  text: string | null;
  hints: string[];
}
/**
 * Steps that a battle costs either side.
 */
export interface Cost {
  attacker: number;
  defender: number;
}
/**
 * A counter as it is printed.
 */
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
export interface DiceData {
  rolls: number;
  average: number | null;
  faces: number[];
}
/**
 * Agree that an order is taken back, or do not.
 */
export interface DoAnswerUndo {
  do: "answer-undo";
  agree?: boolean;
}
/**
 * Ask the opponent to let an order be taken back; a bot always agrees.
 */
export interface DoAskUndo {
  seat?: string | null;
  at?: number | null;
  key?: string;
  do: "ask-undo";
}
/**
 * Hold the bot after its next order, or let it go on.
 */
export interface DoHoldBot {
  do: "hold-bot";
  hold?: boolean;
}
/**
 * See with the eyes of another seat of one's own.
 */
export interface DoLook {
  do: "look";
  seat: string;
}
/**
 * Give an order.
 */
export interface DoOrder {
  seat?: string | null;
  at?: number | null;
  key?: string;
  do: "order";
  text: string;
}
/**
 * Take the last order back.
 */
export interface DoUndo {
  seat?: string | null;
  at?: number | null;
  key?: string;
  do: "undo";
}
/**
 * An order has been carried out, or taken back.
 */
export interface Done {
  at: number;
  prompt: Asked;
}
export interface DoneAnswer {
  at: number;
}
/**
 * What went wrong. ``code`` tells errors apart; the words are for people and may change.
 */
export interface ErrorData {
  kind: "refused" | "stale" | "version" | "error";
  code: string;
  why: string;
  /**
   * The row of the ledger, where the rules forbid it.
   */
  rule?: string;
  trouble?: string[];
}
export interface Failure {
  error: ErrorData;
}
/**
 * Everything about a scenario of a title that no order changes.
 */
export interface Fixed {
  key: string;
  name: string;
  /**
   * With the scenario, if it is not the one to begin with.
   */
  full_name: string;
  scenario: ScenarioData;
  seats: string[];
  flat: boolean;
  hexes: HexData[];
  sides: [string, string, string[]][];
  terrains: {
    [k: string]: TerrainLook;
  };
  units: Counter[];
  rules: RuleRow[];
  forms: FormData[];
  steps: StepData[];
  look: Look;
  turns: TurnData[];
  objectives: {
    [k: string]: number;
  };
  /**
   * The results of the combat table, by their codes.
   */
  results: {
    [k: string]: ResultWords;
  };
  /**
   * How to read the codes, where they can be read.
   */
  results_hint: string;
}
/**
 * One of the games that a title offers.
 */
export interface ScenarioData {
  key: string;
  name: string;
  words: string;
  hours: string;
  first_turn: number;
  last_turn: number;
  /**
   * The region of the map that is played on; empty: all of it.
   */
  part: string;
  setup: string;
  victory: string;
  /**
   * Options of the title that belong to it.
   */
  options: {
    [k: string]: boolean;
  };
}
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
export interface TerrainLook {
  colour: string;
  water: boolean;
}
export interface RuleRow {
  rule: string;
  title: string;
  what: string;
  reading: string;
  kind: string;
}
/**
 * The form of an order, for people.
 */
export interface FormData {
  form: string;
  help: string;
}
/**
 * A step of the sequence of play.
 */
export interface StepData {
  step: string;
  frame: string;
  words: string;
  rule: string;
}
/**
 * How counters and hexes are to be drawn.
 */
export interface Look {
  /**
   * The weightiest first.
   */
  marks: MarkLook[];
  zoc_side: string | null;
  /**
   * By kind: an entity of the symbol standard, perhaps with a word that is drawn into the frame.
   */
  symbols?: {
    [k: string]: string;
  };
  /**
   * By nation, or by nation with mobility or kind.
   */
  colours?: {
    [k: string]: Colours;
  };
  /**
   * Regions with a weather of their own.
   */
  weather_zones?: {
    [k: string]: string;
  };
  /**
   * Kinds whose key is an abbreviation, spelt out.
   */
  kinds?: {
    [k: string]: string;
  };
  hex_marks?: HexMark[];
}
/**
 * A mark in the corner of a counter. What is not said of it is plain.
 */
export interface MarkLook {
  name: string;
  letter: string;
  words: string;
  shape?: "disc" | "square" | "triangle" | "diamond" | "octagon" | "ring";
  colour?: string;
  /**
   * The colour of its letter.
   */
  ink?: string;
  /**
   * Marks that need not be drawn beside it.
   */
  implies?: string[];
  /**
   * False where the factors of the counter tell it already.
   */
  drawn?: boolean;
}
/**
 * A kind of marker that lies on hexes.
 */
export interface HexMark {
  /**
   * Where the view has them.
   */
  key: string;
  letter: string;
  words: string;
  ground: string;
  ink: string;
}
/**
 * A turn of the track, and what it brings.
 */
export interface TurnData {
  turn: number;
  label: string;
  words: string[];
  dates?: string;
}
/**
 * A result of the combat table.
 */
export interface ResultWords {
  /**
   * What stands beside it.
   */
  words: string;
  /**
   * What it does.
   */
  explained: string;
}
/**
 * A battle that was fought, expected against actual.
 */
export interface Fought {
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
/**
 * A game as the bearer of a link sees it.
 */
export interface GameData {
  game: string;
  title: string;
  scenario?: string;
  seats?: string[];
  at?: number;
  needs?: Needs;
  prompt: Asked | null;
  view: View | null;
}
/**
 * What a game needs that cannot be played here.
 */
export interface Needs {
  rules: string;
  why: string;
  record: boolean;
}
/**
 * A position as a seat sees it. Titles add fields of their own.
 */
export interface View {
  turn: number;
  step: string;
  units: UnitState[];
  /**
   * By hex, from the top down; null for a hidden unit.
   */
  stacks: {
    [k: string]: (number | null)[];
  };
  control: {
    [k: string]: string;
  };
  /**
   * By hex: the number of the seat that holds it.
   */
  held: number[];
  /**
   * Where a title has aircraft: those left to each seat.
   */
  aircraft?: {
    [k: string]: number;
  };
  /**
   * By hex: whether a zone of control reaches it.
   */
  zoc?: number[];
  /**
   * The units in sight that are out of supply.
   */
  cut?: number[];
  /**
   * When a seat of one's own wants to be asked for reactions, if not always.
   */
  standing?: {
    [k: string]: string;
  };
  /**
   * The hexes that it watches.
   */
  watched?: string[];
  [k: string]: unknown;
}
/**
 * A unit as a seat sees it now; of a hidden one only its side and its place are told.
 */
export interface UnitState {
  side: string;
  at: string;
  unit?: string;
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
  [k: string]: unknown;
}
export interface GameOfMine {
  game: string;
  title: string;
  scenario: string;
  name: string;
  seats: string[];
  turn: number;
  setting_up: boolean;
  /**
   * The seat that must decide.
   */
  asked: string | null;
  yours: boolean;
  over: boolean;
  touched: number;
}
/**
 * A way that was given, or the cheapest to a hex, judged as an order to move is.
 */
export interface GivenWay {
  path: string[];
  spent: number[];
  units: string[];
  refused: RefusalData | null;
}
/**
 * The first message of the server, and again whenever it has loaded the game anew.
 */
export interface Greeting {
  hello: Hello;
  at: number;
  orders: number;
  view: View;
  prompt: Asked;
}
/**
 * Who sits here, and at which game.
 */
export interface Hello {
  game: string;
  title: string;
  scenario: string;
  seats: string[];
  eyes: string | null;
  bots: {
    [k: string]: string;
  };
  commit: string;
  options: {
    [k: string]: boolean;
  };
  /**
   * Whether everybody may read what bots say about their orders.
   */
  notes: boolean;
}
export interface HoldAnswer {
  held: boolean;
}
export interface Joiners {
  units: string[];
}
/**
 * Legal orders as text.
 */
export interface Legal {
  orders: string[];
  more: boolean;
}
export interface LogAnswer {
  log: LogEntry[];
}
/**
 * An order and what came of it.
 */
export interface LogEntry {
  n: number;
  seat: string;
  turn: number;
  told: ToldData[];
  /**
   * What the bot that gave the order says about it, where these eyes may read that.
   */
  note?: string;
}
/**
 * One thing that happened.
 */
export interface ToldData {
  /**
   * The title's own name for it.
   */
  kind: string;
  text: string;
  hexes: string[];
  die: number | null;
  /**
   * What a table makes of it.
   */
  sign: ("turn" | "phase" | "march" | "battle" | "result" | "battle-over") | null;
  /**
   * Of a phase its heading, of a result its code; else empty.
   */
  about: string;
}
export interface LookAnswer {
  at: number;
  view: View;
  prompt: Asked;
  eyes: string;
}
export interface LossData {
  turn: number;
  seat: string;
  kind: string;
  steps: number;
}
/**
 * Expected against actual, as far as the asker may know it.
 */
export interface LuckData {
  at: number;
  over: boolean;
  battles: Fought[];
  luck: {
    [k: string]: number;
  };
  dice: {
    [k: string]: DiceData;
  };
  other_dice: {
    [k: string]: DiceData;
  };
  losses: LossData[];
}
/**
 * An account's games, those that wait for it first.
 */
export interface Mine {
  name: string;
  games: GameOfMine[];
}
/**
 * A new game and its links, told now and never again.
 */
export interface NewLinks {
  game: string;
  play: {
    [k: string]: string;
  };
  watch: {
    [k: string]: string;
  };
}
export interface NoteData {
  id: number;
  seat: string;
  n: number;
  text: string;
  bookmark: boolean;
}
export interface NotesData {
  notes: NoteData[];
}
/**
 * Where a seat is told of its turn.
 */
export interface NoticeData {
  seat: string;
  webhook: string;
  mail: string;
  can_mail: boolean;
}
export interface OptionData {
  name: string;
  default: boolean;
  text: string;
}
/**
 * What some units can do now.
 */
export interface Options {
  choices: Choice[];
  /**
   * Why they can do nothing of what the phase is for.
   */
  refused: RefusalData | null;
}
export interface PastAnswer {
  n: number;
  view: View;
}
/**
 * The hexes that a group could reach, with what it would have spent in each.
 */
export interface Reach {
  from: string;
  units: string[];
  refused: RefusalData | null;
  hexes: {
    [k: string]: number;
  };
}
/**
 * A phase or a set-up in hand.
 */
export interface Ready {
  /**
   * Those that it can be about: who can still act, or is to be placed.
   */
  units: string[];
  /**
   * What can be ordered without a unit and a hex.
   */
  choices: Choice[];
  /**
   * The order that ends it.
   */
  end: Choice | null;
  /**
   * Why it may not end yet.
   */
  refused: RefusalData | null;
  warnings: Warned[];
}
/**
 * Advice of the title before a phase ends.
 */
export interface Warned {
  rule: string;
  text: string;
}
export interface SharedLink {
  position: string;
  title: string;
  link: string;
}
/**
 * A position with everything that a page needs to draw it.
 */
export interface SharedPosition {
  position: string;
  title: string;
  text: string;
  fixed: Fixed;
  view: View;
  prompt: Asked;
}
export interface Sheet {
  sheet: SheetData | null;
  refused: RefusalData | null;
}
/**
 * What happened after an order, by phases.
 */
export interface Since {
  from: number;
  orders: number;
  at: number;
  groups: SinceGroup[];
}
export interface SinceGroup {
  turn: number;
  phase: string;
  entries: SinceEntry[];
}
export interface SinceEntry {
  n: number;
  seat: string;
  told: ToldData[];
}
export interface Supply {
  supply: SupplyRow[];
}
/**
 * The supply of a unit: by a line or by the hex itself, and the shortest line.
 */
export interface SupplyRow {
  unit: string;
  side: string;
  at: string;
  in_supply: boolean;
  /**
   * In supply, but not as it should be.
   */
  strained: boolean;
  by: string | null;
  /**
   * The title's word for it.
   */
  state: string;
  line: string[];
}
export interface Threat {
  sheet: SheetData | null;
}
/**
 * A title in the lobby.
 */
export interface TitleInfo {
  key: string;
  name: string;
  seats: string[];
  /**
   * The first is the one to begin with.
   */
  scenarios: ScenarioData[];
  about: About;
  options: OptionData[];
  /**
   * The bots from the weakest on, each with a line about it.
   */
  bots: {
    [k: string]: string;
  };
}
/**
 * Either the opponent has been asked, or nobody had to be.
 */
export interface UndoAnswer {
  asked?: true;
  at?: number;
}
export interface UndoNews {
  tell: "undo asked" | "undo declined";
  seat: string;
}
/**
 * What an order has changed.
 */
export interface Update {
  tell: "update";
  at: number;
  /**
   * Of lists and tables the entries that are new, by index or key; null for those that are gone.
   */
  changes: {
    [k: string]: unknown;
  };
  prompt: Asked;
  entry: LogEntry | null;
  undone: boolean;
}
export interface ViewAnswer {
  at: number;
  view: View;
  prompt: Asked;
}
/**
 * The way of a group to a hex, with what it has spent when it is in each hex.
 */
export interface Way {
  path: string[];
  spent: number[];
}
export interface Why {
  refused: RefusalData | null;
}
export interface Questions {
  legal: AskLegal;
  choices: AskChoices;
  ready: AskReady;
  options: AskOptions;
  aside: AskAside;
  complete: AskComplete;
  why: AskWhy;
  battle: AskBattle;
  joiners: AskJoiners;
  sheet: AskSheet;
  threat: AskThreat;
  path: AskPath;
  range: AskRange;
  supply: AskSupply;
  log: AskLog;
  past: AskPast;
  view: AskView;
}
export interface Actions {
  order: DoOrder;
  undo: DoUndo;
  "ask-undo": DoAskUndo;
  "answer-undo": DoAnswerUndo;
  look: DoLook;
  "hold-bot": DoHoldBot;
}
export interface Answers {
  legal: Legal;
  choices: Choices;
  ready: Ready;
  options: Options;
  aside: Asides;
  complete: Completion;
  why: Why;
  battle: Battle;
  joiners: Joiners;
  sheet: Sheet;
  threat: Threat;
  path: Way | GivenWay;
  range: Reach;
  supply: Supply;
  log: LogAnswer;
  past: PastAnswer;
  view: ViewAnswer;
}
export interface Outcomes {
  order: DoneAnswer;
  undo: DoneAnswer;
  "ask-undo": UndoAnswer;
  "answer-undo": DoneAnswer;
  look: LookAnswer;
  "hold-bot": HoldAnswer;
}
