import { Tooltip } from 'antd';
import styles from './exact-money.module.css';
import { Money } from './money.tsx';

export interface ExactMoneyProps {
  readonly amount: string;
  readonly coin: string;
  /** Decimal places that are shown. */
  readonly decimals: number;
  /** The whole amount in words: "Exactly 12.345678 USDT". */
  readonly exactly: string;
}

/**
 * An amount with a few places. When places that count are cut off, the whole amount is a hover, a touch or the
 * Tab key away, and the text says that there is more.
 */
export function ExactMoney({ amount, coin, decimals, exactly }: ExactMoneyProps) {
  const [whole = '', fraction = ''] = amount.split('.');
  const cut = /[1-9]/.test(fraction.slice(decimals));
  if (!cut) return <Money amount={amount} coin={coin} decimals={decimals} />;
  return (
    <Tooltip title={exactly} trigger={['hover', 'focus', 'click']}>
      <button type="button" className={styles.more}>
        <Money amount={`${whole}.${fraction.slice(0, decimals)}`} coin={coin} />
      </button>
    </Tooltip>
  );
}
