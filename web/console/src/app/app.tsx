import { provideSurroundings } from '@purser/console-kit/client';
import { leavingOnce } from '@purser/console-kit/leave-page';
import { provideSavedViews } from '@purser/console-kit/saved-view/calls';
import { ConsoleApp, type Spoken } from '@purser/console-kit/console-app';
import type { Outcome } from '@purser/contract/outcome';
import { common } from '@purser/contract/outcomes/common';
import { loadCatalogue } from '../shared/i18n.tsx';
import { FIXED_PATHS, PATHS } from '../shared/paths.ts';
import { forget, forgetSession, readStored, store } from '../shared/storage.ts';
import { router } from './router.tsx';

provideSavedViews(async () => (await import('./saved-view-calls.ts')).calls);
provideSurroundings({
  configPath: '/config.json',
  headers: () => {
    const token = readStored('token');
    return { ...(token !== undefined && { Authorization: token }) };
  },
  login: () => readStored('token'),
  onLogin: () => {
    forgetSession();
    leaveFor(PATHS.login, common.unauthenticated, { ended: '1' });
  },
  onMaintenance: () => leaveFor(PATHS.login, undefined),
  onRestricted: (loginIp, why) => {
    if (loginIp === undefined) forget('loginIp');
    else store('loginIp', loginIp);
    if (why === 'address') leaveFor(PATHS.restricted, common.login_ip_refused, {}, loginIp);
    else leaveFor(PATHS.restricted, common.access_restricted, { account: '1' });
  },
});

export function App({ first }: { readonly first: Spoken }) {
  return <ConsoleApp first={first} loadTexts={loadCatalogue} router={router} />;
}

const leave = leavingOnce(router);

/** Leaves the page one is on, for one that says why; from there one comes back to it. */
function leaveFor(
  path: typeof PATHS.login | typeof PATHS.restricted,
  why: Outcome | undefined,
  told: Readonly<Record<string, string>> = {},
  ip?: string,
): void {
  const { pathname, href } = router.state.location;
  if (pathname === path) return;
  const from = FIXED_PATHS.includes(pathname) ? {} : { from: href };
  leave({ to: path, search: { ...from, ...told } }, why, ip);
}
