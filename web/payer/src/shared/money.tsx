import styles from './money.module.css';

/** "1234567.50" -> "1,234,567.50": exact text work, for money never passes through a float. */
export function groupDigits(amount: string): string {
  const [whole = '', fraction] = amount.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** The coin beside the amount, with a space that does not break. */
export function moneyText(amount: string, coin: string): string {
  return `${groupDigits(amount).replace('-', '\u2212')}\u00a0${coin}`;
}

export function Money({ amount, coin, signed = false }: { amount: string; coin: string; signed?: boolean }) {
  const plus = signed && !amount.startsWith('-') && !/^[0.]*$/.test(amount) ? '+' : '';
  return (
    <span className={styles.money}>
      {plus}
      {groupDigits(amount).replace('-', '\u2212')}
      <span className={styles.coin}>&nbsp;{coin}</span>
    </span>
  );
}
