import { paymentMethodMachine } from '@purser/contract/bank-account';
import { next } from '@purser/contract/machine';
import { Button } from 'antd';
import { useOffered } from '../../shared/queue-keys.tsx';
import { useAllowed } from '../../shared/session.ts';
import type { Account } from './account-details.tsx';
import { useDecide } from './deciding.tsx';
import { useT } from './texts.ts';

/** What one can do with accounts where their states allow it: all of them together. The keys a and r do the same, s shows the whole number of one. */
export function DecideButtons({ rows, show }: { readonly rows: readonly Account[]; readonly show?: () => void }) {
  const t = useT();
  const decide = useDecide();
  const mayDecide = useAllowed()('review.decide');
  const may = (event: 'verify' | 'reject') =>
    mayDecide &&
    rows.length > 0 &&
    rows.every(({ binding, status }) => binding === 'bound' && next(paymentMethodMachine, status, event) !== undefined);
  const verify = (): void => decide('approve', rows);
  const reject = (): void => decide('reject', rows);
  const acts = { ...(show && { s: show }), ...(may('verify') && { a: verify }), ...(may('reject') && { r: reject }) };
  useOffered(mayDecide ? acts : undefined);
  return (
    <>
      {may('verify') && (
        <Button type="primary" aria-keyshortcuts="a" onClick={verify}>
          {t('bank.verify')}
        </Button>
      )}
      {may('reject') && (
        <Button danger aria-keyshortcuts="r" onClick={reject}>
          {t('bank.reject')}
        </Button>
      )}
    </>
  );
}
