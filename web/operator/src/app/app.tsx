import { provideSurroundings } from '@purser/console-kit/client';
import { leavingOnce } from '@purser/console-kit/leave-page';
import { provideSavedViews } from '@purser/console-kit/saved-view/calls';
import { ConsoleApp, type Spoken } from '@purser/console-kit/console-app';
import type { Outcome } from '@purser/contract/outcome';
import { common } from '@purser/contract/outcomes/common';
import { loadCatalogue } from '../shared/i18n.ts';
import { PATHS } from '../shared/paths.ts';
import { signedIn } from '../shared/storage.ts';
import { router } from './router.tsx';

provideSavedViews(async () => (await import('./saved-view-calls.ts')).calls);
provideSurroundings({
  configPath: '/operator/config.json',
  headers: () => ({}),
  login: signedIn.which,
  withCookies: true,
  onLogin: () => {
    const ended = signedIn.get();
    signedIn.clear();
    toSignIn(common.unauthenticated, ended ? { ended: '1' } : {});
  },
  onMaintenance: () => toSignIn(undefined),
  onRestricted: () => toSignIn(common.access_restricted, { restricted: '1' }),
  onNotAllowed: () => void import('../shared/session.ts').then(({ askRoleAnew }) => askRoleAnew()),
});
signedIn.onCleared(() => toSignIn(common.unauthenticated, { ended: '1' }));
router.subscribe('onResolved', ({ toLocation }) => {
  if (toLocation.pathname === PATHS.signIn) void forgetFetched();
});

export function App({ first }: { readonly first: Spoken }) {
  return <ConsoleApp first={first} loadTexts={loadCatalogue} router={router} />;
}

/** Whoever signs in next may be allowed less. Queries come with the first page that needs them. */
async function forgetFetched(): Promise<void> {
  const { queryClient } = await import('@purser/console-kit/query');
  queryClient.clear();
}

const leave = leavingOnce(router);

/** Leaves the page one is on; whoever signs in again comes back to it. */
function toSignIn(why: Outcome | undefined, told: Readonly<Record<string, string>> = {}): void {
  const { pathname, href } = router.state.location;
  if (pathname === PATHS.signIn || pathname === PATHS.setUp) return;
  const from = pathname === PATHS.home ? {} : { from: href };
  leave({ to: PATHS.signIn, search: { ...from, ...told } }, why);
}
