import type { ReactNode } from 'react';
import styles from './facts.module.css';

/** What is known about one thing, a line each. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

export interface FactProps {
  readonly label: string;
  /** The line that decides. */
  readonly strong?: boolean;
  readonly children: ReactNode;
}

export function Fact({ label, strong = false, children }: FactProps) {
  return (
    <div className={strong ? styles.strong : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
