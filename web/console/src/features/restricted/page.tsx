import { CopyText } from '@purser/ui/copy-text';
import { Link, useSearch } from '@tanstack/react-router';
import { useT } from '../../shared/i18n.tsx';
import { PATHS } from '../../shared/paths.ts';
import { pageToReturnTo } from '../../shared/return-to.ts';
import styles from '@purser/console-kit/plain.module.css';
import { Brand } from '@purser/console-kit/brand';
import { QuietPage } from '@purser/console-kit/quiet-page';
import { readStored } from '../../shared/storage.ts';

/** Access is refused: from this address, or to this account. A session that was open goes on where it was once access is allowed again. */
export default function RestrictedPage() {
  const t = useT();
  const { account, from } = useSearch({ strict: false }) as { account?: string; from?: string };
  const ip = account === undefined ? readStored('loginIp') : undefined;
  return (
    <QuietPage title={t('restricted.title')} brand={<Brand />}>
      <div className={styles.form}>
        <h1>{t('restricted.title')}</h1>
        <p>{ip === undefined ? t('restricted.account') : t('restricted.ip', { ip })}</p>
        {ip !== undefined && <CopyText text={ip} what={t('restricted.ipName')} />}
        <p className={styles.hint}>{ip === undefined ? t('restricted.accountHint') : t('restricted.hint')}</p>
        {readStored('token') !== undefined && (
          // Afresh: what was fetched before may be of another time.
          <a href={pageToReturnTo(from)} className={styles.primary}>
            {t('restricted.retry')}
          </a>
        )}
        <Link to={PATHS.login} className={(readStored('token') === undefined ? styles.primary : styles.secondary) ?? ''}>
          {t('restricted.back')}
        </Link>
      </div>
    </QuietPage>
  );
}
