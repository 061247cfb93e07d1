/** What the browser remembers by itself: games, what was seen, and how one likes the table. Nothing of it is sent. */

export interface KeptGame {
  game: string;
  title: string;
  name: string;
  token: string;
  seats: string[];
  when: number;
}

const MOST_GAMES = 30;

export function kept<T>(key: string, fallback: T): T {
  try {
    const found = localStorage.getItem(`steppe.${key}`);
    return found === null ? fallback : (JSON.parse(found) as T);
  } catch {
    return fallback; // a browser may forbid storage
  }
}

export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(`steppe.${key}`, JSON.stringify(value));
  } catch {
    // Then it is forgotten; nothing depends on it.
  }
}

export function keptGames(): KeptGame[] {
  return kept<KeptGame[]>("games", []);
}

export function keepGame(game: KeptGame): void {
  const others = keptGames().filter((g) => g.game !== game.game || g.token !== game.token);
  keep("games", [game, ...others].slice(0, MOST_GAMES));
}

export function forgetGame(game: string, token: string): void {
  keep(
    "games",
    keptGames().filter((g) => g.game !== game || g.token !== token),
  );
}
