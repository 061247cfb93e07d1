/** Where the page begins: the lobby, or a game by its link. */

import { signal } from "@preact/signals";
import { render } from "preact";
import { Game } from "./game";
import { Lobby } from "./lobby";
import { RequestError } from "./net";
import { Table } from "./Table";
import "./styles.css";
import "./theme";
import { words } from "./words";

const game = signal<Game | null>(null);
const trouble = signal<string | null>(null);

async function route(): Promise<void> {
  const found = /^\/([gp])\/([\w-]+)$/.exec(location.pathname);
  game.value?.socket.close();
  game.value = null;
  trouble.value = null;
  if (!found) return;
  try {
    game.value =
      found[1] === "g" ? await Game.open(found[2]!, location.hash.slice(1)) : await Game.openPosition(found[2]!);
  } catch (error) {
    trouble.value = error instanceof RequestError ? error.message : String(error);
  }
}

function App() {
  if (trouble.value) {
    return (
      <main class="lobby">
        <p role="alert">{trouble.value}</p>
        <a href="/">{words.toLobby}</a>
      </main>
    );
  }
  if (game.value) return <Table game={game.value} />;
  if (/^\/[gp]\//.test(location.pathname)) return <p class="waiting">{words.loading}</p>;
  return <Lobby />;
}

addEventListener("popstate", () => void route());
addEventListener("hashchange", () => void route());
void route();
render(<App />, document.getElementById("app")!);
