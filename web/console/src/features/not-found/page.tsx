import { Link } from '@tanstack/react-router';
import { useT } from '../../shared/i18n.tsx';
import { PATHS } from '../../shared/paths.ts';
import styles from '../../shared/plain.module.css';
import { QuietPage } from '../../shared/quiet-page.tsx';

export default function NotFoundPage() {
  const t = useT();
  return (
    <QuietPage title={t('notFound.title')}>
      <div className={styles['form']}>
        <h1>{t('notFound.title')}</h1>
        <p className={styles['hint']}>{t('notFound.hint')}</p>
        <Link to={PATHS.dashboard} className={styles['primary'] ?? ''}>
          {t('notFound.home')}
        </Link>
      </div>
    </QuietPage>
  );
}
