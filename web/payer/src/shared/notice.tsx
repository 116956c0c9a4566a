import type { ReactNode } from 'react';
import styles from './notice.module.css';

/** A message in the flow of the page; a problem is announced at once, advice when there is time. */
export function Notice({ kind, children }: { kind: 'problem' | 'advice' | 'success'; children: ReactNode }) {
  return (
    <div className={`${styles.notice} ${styles[kind]}`} role={kind === 'problem' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}
