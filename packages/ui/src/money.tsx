import { groupDigits } from './money-text.ts';
import styles from './money.module.css';

export interface MoneyProps {
  /** A decimal string as it came over the wire; null or undefined shows a dash. */
  readonly amount: string | null | undefined;
  readonly coin?: string;
  /** Shows a plus before a positive amount and colours both directions. */
  readonly signed?: boolean;
  /** Decimal places to show; every place by default. Cuts, never rounds up: nobody is shown money they lack. */
  readonly decimals?: number;
  readonly size?: 'normal' | 'large';
}

/** An amount: tabular figures, grouped, the coin beside it, never wrapped. Columns of money are right-aligned by the table. */
export function Money({ amount, coin, signed = false, decimals, size = 'normal' }: MoneyProps) {
  if (amount === null || amount === undefined || amount === '') return <span className={styles.none}>–</span>;
  const negative = amount.startsWith('-');
  const zero = /^-?[0.]+$/.test(amount);
  const direction = !signed || zero ? '' : negative ? styles.out : styles.in;
  const sign = negative ? '−' : signed && !zero ? '+' : '';
  const exact = coin ? `${amount} ${coin}` : amount;
  return (
    <span
      className={`${styles.money} ${size === 'large' ? styles.large : ''} ${direction}`}
      title={decimals === undefined ? undefined : exact}
    >
      {sign}
      {groupDigits(amount.replace('-', ''), decimals)}
      {coin !== undefined && <span className={styles.coin}> {coin}</span>}
    </span>
  );
}
