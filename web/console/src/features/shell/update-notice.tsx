import { useQuery } from '@tanstack/react-query';
import { useT } from '../../shared/i18n.tsx';
import { updateCheck } from './api.ts';
import styles from './shell.module.css';

/** Offers a reload when the server ships a newer console; never reloads under the user's hands. */
export function UpdateNotice() {
  const t = useT();
  const { data } = useQuery(updateCheck);
  if (!data?.update_required) return null;
  return (
    <output className={styles['update']}>
      {t('shell.updateTitle')}
      <button type="button" onClick={() => window.location.reload()}>
        {t('shell.updateAction')}
      </button>
    </output>
  );
}
