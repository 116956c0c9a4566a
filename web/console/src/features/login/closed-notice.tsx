import { userConfigGet } from '@purser/contract/features/config';
import { quietQuery } from '@purser/console-kit/query';
import { useQuery } from '@tanstack/react-query';
import { useT } from '../../shared/i18n.tsx';
import styles from './login.module.css';

/** Asked by whoever is there, also where a session is just being ended. */
const config = { ...quietQuery(userConfigGet, {}, []), enabled: true, staleTime: 0, refetchInterval: 10_000 };

/** Says that nobody can log in while maintenance runs, and goes when it has ended. */
export function ClosedNotice() {
  const t = useT();
  const { data } = useQuery(config);
  if (!data?.maintenance) return null;
  return (
    <output className={styles.notice}>
      {[t('login.maintenance'), data.maintenance_notice?.text].filter(Boolean).join(' ')}
      <a className={styles.status} href="/status">
        {t('login.status')}
      </a>
    </output>
  );
}
