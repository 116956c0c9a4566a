import type { ReactNode } from 'react';
import styles from './line-list.module.css';

/** What belongs to something, one below the other: on the left of each line what it is, beside it what is to be said or done. */
export function LineList({ children }: { readonly children: ReactNode }) {
  return <ul className={styles.lines}>{children}</ul>;
}
