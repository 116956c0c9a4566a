import { CallRefused } from '@purser/client/transport';
import styles from '@purser/console-kit/plain.module.css';
import { Link } from '@tanstack/react-router';
import { PATHS } from '../../shared/paths.ts';
import { useT } from './texts.ts';

/** A link of no use: why, and what to do. */
export function Refused({ refusal }: { readonly refusal: CallRefused }) {
  const t = useT();
  const why = WHY[refusal.outcome] ?? 'refused';
  return (
    <div className={styles.form}>
      <h1>{t(`setUp.${why}Title`)}</h1>
      <p>{t(`setUp.${why}Hint`)}</p>
      <Link to={PATHS.login} className={why === 'used' ? styles.primary : styles.secondary}>
        {t('setUp.toLogin')}
      </Link>
    </div>
  );
}

const WHY: Readonly<Record<string, 'used' | 'expired'>> = { set_up_link_used: 'used', set_up_link_expired: 'expired' };

/** Whether a refusal is about the link: then there is nothing to try again. */
export function isAboutLink(error: unknown): error is CallRefused {
  return error instanceof CallRefused && error.outcome.startsWith('set_up_link_');
}
