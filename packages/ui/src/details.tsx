import type { ReactNode } from 'react';
import styles from './details.module.css';

/** What a drawer shows of one thing: its head, then its parts. */
export function Details({ children }: { readonly children: ReactNode }) {
  return <div className={styles.details}>{children}</div>;
}

/** The one line that says what it is and how it stands. */
export function DetailsHead({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.head} aria-live="polite">
      {children}
    </div>
  );
}

export interface DetailsPartProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function DetailsPart({ title, children }: DetailsPartProps) {
  return (
    <section>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </section>
  );
}

interface DetailsReasonsProps {
  readonly title: string;
  readonly reasons: readonly string[];
}

/** Why something is as it is, in sentences; nothing where there is no reason. */
export function DetailsReasons({ title, reasons }: DetailsReasonsProps) {
  if (reasons.length === 0) return null;
  return (
    <DetailsPart title={title}>
      <ul className={styles.reasons}>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </DetailsPart>
  );
}
