import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PATHS } from '../../shared/paths.ts';
import { waitingSubmissions, waitingWithdrawals } from '../../shared/waiting.ts';
import { useT } from './texts.ts';
import styles from './waiting.module.css';

/** What waits for the merchant, and for whom the merchant waits, each with the way to it; nothing where nothing does. */
export default function Waiting() {
  const t = useT();
  const withdrawals = useQuery(waitingWithdrawals).data?.total ?? 0;
  const submissions = useQuery(waitingSubmissions).data?.total ?? 0;
  if (withdrawals === 0 && submissions === 0) return null;
  return (
    <section className={styles.waiting} aria-label={t('dashboard.waiting')}>
      {withdrawals > 0 && (
        <Link to={PATHS.userWithdrawals} search={{ order_status: 'pending_review' } as never} className={styles.way ?? ''} data-urgent>
          {t('dashboard.waitingWithdrawals', { count: withdrawals })}
          <span aria-hidden="true">→</span>
        </Link>
      )}
      {submissions > 0 && (
        <Link to={PATHS.submissions} className={styles.way ?? ''}>
          {t('dashboard.waitingSubmissions', { count: submissions })}
          <span aria-hidden="true">→</span>
        </Link>
      )}
    </section>
  );
}
