import { PageHead } from '@purser/ui/page-head';
import { EmptyState } from '@purser/ui/states';
import { Link } from '@tanstack/react-router';
import { PATHS } from '../../shared/paths.ts';
import { useT } from './texts.ts';

/** In the place of a page that the member's role may not use. */
export default function NotAllowed() {
  const t = useT();
  return (
    <>
      <PageHead title={t('team.notAllowedTitle')} />
      <EmptyState
        title={t('team.notAllowedLead')}
        hint={t('team.notAllowedHint')}
        action={<Link to={PATHS.dashboard}>{t('menu.dashboard')}</Link>}
      />
    </>
  );
}
