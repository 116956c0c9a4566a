import type { PageOf, walletLoginPage } from '@purser/contract/payer-pages';
import { usePage } from '../../shared/context.tsx';
import { leaveFor } from '../../shared/leave-for.ts';
import { LoginForm } from '../../shared/login-form.tsx';
import { Notice } from '../../shared/notice.tsx';
import type { PageView } from '../../shared/page.ts';
import { Card, Shell } from '../../shared/shell.tsx';
import styles from './wallet.module.css';

function WalletLogin({ page }: { page: PageOf<typeof walletLoginPage> }) {
  const { t } = usePage();
  const suffix = page.next === '/wallet' ? '' : `&next=${encodeURIComponent(page.next)}`;
  return (
    <Shell>
      <Card>
        <div className={styles.lead}>
          <h1>{t('login_title')}</h1>
          <p>{t('wallet_login_lead')}</p>
        </div>
        {page.recovered && <Notice kind="success">{t('recovered')}</Notice>}
        <LoginForm
          action="/wallet/login"
          kindHref={(kind) => `/wallet?kind=${kind}${suffix}`}
          draft={page.recovered ? { ...page.login, session_ended: false } : page.login}
          refusal={page.problem}
          next={page.next}
          onSignedIn={() => leaveFor(page.next)}
        />
      </Card>
    </Shell>
  );
}

export const walletLogin: PageView<typeof walletLoginPage> = {
  Component: WalletLogin,
  rests: () => true,
  title: (_page, t) => t('login_title'),
};
