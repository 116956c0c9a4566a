import { PageHead } from '@purser/ui/page-head';
import { EmptyState } from '@purser/ui/states';
import { Link } from '@tanstack/react-router';
import { PATHS } from './paths.ts';
import { useT } from './i18n.tsx';

/** In the place of a page that the member's role may not use. */
export default function NotAllowed() {
  const t = useT();
  return (
    <>
      <PageHead title={t('notAllowed.title')} />
      <EmptyState
        title={t('notAllowed.lead')}
        hint={t('notAllowed.hint')}
        action={<Link to={PATHS.dashboard}>{t('menu.dashboard')}</Link>}
      />
    </>
  );
}
