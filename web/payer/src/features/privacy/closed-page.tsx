import type { closedPage } from '@purser/contract/wallet-pages';
import button from '../../shared/button.module.css';
import { usePage } from '../../shared/context.tsx';
import type { PageView } from '../../shared/page.ts';
import { Card, Shell } from '../../shared/shell.tsx';
import styles from './privacy.module.css';

/** What is said to who has closed their account: nobody is signed in any more. */
function Closed() {
  const { t } = usePage();
  return (
    <Shell>
      <Card>
        <div className={styles.head}>
          <h1>{t('closed_title')}</h1>
          <p>{t('closed_text')}</p>
        </div>
      </Card>
      <p className={styles.back}>
        <a className={button.quiet} href="/wallet">
          {t('log_in')}
        </a>
      </p>
    </Shell>
  );
}

export const closed: PageView<typeof closedPage> = { Component: Closed, title: (_page, t) => t('closed_title') };
