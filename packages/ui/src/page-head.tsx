import { useEffect, type ReactNode } from 'react';
import styles from './page-head.module.css';

export interface PageHeadProps {
  readonly title: string;
  readonly hint?: ReactNode;
  readonly actions?: ReactNode;
  /** Title and hint on one line where there is room: for pages that give the screen to what is below. */
  readonly compact?: boolean;
}

/** A page's name, what it is for, and what one can do on it. */
export function PageHead({ title, hint, actions, compact = false }: PageHeadProps) {
  useEffect(() => {
    document.title = `${title} · Purser`;
  }, [title]);
  return (
    <header className={`${styles.head} ${compact ? styles.compact : ''}`}>
      <div className={styles.title}>
        <h1>{title}</h1>
        {hint !== undefined && (
          <p className={styles.hint} title={compact && typeof hint === 'string' ? hint : undefined}>
            {hint}
          </p>
        )}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
