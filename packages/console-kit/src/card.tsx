import { useId, type ReactNode } from 'react';
import styles from './card.module.css';

interface CardProps {
  readonly title: string;
  readonly hint?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** One of the page's subjects. */
export function Card({ title, hint, actions, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header className={styles.head}>
        <div>
          <h2 id={id}>{title}</h2>
          {hint !== undefined && <p className={styles.hint}>{hint}</p>}
        </div>
        {actions}
      </header>
      {children}
    </section>
  );
}
