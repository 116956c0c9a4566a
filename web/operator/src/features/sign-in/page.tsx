import { client } from '@purser/console-kit/client';
import { parseSearch } from '@purser/console-kit/search-text';
import { staffLogin } from '@purser/contract/staff-first-pages';
import type { Confirmation } from '@purser/contract/passkey';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { PATHS } from '../../shared/paths.ts';
import { OperatorQuietPage } from '../../shared/quiet-page.tsx';
import { sealPassword } from '../../shared/seal-password.ts';
import { signedIn } from '../../shared/storage.ts';
import { SignInForm, type SignInFields } from './sign-in-form.tsx';
import styles from './sign-in.module.css';
import { useT } from './texts.ts';

/** Signing in: who and the password, then the authenticator's code or a passkey. */
export default function SignInPage() {
  const t = useT();
  const navigate = useNavigate();
  const { from, ended, restricted } = useSearch({ strict: false }) as Partial<Record<'from' | 'ended' | 'restricted', string>>;

  const signIn = async ({ username, password }: SignInFields, confirmation: Confirmation): Promise<void> => {
    const input = { username: username.trim().toLowerCase(), ...(await sealPassword(password)), google_code: confirmation };
    await client.request(staffLogin, input, { quiet: true });
    signedIn.set(input.username);
    await navigate({ ...placeOf(from), replace: true } as never);
  };

  return (
    <OperatorQuietPage title={t('signIn.title')}>
      {restricted !== undefined && <output className={styles.notice}>{t('signIn.restricted')}</output>}
      {ended !== undefined && <output className={styles.notice}>{t('signIn.ended')}</output>}
      <SignInForm onSubmit={signIn} />
    </OperatorQuietPage>
  );
}

/** Where the member was going: always a path within this console, whatever the address says. */
function placeOf(from: string | undefined): { to: string; search?: Record<string, string> } {
  if (from === undefined || !URL.canParse(from, window.location.origin)) return { to: PATHS.home };
  const { pathname, search } = new URL(from, window.location.origin);
  return { to: pathname, search: parseSearch(search) };
}
