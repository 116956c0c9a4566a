import { plainRate, USDT } from '@purser/contract/exchange';
import type { ArrivingDeposit } from '@purser/contract/features/chain-deposit';
import { CopyText } from '@purser/ui/copy-text';
import { Money } from '@purser/ui/money';
import { useQuery } from '@tanstack/react-query';
import { arriving } from './api.ts';
import { useT } from './texts.ts';
import styles from './usdt-recharge.module.css';

/** What is on its way, above what has been credited; nothing where nothing is, and where it could not be fetched: the list says so then. */
export function Arriving() {
  const t = useT();
  const { data } = useQuery(arriving);
  if (!data || data.list.length === 0) return null;
  return (
    <section className={styles.arriving} aria-label={t('recharge.arriving')}>
      <h2>{t('recharge.arriving')}</h2>
      <ul>
        {data.list.map((deposit) => (
          <Deposit key={`${deposit.network} ${deposit.txid} ${deposit.trade_count} ${deposit.create_time}`} deposit={deposit} />
        ))}
      </ul>
    </section>
  );
}

function Deposit({ deposit }: { readonly deposit: ArrivingDeposit }) {
  const t = useT();
  const { network, txid, trade_count, confirmations, confirmations_needed: needed, held } = deposit;
  const confirming = t('recharge.confirming', { confirmations: String(confirmations), needed: String(needed) });
  return (
    <li>
      <strong>
        <Money amount={plainRate(trade_count)} coin={USDT} />
      </strong>
      <span>{network}</span>
      <CopyText text={txid} what={t('recharge.txid')} shorten />
      {held === null ? (
        <span className={styles.confirming}>
          {confirming}
          <progress value={confirmations} max={needed} aria-hidden="true" />
        </span>
      ) : (
        <span>{`${t('recharge.held')}: ${t(`recharge.held.${held}`)}`}</span>
      )}
    </li>
  );
}
