import { keepToLogin } from '@purser/console-kit/kept-page';
import { queryClient } from '@purser/console-kit/query';
import { readStored } from '../../shared/storage.ts';

keepToLogin(() => readStored('token'));

/** The login under which everything was fetched. */
let fetchedUnder: string | undefined;

/** Forgets what was fetched under another login. To be called before a page of this one asks for anything. */
export function forgetOthers(): void {
  const token = readStored('token');
  if (fetchedUnder !== undefined && fetchedUnder !== token) queryClient.removeQueries({ type: 'inactive' });
  fetchedUnder = token;
}
