import { PageHead } from '@purser/ui/page-head';
import { useT } from '../../shared/i18n.tsx';

export default function Page() {
  const t = useT();
  return <PageHead title={t('menu.assets')} />;
}
