import { plainRate, USDT } from '@purser/contract/exchange';
import type { PageOf, usdtRechargePage } from '@purser/contract/payer-pages';
import button from '../../shared/button.module.css';
import { usePage } from '../../shared/context.tsx';
import { LocalTime } from '../../shared/local-time.tsx';
import { Money, moneyText } from '../../shared/money.tsx';
import { Pager } from '../../shared/pager.tsx';
import { Card } from '../../shared/shell.tsx';
import { depositAddress } from '../../shared/deposit-address.ts';
import { ShownPayer } from '../../shared/shown-payer.tsx';
import styles from './usdt-recharge.module.css';

type UsdtRechargePage = PageOf<typeof usdtRechargePage>;
type Deposit = UsdtRechargePage['records']['list'][number];

/**
 * To be heard, as the page renews itself: what is on its way, what holds it, and how it has ended. A line is said when it is new or has changed; each
 * single confirmation is not said.
 */
export function Heard({ page: { arriving, records, paging } }: { page: UsdtRechargePage }) {
  const reader = usePage();
  const { t } = reader;
  const newest = paging.page === 1 ? records.list.slice(0, 1) : [];
  return (
    <output className={styles.heard} aria-atomic="false">
      {arriving.map(({ network, txid, trade_count, held, create_time }) => (
        <span key={`${network} ${txid} ${trade_count} ${create_time}`}>
          {`${t(held === null ? 'usdt_in_arriving' : `usdt_in_held_${held}`)} ${moneyText(plainRate(trade_count), USDT, reader)} `}
        </span>
      ))}
      {newest.map(({ order_no, status, count, abbreviation }) => (
        <span key={order_no}>{`${t(`usdt_in_status_${status}`)} ${moneyText(count, abbreviation, reader)}`}</span>
      ))}
    </output>
  );
}

/** What is on its way to the user's own address; nothing where nothing is. */
export function Arriving({ page: { arriving } }: { page: UsdtRechargePage }) {
  const reader = usePage();
  const { t } = reader;
  if (arriving.length === 0) return null;
  return (
    <Card>
      <h2 className={styles.flat}>{t('usdt_in_arriving')}</h2>
      <ul className={styles.records}>
        {arriving.map(({ network, txid, trade_count, confirmations, confirmations_needed, held, create_time }) => (
          <li key={`${network} ${txid} ${trade_count} ${create_time}`}>
            <span className={styles.line}>
              <strong className={styles.status} data-status="pending_review">
                {held === null
                  ? t('usdt_in_confirming', { confirmations: String(confirmations), needed: String(confirmations_needed) })
                  : t(`usdt_in_held_${held}`)}
              </strong>
              <strong>{moneyText(plainRate(trade_count), USDT, reader)}</strong>
            </span>
            <span className={styles.line}>
              <LocalTime instant={create_time} />
              <span>{network}</span>
            </span>
            <span className={styles.id}>{`${t('usdt_in_txid')} ${txid}`}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What was told before, with how it stands and why. */
export function Deposits({ page: { records, paging, coin, network, next } }: { page: UsdtRechargePage }) {
  const { t } = usePage();
  const chosen = { ...(coin && { coin: coin.coin_name }), ...(network && { network: network.network }) };
  return (
    <Card>
      <h2 className={styles.flat} id="records">
        {t('usdt_in_records')}
      </h2>
      {records.list.length === 0 ? (
        <p className={styles.hint}>{t('usdt_in_no_records')}</p>
      ) : (
        <ul className={styles.records}>
          {records.list.map((deposit) => (
            <Row key={deposit.order_no} deposit={deposit} next={next} />
          ))}
        </ul>
      )}
      <Pager
        {...paging}
        label={t('usdt_in_records')}
        address={(to) => `${depositAddress({ ...chosen, page: String(to) }, next)}#records`}
      />
    </Card>
  );
}

function Row({ deposit, next }: { deposit: Deposit; next: string }) {
  const reader = usePage();
  const { t } = reader;
  return (
    <li>
      <span className={styles.line}>
        <strong className={styles.status} data-status={deposit.status}>
          {t(`usdt_in_status_${deposit.status}`)}
        </strong>
        <strong>
          <Money amount={deposit.count} coin={deposit.abbreviation} />
        </strong>
      </span>
      {deposit.remark !== '' && <span>{t('usdt_in_reason', { reason: deposit.remark })}</span>}
      <span className={styles.line}>
        <LocalTime instant={deposit.create_time} />
        <span>
          {moneyText(plainRate(deposit.trade_count), deposit.in_abbreviation, reader)}
          {` · ${deposit.network}`}
        </span>
      </span>
      <span className={styles.id}>{`${t('usdt_in_txid')} ${deposit.txid}`}</span>
      <span className={styles.id}>{deposit.order_no}</span>
      {deposit.status === 'pending_review' && (
        <form method="post" action="/wallet/usdt-recharge/cancel">
          <ShownPayer />
          <input type="hidden" name="order_no" value={deposit.order_no} />
          <input type="hidden" name="next" value={next} />
          <button className={button.link}>{t('usdt_in_cancel')}</button>
        </form>
      )}
    </li>
  );
}
