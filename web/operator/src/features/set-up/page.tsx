import { CallRefused } from '@purser/client/transport';
import { client } from '@purser/console-kit/client';
import { withQueries } from '@purser/console-kit/queries';
import { quietQuery } from '@purser/console-kit/query';
import styles from '@purser/console-kit/plain.module.css';
import { staffSetUp, staffSetUpLook, staffSetUpPasskey } from '@purser/contract/features/staff-auth';
import { ErrorState } from '@purser/ui/states';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { makePasskey } from '../../shared/passkey.ts';
import { PATHS } from '../../shared/paths.ts';
import { OperatorQuietPage } from '../../shared/quiet-page.tsx';
import { sealPassword } from '../../shared/seal-password.ts';
import { signedIn } from '../../shared/storage.ts';
import type { SetUpFields } from './rules.ts';
import { type SecondFactor, SetUpForm } from './set-up-form.tsx';
import { useT } from './texts.ts';

/** Setting up an account by a one-time link, whose token stands behind the `#` and so is sent to nobody who does not ask for it. */
export default withQueries(SetUpPage);

function SetUpPage() {
  const t = useT();
  const navigate = useNavigate();
  const { hash } = useLocation();
  // The address has no token any more while one is led on.
  const [token] = useState(hash);
  // Each look offers another authenticator: while the page is there, what it shows stays.
  const { data: link, error, isFetching, refetch } = useQuery({ ...quietQuery(staffSetUpLook, { token }, []), staleTime: Infinity });

  const setUp = async ({ name, username, password, code }: SetUpFields, factor: SecondFactor): Promise<void> => {
    const chosenName = link?.kind === 'first' ? { username: username.trim() } : {};
    const chosen = link?.kind === 'first' ? { ...chosenName, name: name.trim() } : {};
    const second =
      factor === 'authenticator'
        ? { google_code: code, ...(link && { secret_token: link.secret_token }) }
        : {
            passkey: await makePasskey(
              await client.request(staffSetUpPasskey, { token, ...chosenName }, { quiet: true }),
              t('setUp.passkeyName'),
            ),
          };
    await client.request(staffSetUp, { token, ...chosen, ...(await sealPassword(password)), ...second }, { quiet: true });
    signedIn.set(link?.username ?? username.trim());
    toast.success(t('setUp.done'));
    await navigate({ to: PATHS.home, replace: true } as never);
  };

  return (
    <OperatorQuietPage title={t('setUp.title')}>
      {link ? (
        <SetUpForm link={link} onSubmit={setUp} />
      ) : error instanceof CallRefused ? (
        <Refused reason={error.message} />
      ) : (
        error && <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      )}
    </OperatorQuietPage>
  );
}

function Refused({ reason }: { readonly reason: string }) {
  const t = useT();
  return (
    <div className={styles.form}>
      <h1>{t('setUp.refusedTitle')}</h1>
      <p>{reason}</p>
      <p className={styles.hint}>{t('setUp.refusedHint')}</p>
      <Link to={PATHS.signIn} className={styles.primary}>
        {t('setUp.toSignIn')}
      </Link>
    </div>
  );
}
