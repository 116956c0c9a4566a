import { Button } from 'antd';
import type { WithdrawalRecord } from './api.ts';
import { useDecide } from './deciding.tsx';
import { useT } from './texts.ts';
import { May } from '../../shared/may.tsx';

/** What one can do with withdrawals that wait: all of them together. */
export function DecideButtons({
  withdrawals,
  small = false,
}: {
  readonly withdrawals: readonly WithdrawalRecord[];
  readonly small?: boolean;
}) {
  const t = useT();
  const decide = useDecide();
  const size = small ? 'small' : 'middle';
  return (
    <May permission="order.decide">
      <Button type="primary" size={size} onClick={() => decide('approve', withdrawals)}>
        {t('withdrawal.approve')}
      </Button>
      <Button danger size={size} onClick={() => decide('reject', withdrawals)}>
        {t('withdrawal.reject')}
      </Button>
    </May>
  );
}
