import type { PageOf, registerPage } from '@purser/contract/payer-pages';
import { referralCodeOf, shownReferralCode } from '@purser/contract/referral';
import button from '../../shared/button.module.css';
import { usePage } from '../../shared/context.tsx';
import { Notice } from '../../shared/notice.tsx';
import type { PageView } from '../../shared/page.ts';
import { Card, Shell } from '../../shared/shell.tsx';
import { AddressForm } from './address-form.tsx';
import styles from './wallet.module.css';

/** Opening a wallet, first step: the address that a code is sent to. */
function Register({ page: { draft, username, referral_code, next, problem } }: { page: PageOf<typeof registerPage> }) {
  const { t } = usePage();
  const code = referralCodeOf(referral_code);
  return (
    <Shell>
      <Card>
        <div className={styles.lead}>
          <h1>{t('register_title')}</h1>
          <p>{draft ? t('register_lead') : t('register_closed')}</p>
          {code !== undefined && draft && <p>{t('referral_invited', { code: shownReferralCode(code) })}</p>}
        </div>
        {draft ? (
          <AddressForm
            here="/wallet/register"
            title={t('register_title')}
            draft={draft}
            username={username}
            referralCode={referral_code}
            next={next}
            problem={problem}
          />
        ) : (
          problem && <Notice kind="problem">{problem.detail}</Notice>
        )}
        <p className={styles.back}>
          <a className={button.quiet} href={`/wallet?next=${encodeURIComponent(next)}`}>
            {t('have_a_wallet')}
          </a>
        </p>
      </Card>
    </Shell>
  );
}

export const register: PageView<typeof registerPage> = { Component: Register, title: (_page, t) => t('register_title') };
