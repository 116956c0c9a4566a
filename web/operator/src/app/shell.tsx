import { Frame } from '@purser/console-kit/frame';
import { FrameNotice } from '@purser/console-kit/frame-notice';
import { keepToLogin } from '@purser/console-kit/kept-page';
import { useOnePerson } from '@purser/console-kit/one-person';
import { withQueries } from '@purser/console-kit/queries';
import { LogOutButton, Who } from '@purser/console-kit/who';
import type { OutputOf } from '@purser/contract/call';
import type { staffSession } from '@purser/contract/features/staff';
import { type ConfirmingWays, ConfirmingWaysProvider } from '@purser/ui/confirming';
import { formatInstant } from '@purser/ui/instant-text';
import { ErrorState } from '@purser/ui/states';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { OPERATOR_ACCENT } from '../shared/accent.ts';
import { OperatorBrand } from '../shared/brand.tsx';
import { useT } from '../shared/i18n.ts';
import { confirmWithPasskey, knowsPasskeys } from '../shared/passkey.ts';
import { markFailuresSeen, ownSession } from '../shared/session.ts';
import { signedIn, WHO } from '../shared/storage.ts';
import { loadPalette } from './load-palette.tsx';
import { useLogOut } from './log-out.ts';
import { menuOf } from './menu.tsx';
import styles from './shell.module.css';

keepToLogin(signedIn.which);

/** The layout around every page of the menu. */
export default withQueries(Shell);

function Shell({ children }: { readonly children?: ReactNode }) {
  const t = useT();
  const { data, error, isError, isFetching, refetch } = useQuery(ownSession);
  return (
    <Frame
      accent={OPERATOR_ACCENT}
      brand={<OperatorBrand />}
      menu={menuOf(data?.permissions ?? [], t)}
      palette={loadPalette}
      header={<Account />}
      notices={<SignInNotice />}
    >
      {data ? (
        <ConfirmingWaysProvider value={waysOf(data)}>{children ?? <Outlet />}</ConfirmingWaysProvider>
      ) : (
        isError && <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      )}
    </Frame>
  );
}

/** What the member confirms acts with: what they have set up and this browser knows. */
function waysOf({ authenticator, passkeys, factor }: OutputOf<typeof staffSession>): ConfirmingWays {
  const passkey = passkeys > 0 && knowsPasskeys() ? confirmWithPasskey : undefined;
  return { code: !passkey || (authenticator && factor === 'any'), passkey };
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
  const logOut = useLogOut();
  const { data: session } = useQuery(ownSession);
  useOnePerson(WHO, session?.username);
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
