import { decimalText } from '@purser/contract/amount-text';
import { plainRate, USDT } from '@purser/contract/exchange';
import type { PageOf } from '@purser/contract/payer-pages';
import type { termsPage } from '@purser/contract/wallet-pages';
import button from '../../shared/button.module.css';
import { usePage } from '../../shared/context.tsx';
import { Money } from '../../shared/money.tsx';
import { Notice } from '../../shared/notice.tsx';
import type { PageView } from '../../shared/page.ts';
import { Card, Shell } from '../../shared/shell.tsx';
import styles from './terms.module.css';
import wallet from './wallet.module.css';

type TermsPage = PageOf<typeof termsPage>;
type Coin = TermsPage['coins'][number];

/** The fees and limits that hold for the wallet user, coin by coin. */
function Terms({ page: { kind, coins } }: { page: TermsPage }) {
  const { t } = usePage();
  return (
    <Shell>
      <div className={wallet.head}>
        <h1>{t('terms_title')}</h1>
        <p>{t('terms_lead')}</p>
      </div>
      <Card>
        <dl className={styles.facts}>
          <div>
            <dt>{t('terms_kind')}</dt>
            <dd>
              <strong>{t(`terms_kind_${kind}`)}</strong>
            </dd>
          </div>
        </dl>
      </Card>
      {coins.length === 0 && <Notice kind="advice">{t('terms_none')}</Notice>}
      {coins.map((coin) => (
        <CoinTerms key={coin.coin_name} coin={coin} />
      ))}
      <p className={wallet.back}>
        <a className={button.quiet} href="/wallet">
          {t('go_back')}
        </a>
      </p>
    </Shell>
  );
}

function CoinTerms({ coin }: { coin: Coin }) {
  const { t } = usePage();
  const { coin_name } = coin;
  return (
    <Card>
      <h2 className={wallet.flat}>{coin_name}</h2>
      <Group title={t('usdt_in_title')} fee={coin.usdt_recharge_fee_rate} limits={[[t('terms_least'), coin.usdt_recharge_minimum, USDT]]} />
      <Group
        title={t('usdt_out_title')}
        fee={coin.usdt_withdrawal_fee_rate}
        limits={[
          [t('terms_least'), coin.usdt_withdrawal_minimum, USDT],
          [t('terms_most'), coin.usdt_withdrawal_maximum, USDT],
          [t('terms_day'), coin.usdt_withdrawal_day_maximum, USDT],
          [t('terms_left'), coin.usdt_withdrawal_day_left, USDT],
        ]}
      />
      <Group
        title={t('bank_withdraw')}
        fee={coin.fiat_withdrawal_fee_rate}
        limits={[[t('terms_least'), coin.fiat_withdrawal_minimum, coin_name]]}
      />
    </Card>
  );
}

interface GroupProps {
  readonly title: string;
  readonly fee: string;
  readonly limits: readonly (readonly [label: string, amount: string, coin: string])[];
}

function Group({ title, fee, limits }: GroupProps) {
  const reader = usePage();
  const { t } = reader;
  return (
    <section className={styles.group}>
      <h3>{title}</h3>
      <dl className={styles.facts}>
        <div>
          <dt>{t('terms_fee')}</dt>
          <dd>{`${decimalText(fee, reader)}%`}</dd>
        </div>
        {limits.map(([label, amount, coin]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Money amount={coin === USDT ? plainRate(amount) : amount} coin={coin} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export const terms: PageView<typeof termsPage> = { Component: Terms, title: (_page, t) => t('terms_title') };
