import { toast } from '@purser/ui/toast';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useT } from '../../shared/i18n.tsx';
import { Brand } from '@purser/console-kit/brand';
import { QuietPage } from '@purser/console-kit/quiet-page';
import { forget, store } from '../../shared/storage.ts';
import { askForGoogleSecret, logIn, type Credentials } from './api.ts';
import { ClosedNotice } from './closed-notice.tsx';
import { LoginForm } from './login-form.tsx';
import styles from './login.module.css';
import { pageToReturnTo } from '../../shared/return-to.ts';

const BindAuthenticator = lazy(() => import('../../shared/bind-authenticator.tsx'));

interface Binding {
  readonly credentials: Credentials;
  readonly secret: string;
  readonly otpauthUri: string;
}

/** Logging in; whoever does so for the first time binds an authenticator on the way. */
export default function LoginPage() {
  const t = useT();
  const navigate = useNavigate();
  const { from, ended } = useSearch({ strict: false }) as { from?: string; ended?: string };
  const [binding, setBinding] = useState<Binding>();

  // All tabs share one login: whoever logs in in another one goes on here, too.
  useEffect(() => {
    const heard = ({ key, newValue }: StorageEvent): void => {
      if (key === 'token' && newValue !== null) void navigate({ href: pageToReturnTo(from), replace: true } as never);
    };
    addEventListener('storage', heard);
    return () => removeEventListener('storage', heard);
  }, [navigate, from]);

  const attempt = async (credentials: Credentials, code: string | undefined): Promise<void> => {
    const answer = await logIn(credentials, code);
    if ('step' in answer) {
      const { secret, otpauth_uri } = await askForGoogleSecret(credentials);
      setBinding({ credentials, secret, otpauthUri: otpauth_uri });
      return;
    }
    store('token', answer.token);
    forget('loginIp');
    toast.success(t('login.success'));
    await navigate({ href: pageToReturnTo(from), replace: true } as never);
  };

  return (
    <QuietPage title={t('login.title')} brand={<Brand />}>
      {binding ? (
        <Suspense>
          <BindAuthenticator
            lead={t('bind.lead')}
            secret={binding.secret}
            otpauthUri={binding.otpauthUri}
            onCode={(code) => attempt(binding.credentials, code)}
            onBack={() => setBinding(undefined)}
          />
        </Suspense>
      ) : (
        <>
          <ClosedNotice />
          {ended !== undefined && <output className={styles.notice}>{t('login.ended')}</output>}
          <LoginForm onSubmit={attempt} />
        </>
      )}
    </QuietPage>
  );
}
