import type { HTMLAttributes, ReactNode } from 'react';
import styles from './notice.module.css';

/** A message in the flow of the page; a problem is announced at once, advice when there is time. */
interface NoticeProps {
  readonly kind: 'problem' | 'advice' | 'success';
  readonly children: ReactNode;
}

export function Notice({ kind, children, ...more }: NoticeProps & HTMLAttributes<HTMLDivElement>) {
  return (
    <div {...more} className={`${styles.notice} ${styles[kind]}`} role={kind === 'problem' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}
