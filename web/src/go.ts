/** To another place of the page without loading it again. */

export function go(game: string, token: string): void {
  goTo(`/g/${game}#${token}`);
}

export function goTo(path: string): void {
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}
