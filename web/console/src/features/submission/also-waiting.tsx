import { quietQuery } from '@purser/console-kit/query';
import { identityDetail } from '@purser/contract/features/identity';
import { paymentMethodQuery } from '@purser/contract/features/payment-method';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useKnownMay } from '../../shared/may.tsx';
import { permissionOf } from '../../shared/menu.ts';
import { PATHS } from '../../shared/paths.ts';
import styles from './submission.module.css';
import { useI18n } from './texts.ts';

const identity = quietQuery(identityDetail, {}, ['identity']);
const accounts = quietQuery(paymentMethodQuery, { status: 'unverified', binding: 'bound', page_size: 1 }, ['payment_methods']);

/** What waits for the provider and is no order: it is looked after on pages of its own. */
export function AlsoWaiting() {
  const { t } = useI18n();
  const may = useKnownMay();
  const whose = useQuery({ ...identity, enabled: may(permissionOf(PATHS.verification)) }).data;
  const count = useQuery(accounts).data?.total ?? 0;
  const isReviewed = whose?.authentication_status === 'pending' && whose.submission !== null;
  if (!isReviewed && count === 0) return null;
  return (
    <p className={styles.also}>
      {isReviewed && <Link to={PATHS.verification}>{t('submission.identityWaits')} →</Link>}
      {count > 0 && (
        <Link to={PATHS.paymentMethod} search={{ status: 'unverified' } as never}>
          {t('submission.accountsWait', { count })} →
        </Link>
      )}
    </p>
  );
}
