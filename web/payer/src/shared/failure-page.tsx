import type { failurePage, PageOf } from '@purser/contract/payer-pages';
import button from './button.module.css';
import { usePage } from './context.tsx';
import styles from './failure.module.css';
import type { PageView } from './page.ts';
import { Card, Shell } from './shell.tsx';

/** The page for when the page itself could not be made: says what did not happen, and offers to try again. */
function Failure({ page }: { page: PageOf<typeof failurePage> }) {
  const { t } = usePage();
  const standing = t(page.unclear ? 'failure_unclear' : 'failure_text');
  return (
    <Shell>
      <Card>
        <div className={styles.text}>
          <h1>{t('failure_title')}</h1>
          {page.problem && <p>{page.problem.detail}</p>}
          <p>{standing}</p>
        </div>
        <a className={button.primary} href={page.path}>
          {t('try_again')}
        </a>
      </Card>
    </Shell>
  );
}

export const failure: PageView<typeof failurePage> = { Component: Failure, title: (_page, t) => t('failure_title') };
