import { queryClient } from '@purser/console-kit/query';
import { readStored } from '../../shared/storage.ts';

/** The login under which everything was fetched. */
let fetchedUnder: string | undefined;

/** Forgets what was fetched under another login. To be called before a page of this one asks for anything. */
export function forgetOthers(): void {
  const token = readStored('token');
  if (fetchedUnder !== undefined && fetchedUnder !== token) queryClient.removeQueries({ type: 'inactive' });
  fetchedUnder = token;
}

/** A page that the browser has kept, and shows again when one goes back to it, has heard nothing of other logins meanwhile: under another one, or none, it begins anew. */
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted || fetchedUnder === readStored('token')) return;
  document.documentElement.hidden = true;
  // What was typed was typed under the login of before: nobody is asked about it.
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  location.reload();
});
