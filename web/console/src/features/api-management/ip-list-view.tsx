import { useT } from './texts.ts';
import styles from './api-management.module.css';

/** Permitted addresses, one a line; none permits any. */
export function IpList({ entries }: { readonly entries: readonly string[] }) {
  const t = useT();
  if (entries.length === 0) return t('apiManagement.ipsAny');
  return (
    <ul className={styles.ips}>
      {entries.map((entry) => (
        <li key={entry}>{entry}</li>
      ))}
    </ul>
  );
}
