import type { ReactNode } from 'react';
import { formatInstant } from './instant-text.ts';
import styles from './timeline.module.css';

/** Steps in the order they happened; a screen reader is told of a new one. */
export function Timeline({ children }: { readonly children: ReactNode }) {
  return (
    <ol className={styles.timeline} aria-live="polite">
      {children}
    </ol>
  );
}

export interface TimelineStepProps {
  /** What colours the step's mark; the words say it too. */
  readonly tone?: 'success' | 'warning' | 'danger' | undefined;
  /** An ISO instant; none for what is yet to come. */
  readonly time?: string | null;
  /** For what has not happened. */
  readonly muted?: boolean;
  readonly children: ReactNode;
}

export function TimelineStep({ tone, time, muted = false, children }: TimelineStepProps) {
  return (
    <li className={`${styles.step} ${muted ? styles.muted : ''}`} data-tone={tone}>
      {children}
      {time && <time dateTime={time}>{formatInstant(time)}</time>}
    </li>
  );
}
