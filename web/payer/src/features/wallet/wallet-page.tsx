import type { PageOf, WalletOverview, walletPage, WalletRecords } from '@purser/contract/payer-pages';
import { SERIAL_PREFIXES } from '@purser/contract/serial';
import button from '../../shared/button.module.css';
import { usePage } from '../../shared/context.tsx';
import { LocalTime, useLocalTime } from '../../shared/local-time.tsx';
import { Money } from '../../shared/money.tsx';
import { Notice } from '../../shared/notice.tsx';
import type { PageView } from '../../shared/page.ts';
import { Pager } from '../../shared/pager.tsx';
import { Card, Shell } from '../../shared/shell.tsx';
import type { PayerTranslate } from '../../shared/texts.ts';
import { useApp } from './use-app.ts';
import { ShownPayer } from '../../shared/shown-payer.tsx';
import styles from './wallet.module.css';

type WalletPage = PageOf<typeof walletPage>;

/** The wallet: what is there, what happened, and the payment password. */
function Wallet({ page }: { page: WalletPage }) {
  const { t } = usePage();
  const { overview } = page;
  useApp();
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
      <a className={button.primary} href="/wallet/scan">
        {t('scan_to_pay')}
      </a>
      <Ways isOpen={overview.balances.length > 0} />
      <Waiting waiting={page.waiting} />
      <FurtherMarkets markets={overview.further_markets} />
      <Card>
        <div className={styles.row}>
          <p className={styles.flat}>{overview.has_payment_password ? t('password_is_set') : t('password_is_not_set')}</p>
          <a className={overview.has_payment_password ? button.link : button.primary} href="/wallet/payment-password">
            {overview.has_payment_password ? t('change_payment_password') : t('set_payment_password')}
          </a>
        </div>
      </Card>
      {page.has_face && (
        <Card>
          <div className={styles.row}>
            <p className={styles.flat}>{t('face_wallet')}</p>
            <a className={button.link} href="/wallet/face">
              {t('show')}
            </a>
          </div>
        </Card>
      )}
      <Card>
        <div className={styles.row}>
          <p className={styles.flat}>{t('announcements_lead')}</p>
          <a className={button.link} href="/announcements">
            {t('announcements_title')}
            <Unread count={page.unread} />
          </a>
        </div>
        <div className={styles.row}>
          <p className={styles.flat}>{t('terms_lead')}</p>
          <a className={button.link} href="/wallet/terms">
            {t('terms_title')}
          </a>
        </div>
        {overview.kind === 'agent' && (
          <div className={styles.row}>
            <p className={styles.flat}>{t('referral_wallet')}</p>
            <a className={button.link} href="/wallet/referral">
              {t('referral_title')}
            </a>
          </div>
        )}
        <div className={styles.row}>
          <p className={styles.flat}>{t('sessions_title')}</p>
          <a className={button.link} href="/wallet/sessions">
            {t('show')}
          </a>
        </div>
        <div className={styles.row}>
          <p className={styles.flat}>{t('passkeys_wallet')}</p>
          <a className={button.link} href="/wallet/passkeys">
            {t('passkeys_title')}
          </a>
        </div>
        <div className={styles.row}>
          <p className={styles.flat}>{t('privacy_wallet')}</p>
          <a className={button.link} href="/wallet/privacy">
            {t('privacy_title')}
          </a>
        </div>
      </Card>
      <Card>
        <div className={styles.row}>
          <p className={styles.flat}>{t('auth_lead')}</p>
          <a className={button.link} href="/wallet/authentication">
            {t('auth_title')}
          </a>
        </div>
      </Card>
      {page.has_liabilities && (
        <Card>
          <div className={styles.row}>
            <p className={styles.flat}>{t('liabilities_lead')}</p>
            <a className={button.link} href="/wallet/liabilities">
              {t('liabilities_see')}
            </a>
          </div>
        </Card>
      )}
      <Records page={page} />
    </Shell>
  );
}

/** Two digits, as the consoles' badges. */
const MOST_SHOWN = 99;

function Unread({ count }: { count: number }) {
  const { t } = usePage();
  if (count === 0) return null;
  const shown = count > MOST_SHOWN ? `${MOST_SHOWN}+` : String(count);
  return (
    <>
      {' '}
      <span className={styles.unread} aria-hidden="true">
        {shown}
      </span>
      <span className={styles.hidden}>{t('unread_many', { count: shown })}</span>
    </>
  );
}

const isZero = (amount: string): boolean => /^-?[0.]*$/.test(amount);

/** Characters of an amount that a card bears in its usual size. */
const LONG_AMOUNT = 13;

function Balances({ balances }: { balances: WalletOverview['balances'] }) {
  const { t } = usePage();
  if (balances.length === 0) return <Notice kind="advice">{t('no_balances')}</Notice>;
  return (
    <section aria-label={t('balances')} className={styles.balances}>
      {balances.map((balance) => (
        <article key={balance.market} className={styles.balance}>
          <h2>{balance.coin_name}</h2>
          <p className={styles.available} data-long={balance.available_asset.length > LONG_AMOUNT}>
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

const WAYS = [
  ['/wallet/usdt-recharge', 'usdt_in_title', 'usdt_in_lead'],
  ['/wallet/usdt-withdrawal', 'usdt_out_title', 'usdt_out_lead'],
  ['/wallet/bank-withdrawal', 'bank_withdraw', 'bank_withdraw_lead'],
] as const;

/** How money comes in and goes out. */
function Ways({ isOpen }: { isOpen: boolean }) {
  const { t } = usePage();
  if (!isOpen) return null;
  return (
    <Card>
      <ul className={`${styles.records} ${styles.ways}`}>
        {WAYS.map(([href, name, lead]) => (
          <li key={href}>
            <div className={styles.line}>
              <strong>
                <a href={href}>{t(name)}</a>
              </strong>
            </div>
            <div className={styles.small}>{t(lead)}</div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What merchants have added that is not yet free to use, each with what it waits for. */
function Waiting({ waiting }: Pick<WalletPage, 'waiting'>) {
  const { t } = usePage();
  if (waiting.length === 0) return null;
  return (
    <Card>
      <h2 className={styles.flat}>{t('waiting_title')}</h2>
      <ul className={styles.records}>
        {waiting.map((adjustment) => (
          <li key={adjustment.serial_number}>
            <div className={styles.line}>
              <strong>
                <a href={`/wallet/adjustment/${adjustment.serial_number}`}>
                  {t('adjustment_title', { merchant: adjustment.merchant_name })}
                </a>
              </strong>
              <strong>
                <Money amount={adjustment.settlement_amount} coin={adjustment.coin_name} />
              </strong>
            </div>
            <p className={styles.description}>{adjustment.remark}</p>
            <WaitsFor adjustment={adjustment} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function WaitsFor({ adjustment: { release_time, create_time, user_may_accept } }: { adjustment: WalletPage['waiting'][number] }) {
  const { t } = usePage();
  const time = useLocalTime(release_time ?? create_time);
  const waits = release_time === null ? 'waiting_appeal' : user_may_accept ? 'waiting_accept' : 'waiting_until';
  return <div className={styles.small}>{t(waits, { time })}</div>;
}

/** Markets that the wallet could have as well: each is enabled by a press of its button. */
function FurtherMarkets({ markets }: { markets: WalletOverview['further_markets'] }) {
  const { t } = usePage();
  if (markets.length === 0) return null;
  return (
    <Card>
      <form method="post" action="/wallet/market" className={styles.markets}>
        <ShownPayer />
        <p className={styles.flat} id="further-markets">
          {t('further_markets')}
        </p>
        {markets.map(({ market, coin_name }) => (
          <button key={market} name="market" value={market} className={button.quiet} aria-describedby="further-markets">
            {t('enable_market', { coin: coin_name })}
          </button>
        ))}
      </form>
    </Card>
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
        <form method="get" action="/wallet#records" className={styles.filter}>
          <label>
            <span className={styles.hidden}>{t('coin')}</span>
            <select name="coin" defaultValue={filter.coin_name ?? ''}>
              <option value="">{t('all_coins')}</option>
              {overview.balances.map(({ coin_name }) => (
                <option key={coin_name}>{coin_name}</option>
              ))}
            </select>
          </label>
          <button className={button.link}>{t('show')}</button>
        </form>
      </div>
      {records.list.length === 0 ? (
        <p className={styles.empty}>{filter.coin_name ? t('no_records_for_coin', { coin: filter.coin_name }) : t('no_records')}</p>
      ) : (
        <ul className={styles.records}>
          {records.list.map((record) => (
            <Record key={`${record.serial_number} ${record.transaction_type} ${record.coin_name} ${record.purpose}`} record={record} />
          ))}
        </ul>
      )}
      <Pager page={filter.page} pages={pages} label={t('records')} address={address} />
    </Card>
  );
}

type WalletRecord = WalletRecords['list'][number];

/** Where a record is shown whole: its receipt, what a merchant has added, or the page of its kind of orders. */
function linkOf({ order_token, serial_number }: WalletRecord): string | undefined {
  if (order_token) return `/wallet/receipt/${order_token}`;
  const is = (kind: keyof typeof SERIAL_PREFIXES) => serial_number.startsWith(SERIAL_PREFIXES[kind]);
  if (is('user_adjustment')) return `/wallet/adjustment/${serial_number}`;
  if (is('commission')) return '/wallet/referral#records';
  if (is('usdt_recharge')) return '/wallet/usdt-recharge#records';
  if (is('usdt_withdrawal')) return '/wallet/usdt-withdrawal#records';
  return is('fiat_withdrawal') ? '/wallet/bank-withdrawal#records' : undefined;
}

/** What comes from merchants or goes to them names them, everything else what it is. */
function titleOf({ transaction_type: type, merchant_name: merchant, serial_number }: WalletRecord, t: PayerTranslate): string {
  if (type === 'review_approved' && serial_number.startsWith(SERIAL_PREFIXES.usdt_recharge)) return t('usdt_in_record');
  if (merchant === null) return t(`type_${type}`);
  switch (type) {
    case 'payment':
      return t('payment_to', { merchant });
    case 'review_approved':
      return t('withdrawal_from', { merchant });
    case 'adjustment_increase':
    case 'adjustment_released':
    case 'adjustment_taken_back':
      return t(`${type}_by`, { merchant });
    default:
      return t(`type_${type}`);
  }
}

function Record({ record }: { record: WalletRecord }) {
  const { t } = usePage();
  const link = linkOf(record);
  const isKept = !isZero(record.pending_change_number) && isZero(record.available_change_number);
  // What is released was counted before: what is new is that it is free to use.
  const change = record.transaction_type === 'adjustment_released' ? record.available_change_number : record.transaction_number;
  return (
    <li>
      <div className={styles.line}>
        <strong>
          {link === undefined ? titleOf(record, t) : <a href={link}>{titleOf(record, t)}</a>}
          {record.purpose === 'reward' && <span className={styles.tag}>{t('reward_badge')}</span>}
          {isKept && <span className={styles.tag}>{t('pending_badge')}</span>}
        </strong>
        <strong>
          <Money amount={change} coin={record.coin_name} signed />
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
