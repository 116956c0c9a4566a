import type { PageOf, WalletOverview, walletPage, WalletRecords } from '@purser/contract/payer-pages';
import button from '../../shared/button.module.css';
import { usePage } from '../../shared/context.tsx';
import { LocalTime } from '../../shared/local-time.tsx';
import { Money } from '../../shared/money.tsx';
import { Notice } from '../../shared/notice.tsx';
import type { PageView } from '../../shared/page.ts';
import { Card, Shell } from '../../shared/shell.tsx';
import styles from './wallet.module.css';

type WalletPage = PageOf<typeof walletPage>;

/** The wallet: what is there, what happened, and the payment password. */
function Wallet({ page }: { page: WalletPage }) {
  const { t } = usePage();
  const { overview } = page;
  return (
    <Shell
      width="wide"
      aside={
        <form method="post" action="/wallet/logout">
          <button className={button.link}>{t('log_out')}</button>
        </form>
      }
    >
      <div className={styles.head}>
        <h1>{t('wallet_title')}</h1>
        <p>{`${overview.nick} · ${overview.user_id}`}</p>
      </div>
      {page.problem && <Notice kind="problem">{page.problem.detail}</Notice>}
      {page.password_saved && <Notice kind="success">{t('password_saved')}</Notice>}
      <Balances balances={overview.balances} />
      <Card>
        <div className={styles.row}>
          <p className={styles.flat}>{overview.has_payment_password ? t('password_is_set') : t('password_is_not_set')}</p>
          <a className={overview.has_payment_password ? button.link : button.primary} href="/wallet/payment-password">
            {overview.has_payment_password ? t('change_payment_password') : t('set_payment_password')}
          </a>
        </div>
      </Card>
      <Records page={page} />
    </Shell>
  );
}

function Balances({ balances }: { balances: WalletOverview['balances'] }) {
  const { t } = usePage();
  const isZero = (amount: string) => /^[0.]*$/.test(amount);
  if (balances.length === 0) return <Notice kind="advice">{t('no_balances')}</Notice>;
  return (
    <section aria-label={t('balances')} className={styles.balances}>
      {balances.map((balance) => (
        <article key={balance.market} className={styles.balance}>
          <h2>{balance.coin_name}</h2>
          <p className={styles.available}>
            <span className={styles.label}>{t('available')}</span>
            <Money amount={balance.available_asset} coin={balance.coin_name} />
          </p>
          <dl>
            <div>
              <dt>{t('reward_funds')}</dt>
              <dd>
                <Money amount={balance.reward_asset} coin={balance.coin_name} />
              </dd>
            </div>
            {!isZero(balance.freeze_asset) && (
              <div>
                <dt>{t('frozen')}</dt>
                <dd>
                  <Money amount={balance.freeze_asset} coin={balance.coin_name} />
                </dd>
              </div>
            )}
            {!isZero(balance.pending_asset) && (
              <div>
                <dt>{t('pending')}</dt>
                <dd>
                  <Money amount={balance.pending_asset} coin={balance.coin_name} />
                </dd>
              </div>
            )}
          </dl>
        </article>
      ))}
    </section>
  );
}

function Records({ page }: { page: WalletPage }) {
  const { t } = usePage();
  const { records, filter, overview } = page;
  const pages = Math.max(1, Math.ceil(records.total / filter.page_size));
  const address = (to: number) => `/wallet?${filter.coin_name ? `coin=${filter.coin_name}&` : ''}page=${to}#records`;
  return (
    <Card>
      <div className={styles.row} id="records">
        <h2 className={styles.flat}>{t('records')}</h2>
        <form method="get" action="/wallet" className={styles.filter}>
          <label>
            <span className={styles.hidden}>{t('coin')}</span>
            <select name="coin" defaultValue={filter.coin_name ?? ''} onChange={(event) => event.currentTarget.form?.requestSubmit()}>
              <option value="">{t('all_coins')}</option>
              {overview.balances.map(({ coin_name }) => (
                <option key={coin_name}>{coin_name}</option>
              ))}
            </select>
          </label>
          <noscript>
            <button className={button.link}>{t('show')}</button>
          </noscript>
        </form>
      </div>
      {records.list.length === 0 ? (
        <p className={styles.empty}>{filter.coin_name ? t('no_records_for_coin', { coin: filter.coin_name }) : t('no_records')}</p>
      ) : (
        <ul className={styles.records}>
          {records.list.map((record) => (
            <Record key={`${record.serial_number} ${record.coin_name} ${record.purpose}`} record={record} />
          ))}
        </ul>
      )}
      {pages > 1 && (
        <nav className={styles.pager} aria-label={t('records')}>
          {filter.page > 1 ? <a href={address(filter.page - 1)}>{t('previous_page')}</a> : <span />}
          <span>{t('page_of', { page: filter.page, pages })}</span>
          {filter.page < pages ? <a href={address(filter.page + 1)}>{t('next_page')}</a> : <span />}
        </nav>
      )}
    </Card>
  );
}

function Record({ record }: { record: WalletRecords['list'][number] }) {
  const { t } = usePage();
  const isPayment = record.transaction_type === 'payment' && record.merchant_name !== null;
  const title = isPayment ? t('payment_to', { merchant: record.merchant_name ?? '' }) : t(`type_${record.transaction_type}`);
  return (
    <li>
      <div className={styles.line}>
        <strong>
          {record.order_token ? <a href={`/wallet/receipt/${record.order_token}`}>{title}</a> : title}
          {record.purpose === 'reward' && <span className={styles.tag}>{t('reward_badge')}</span>}
        </strong>
        <strong>
          <Money amount={record.transaction_number} coin={record.coin_name} signed />
        </strong>
      </div>
      {record.description && <p className={styles.description}>{record.description}</p>}
      <div className={styles.small}>
        <LocalTime instant={record.time} />
        <span>
          {t('balance')} <Money amount={record.available_after_number} coin={record.coin_name} />
        </span>
      </div>
      <div className={styles.small}>{record.serial_number}</div>
    </li>
  );
}

export const wallet: PageView<typeof walletPage> = { Component: Wallet, title: (_page, t) => t('wallet_title') };
