/**
 * Lets a page that the browser has kept and shows again, as by its button back, begin anew where it was left under another login: whoever has logged out
 * meanwhile is shown nothing of it, and whoever has logged in nothing of somebody else's.
 */
export function keepToLogin(login: () => string | undefined): void {
  let left: string | undefined;
  addEventListener('pagehide', () => {
    left = login();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || login() === left) return;
    document.documentElement.hidden = true;
    // What was typed was typed under the login of before: nobody is asked about it.
    addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
    location.reload();
  });
}
