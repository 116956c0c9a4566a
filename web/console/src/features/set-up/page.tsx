import type { CallRefused } from '@purser/client/transport';
import { Brand } from '@purser/console-kit/brand';
import { withQueries } from '@purser/console-kit/queries';
import { QuietPage } from '@purser/console-kit/quiet-page';
import { ErrorState } from '@purser/ui/states';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import BindAuthenticator from '../../shared/bind-authenticator.tsx';
import { refusalProblems } from '../../shared/login-failure.ts';
import { PATHS } from '../../shared/paths.ts';
import { forgetSession, store } from '../../shared/storage.ts';
import { linkOf, setUp } from './api.ts';
import { PasswordForm } from './password-form.tsx';
import { isAboutLink, Refused } from './refused.tsx';
import type { NewPassword, PasswordProblems } from './rules.ts';
import { useT } from './texts.ts';

/** Setting an account up by a one-time link, whose token stands behind the `#` and so is sent to nobody who does not ask for it. */
export default withQueries(SetUpPage);

function SetUpPage() {
  const t = useT();
  const navigate = useNavigate();
  const { hash } = useLocation();
  // The address has no token any more while one is led on.
  const [token] = useState(hash);
  const { data: link, error, isFetching, refetch } = useQuery(linkOf(token));
  const [typed, setTyped] = useState<NewPassword>({ password: '', again: '' });
  const [step, setStep] = useState<'password' | 'authenticator'>('password');
  const [refused, setRefused] = useState<PasswordProblems>({});
  const [ended, setEnded] = useState<CallRefused>();

  const finish = async (secret_token: string, google_code: string): Promise<void> => {
    try {
      const session = await setUp(token, { password: typed.password, secret_token, google_code });
      // Whoever was logged in here before is not any more.
      forgetSession();
      store('token', session);
      toast.success(t('setUp.done'));
      await navigate({ to: PATHS.dashboard, replace: true } as never);
    } catch (failure) {
      const { password } = refusalProblems(failure);
      if (isAboutLink(failure)) setEnded(failure);
      else if (password !== undefined) {
        setRefused({ password });
        setStep('password');
      } else throw failure;
    }
  };

  const refusal = ended ?? (isAboutLink(error) ? error : undefined);
  return (
    <QuietPage title={t('setUp.title')} brand={<Brand />}>
      {refusal ? (
        <Refused refusal={refusal} />
      ) : link === undefined ? (
        error && <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : step === 'password' ? (
        <PasswordForm
          username={link.username}
          lead={t('setUp.lead', { name: link.name, username: link.username })}
          typed={typed}
          refused={refused}
          onChange={setTyped}
          onContinue={() => setStep('authenticator')}
        />
      ) : (
        <BindAuthenticator
          lead={t('setUp.authenticatorLead')}
          secret={link.secret}
          otpauthUri={link.otpauth_uri}
          onCode={(code) => finish(link.secret_token, code)}
          onBack={() => setStep('password')}
        />
      )}
    </QuietPage>
  );
}
