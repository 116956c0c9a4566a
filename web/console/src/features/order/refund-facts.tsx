import { Fact } from '@purser/ui/facts';
import { Money } from '@purser/ui/money';
import type { RefundRecord } from './api.ts';
import { useT } from './texts.ts';

/** What only some refunds have: lines of `Facts`, on the order's page and in the refund's drawer. */
export function RefundFacts({ refund }: { readonly refund: RefundRecord }) {
  const t = useT();
  return (
    <>
      {refund.refund_id !== '' && <Fact label={t('refund.id')}>{refund.refund_id}</Fact>}
      {/[1-9]/.test(refund.to_reward) && (
        <Fact label={t('refund.toReward')}>
          <Money amount={refund.to_reward} coin={refund.coin_name} />
        </Fact>
      )}
      {/[1-9]/.test(refund.fee_returned) && (
        <Fact label={t('refund.feeBack')}>
          <Money amount={refund.fee_returned} coin={refund.coin_name} />
        </Fact>
      )}
      {refund.remark !== '' && <Fact label={t('refund.remark')}>{refund.remark}</Fact>}
    </>
  );
}
