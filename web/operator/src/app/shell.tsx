import { Frame } from '@purser/console-kit/frame';
import { FrameNotice } from '@purser/console-kit/frame-notice';
import type { MenuGroup } from '@purser/console-kit/menu-list';
import { LogOutButton, Who } from '@purser/console-kit/who';
import type { OutputOf } from '@purser/contract/call';
import type { staffSession } from '@purser/contract/features/staff';
import type { Permission } from '@purser/contract/staff';
import { type ConfirmingWays, ConfirmingWaysProvider } from '@purser/ui/confirming';
import { formatInstant } from '@purser/ui/instant-text';
import { ErrorState } from '@purser/ui/states';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { OPERATOR_ACCENT } from '../shared/accent.ts';
import { OperatorBrand } from '../shared/brand.tsx';
import { useT, type T } from '../shared/i18n.ts';
import { confirmWithPasskey, knowsPasskeys } from '../shared/passkey.ts';
import { PATHS } from '../shared/paths.ts';
import { endSession, markFailuresSeen, ownSession } from '../shared/session.ts';
import { permittedGroups } from './pages.tsx';
import styles from './shell.module.css';

/** The layout around every page of the menu. */
export default function Shell({ children }: { readonly children?: ReactNode }) {
  const t = useT();
  const { data, isError, isFetching, refetch } = useQuery(ownSession);
  return (
    <Frame
      accent={OPERATOR_ACCENT}
      brand={<OperatorBrand />}
      menu={menuOf(data?.permissions ?? [], t)}
      header={<Account />}
      notices={<SignInNotice />}
    >
      {data ? (
        <ConfirmingWaysProvider value={waysOf(data)}>{children ?? <Outlet />}</ConfirmingWaysProvider>
      ) : (
        isError && <ErrorState onRetry={() => void refetch()} busy={isFetching} />
      )}
    </Frame>
  );
}

/** What the member confirms acts with: what they have set up and this browser knows. */
function waysOf({ authenticator, passkeys, factor }: OutputOf<typeof staffSession>): ConfirmingWays {
  const passkey = passkeys > 0 && knowsPasskeys() ? confirmWithPasskey : undefined;
  return { code: !passkey || (authenticator && factor === 'any'), passkey };
}

/** What the role may use; the rest is not shown. */
function menuOf(permissions: readonly Permission[], t: T): MenuGroup[] {
  return permittedGroups(permissions).map(({ id, title, pages }) => ({
    id,
    name: t(title),
    entries: pages.map(({ path, search, title, icon, badge: Badge, below = [] }) => ({
      path,
      search,
      name: t(title),
      icon,
      badge: Badge && <Badge />,
      isAbove: (pathname: string) => below.some((page) => fits(page.path, pathname)),
    })),
  }));
}

/** Whether an address is of a page's path; where the path says `$id`, the address has anything but a slash. */
function fits(path: string, address: string): boolean {
  const [known, given] = [path, address].map((text) => text.split('/'));
  return known?.length === given?.length && (known ?? []).every((part, index) => part.startsWith('$') || part === given?.[index]);
}

/** Tells of failed sign-ins and wrong codes, at every sign-in until the member has seen it. */
function SignInNotice() {
  const t = useT();
  const { data } = useQuery(ownSession);
  if (!data?.sign_in_failures) return null;
  const { count, address, time } = data.sign_in_failures;
  const seen = (): void => {
    markFailuresSeen().catch(() => {
      // It is told again, which does no harm.
    });
  };
  return (
    <FrameNotice tone="warning" act={{ text: t('shell.signInFailuresSeen'), onAct: seen }}>
      {t('shell.signInFailures', { count, address, time: formatInstant(time) })}
    </FrameNotice>
  );
}

/** The member of staff who is signed in, with their role, and the way out. */
function Account() {
  const t = useT();
  const navigate = useNavigate();
  const { data: session } = useQuery(ownSession);
  const logOut = (): void => {
    endSession()
      .catch(() => toast.warning(t('failure.network')))
      .finally(() => void navigate({ to: PATHS.signIn, replace: true } as never));
  };
  return (
    <Who name={session?.name} mark={session && <span className={styles.role}>{t(`role.${session.role}`)}</span>}>
      {session && (
        <dl>
          <dt>{t('shell.account')}</dt>
          <dd>{session.username}</dd>
          <dt>{t('shell.role')}</dt>
          <dd>{t(`role.${session.role}`)}</dd>
          <dt>{t('shell.lastLogin')}</dt>
          <dd>
            {formatInstant(session.login_time)}
            <br />
            {session.login_ip}
          </dd>
        </dl>
      )}
      <LogOutButton onLogOut={logOut} />
    </Who>
  );
}
