import { PageHead } from '@purser/ui/page-head';
import { EmptyState } from '@purser/ui/states';
import { Link, useLocation } from '@tanstack/react-router';
import { useT } from '../../shared/i18n.tsx';
import { PATHS } from '../../shared/paths.ts';
import styles from '@purser/console-kit/plain.module.css';
import { Brand } from '@purser/console-kit/brand';
import { QuietPage } from '@purser/console-kit/quiet-page';

/** For a visitor: the page stands alone. */
export default function NotFoundPage() {
  const t = useT();
  return (
    <QuietPage title={t('notFound.title')} brand={<Brand />}>
      <div className={styles.form}>
        <h1>{t('notFound.title')}</h1>
        <p className={styles.hint}>{t('notFound.hint')}</p>
        <Link to={PATHS.dashboard} className={styles.primary ?? ''}>
          {t('notFound.home')}
        </Link>
      </div>
    </QuietPage>
  );
}

/** For somebody who is logged in: what the layout shows in the place of a page, with the menu beside it. */
export function NothingHere() {
  const t = useT();
  const { pathname } = useLocation();
  return (
    <>
      <PageHead title={t('notFound.title')} />
      <EmptyState
        title={pathname}
        hint={t('notFound.hint')}
        action={
          <Link to={PATHS.dashboard} className={styles.primary ?? ''}>
            {t('notFound.home')}
          </Link>
        }
      />
    </>
  );
}
