import styles from '@purser/console-kit/plain.module.css';
import { PageHead } from '@purser/ui/page-head';
import { EmptyState } from '@purser/ui/states';
import { Link, useLocation } from '@tanstack/react-router';
import { useT } from '../shared/i18n.ts';
import { OperatorQuietPage } from '../shared/quiet-page.tsx';
import { PATHS } from '../shared/paths.ts';

/** For a visitor: the page stands alone. */
export default function NotFoundPage() {
  const t = useT();
  return (
    <OperatorQuietPage title={t('notFound.title')}>
      <div className={styles.form}>
        <h1>{t('notFound.title')}</h1>
        <p className={styles.hint}>{t('notFound.hint')}</p>
        <ToStart />
      </div>
    </OperatorQuietPage>
  );
}

/** For somebody who is signed in: what the layout shows in the place of a page, with the menu beside it. */
export function NothingHere() {
  const t = useT();
  const { pathname } = useLocation();
  return (
    <>
      <PageHead title={t('notFound.title')} />
      <EmptyState title={pathname} hint={t('notFound.hint')} action={<ToStart />} />
    </>
  );
}

/** For somebody whose role may not use the page. */
export function NotAllowed() {
  const t = useT();
  return (
    <>
      <PageHead title={t('notAllowed.title')} />
      <EmptyState title={t('notAllowed.lead')} hint={t('notAllowed.hint')} action={<ToStart />} />
    </>
  );
}

function ToStart() {
  const t = useT();
  return (
    <Link to={PATHS.home} className={styles.primary ?? ''}>
      {t('notFound.home')}
    </Link>
  );
}
