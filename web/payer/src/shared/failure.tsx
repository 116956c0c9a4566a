import type { FailurePage } from '@purser/contract/payer-pages';
import button from './button.module.css';
import { usePage } from './context.tsx';
import styles from './failure.module.css';
import { Card, Shell } from './shell.tsx';

/** The page for when the page itself could not be made: says what did not happen, and offers to try again. */
export function Failure({ page }: { page: FailurePage }) {
  const { t } = usePage();
  return (
    <Shell>
      <Card>
        <div className={styles.text}>
          <h1>{t('failure_title')}</h1>
          <p>{page.problem?.detail ?? t('failure_text')}</p>
          {page.problem && <p>{t('failure_text')}</p>}
        </div>
        <a className={button.primary} href={page.path}>
          {t('try_again')}
        </a>
      </Card>
    </Shell>
  );
}
