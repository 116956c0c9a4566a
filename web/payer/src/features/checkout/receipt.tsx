import { amountText } from '@purser/contract/amount-text';
import { formatAmount, parseAmount } from '@purser/contract/money';
import type { CheckoutOrder, CheckoutPayer } from '@purser/contract/payer-pages';
import { receiptFilePath } from '@purser/contract/payment-order';
import type { ReactNode } from 'react';
import { useAlive } from '../../shared/alive.ts';
import button from '../../shared/button.module.css';
import { usePage } from '../../shared/context.tsx';
import { LocalTime } from '../../shared/local-time.tsx';
import { Money } from '../../shared/money.tsx';
import { ShownPayer } from '../../shared/shown-payer.tsx';
import { zoneName, zoneQuery } from '../../shared/zone.ts';
import styles from './receipt.module.css';
import { amountSize } from './summary.tsx';

interface ReceiptProps {
  readonly order: CheckoutOrder;
  /** Who is signed in now, where that may be another than the page was made for. */
  readonly payer?: CheckoutPayer | null;
  /** Where it can be sent to; null where there is no address, undefined where that is not known yet. */
  readonly mail?: string | null;
  /** The receipt is saved or mailed. */
  readonly onTaken?: () => void;
}

/** What was paid to whom, when, and out of what: for the eye, for paper, as a file and by mail. */
export function Receipt({ order, payer, mail, onTaken }: ReceiptProps) {
  const page = usePage();
  const { t } = page;
  const alive = useAlive();
  const rows: readonly (readonly [string, ReactNode])[] = [
    [t('paid_to'), order.merchant_name],
    ...(order.description ? [[t('description'), order.description] as const] : []),
    ...(order.paid_time ? [[t('paid_at'), <PaidTime key="time" instant={order.paid_time} />] as const] : []),
    ...sourcesOf(order).map(([source, amount]) => [t(source), <Money key={source} amount={amount} coin={order.coin_name} />] as const),
    [t('order_number'), order.order_id],
    [t('serial_number'), order.serial_number],
  ];
  return (
    <div className={styles.receipt}>
      <p className={`${styles.amount} ${amountSize(order.amount)}`}>
        {amountText(order.amount, order.coin_name, page)}
        <span className={styles.coin}> {order.coin_name}</span>
      </p>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {order.paid_by_me && (
        <div className={styles.ways}>
          <a className={button.link} href={receiptFilePath(order.token) + zoneQuery(alive)} onClick={onTaken}>
            {t('receipt_pdf')}
          </a>
          {mail !== null && (
            <form method="post" action={`/wallet/receipt/${order.token}/mail`} onSubmit={onTaken}>
              <ShownPayer userId={payer?.user_id} />
              <button className={button.link}>{mail === undefined ? t('receipt_mail') : t('receipt_mail_to', { mail })}</button>
            </form>
          )}
          {alive && (
            <button type="button" className={button.link} onClick={() => print()}>
              {t('print_receipt')}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

/** On paper it says by whose clocks; in UTC it does so in any case. */
function PaidTime({ instant }: { readonly instant: string }) {
  const alive = useAlive();
  return (
    <>
      <LocalTime instant={instant} />
      {alive && <span className={styles.zone}> ({zoneName()})</span>}
    </>
  );
}

/** Which funds the payment came from; nothing for somebody who did not pay it. */
function sourcesOf(order: CheckoutOrder): ['from_reward' | 'from_balance', string][] {
  if (order.from_reward === null) return [];
  const { decimals } = order;
  const [whole, reward] = [parseAmount(order.amount, decimals), parseAmount(order.from_reward, decimals)];
  if (typeof whole !== 'bigint' || typeof reward !== 'bigint') return [];
  const sources: ['from_reward' | 'from_balance', string][] = [];
  if (reward > 0n) sources.push(['from_reward', order.from_reward]);
  if (whole > reward) sources.push(['from_balance', formatAmount(whole - reward, decimals)]);
  return sources;
}
