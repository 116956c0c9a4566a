import { CopyText } from '@purser/ui/copy-text';
import { Link } from '@tanstack/react-router';
import { useT } from '../../shared/i18n.tsx';
import { PATHS } from '../../shared/paths.ts';
import styles from '../../shared/plain.module.css';
import { QuietPage } from '../../shared/quiet-page.tsx';
import { readStored } from '../../shared/storage.ts';

/** Access is refused: from this address, or to this account. */
export default function RestrictedPage() {
  const t = useT();
  const ip = readStored('loginIp');
  return (
    <QuietPage title={t('restricted.title')}>
      <div className={styles['form']}>
        <h1>{t('restricted.title')}</h1>
        <p>{ip === undefined ? t('restricted.account') : t('restricted.ip', { ip })}</p>
        {ip !== undefined && <CopyText text={ip} what={t('restricted.ipName')} />}
        <p className={styles['hint']}>{ip === undefined ? t('restricted.accountHint') : t('restricted.hint')}</p>
        <Link to={PATHS.login} className={styles['primary'] ?? ''}>
          {t('restricted.back')}
        </Link>
      </div>
    </QuietPage>
  );
}
