import { amountText } from '@purser/contract/amount-text';
import { type Reader, usePage } from './context.tsx';
import styles from './money.module.css';

/** The coin beside the amount, with a space that does not break. */
export function moneyText(amount: string, coin: string, reader: Reader): string {
  return `${amountText(amount, coin, reader)}\u00a0${coin}`;
}

export function Money({ amount, coin, signed = false }: { amount: string; coin: string; signed?: boolean }) {
  const page = usePage();
  const plus = signed && !amount.startsWith('-') && !/^[0.]*$/.test(amount) ? '+' : '';
  return (
    <span className={styles.money}>
      {plus}
      {amountText(amount, coin, page)}
      <span className={styles.coin}>&nbsp;{coin}</span>
    </span>
  );
}
