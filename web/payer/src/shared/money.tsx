import type { Language } from '@purser/contract/language';
import { usePage } from './context.tsx';
import styles from './money.module.css';

/**
 * "1234567.50" as the reader writes it: 1,234,567.50, in Vietnamese 1.234.567,50. Exact text work, for money never
 * passes through a float. The dong has no coins below it, so a Vietnamese reader sees its token without ",00".
 */
export function amountText(amount: string, coin: string, language: Language): string {
  const [whole = '', fraction] = amount.replace('-', '\u2212').split('.');
  const [group, point] = language === 'vi' ? ['.', ','] : [',', '.'];
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  const isWholeDong = language === 'vi' && coin === 'VNDT' && /^0*$/.test(fraction ?? '');
  return fraction === undefined || isWholeDong ? grouped : `${grouped}${point}${fraction}`;
}

/** The coin beside the amount, with a space that does not break. */
export function moneyText(amount: string, coin: string, language: Language): string {
  return `${amountText(amount, coin, language)}\u00a0${coin}`;
}

export function Money({ amount, coin, signed = false }: { amount: string; coin: string; signed?: boolean }) {
  const { language } = usePage();
  const plus = signed && !amount.startsWith('-') && !/^[0.]*$/.test(amount) ? '+' : '';
  return (
    <span className={styles.money}>
      {plus}
      {amountText(amount, coin, language)}
      <span className={styles.coin}>&nbsp;{coin}</span>
    </span>
  );
}
