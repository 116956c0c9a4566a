import styles from './transfer.module.css';

/** A remark may be long; the whole of it stays within reach. */
export function Remark({ text }: { readonly text: string }) {
  if (text === '') return '–';
  return (
    <span className={styles.remark} title={text}>
      {text}
    </span>
  );
}
