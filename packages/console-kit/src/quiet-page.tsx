import { useEffect, type ReactNode } from 'react';
import { LanguageSwitch, ThemeSwitch } from './preferences.tsx';
import styles from './quiet-page.module.css';

interface QuietPageProps {
  readonly title: string;
  readonly brand: ReactNode;
  readonly children: ReactNode;
}

/** The frame of the pages outside the layout: the mark, the two switches, one card. */
export function QuietPage({ title, brand, children }: QuietPageProps) {
  useEffect(() => {
    document.title = `${title} · Purser`;
  }, [title]);
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        {brand}
        <span className={styles.switches}>
          <LanguageSwitch />
          <ThemeSwitch />
        </span>
      </header>
      <main className={styles.main}>
        <div className={styles.card}>{children}</div>
      </main>
    </div>
  );
}
