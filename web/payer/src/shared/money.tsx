import { type Reader, usePage } from './context.tsx';
import styles from './money.module.css';

/**
 * "1234567.50" as the reader writes it: 1,234,567.50, in Vietnamese 1.234.567,50. Exact text work, for money never
 * passes through a float. Where a currency has no coins below its unit, as the dong, a Vietnamese reader sees its token without ",00".
 */
export function amountText(amount: string, coin: string, { language, wholeCoins }: Reader): string {
  const [whole = '', fraction] = amount.replace('-', '\u2212').split('.');
  const [group, point] = language === 'vi' ? ['.', ','] : [',', '.'];
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  const isWhole = language === 'vi' && wholeCoins.includes(coin) && /^0*$/.test(fraction ?? '');
  return fraction === undefined || isWhole ? grouped : `${grouped}${point}${fraction}`;
}

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
