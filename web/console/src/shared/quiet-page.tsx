import { useEffect, type ReactNode } from 'react';
import { Brand } from './brand.tsx';
import { LanguageSwitch, ThemeSwitch } from './preferences.tsx';
import styles from './quiet-page.module.css';

/** The frame of the pages outside the layout: the mark, the two switches, one card. */
export function QuietPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Purser`;
  }, [title]);
  return (
    <div className={styles['page']}>
      <header className={styles['top']}>
        <Brand />
        <span className={styles['switches']}>
          <LanguageSwitch />
          <ThemeSwitch />
        </span>
      </header>
      <main className={styles['main']}>
        <div className={styles['card']}>{children}</div>
      </main>
    </div>
  );
}
