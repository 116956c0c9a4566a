import { usdtRechargeCancel } from '@purser/contract/features/usdt-recharge';
import { Details } from '@purser/ui/details';
import { ReceiptButton } from '../../shared/receipt-button.tsx';
import type { RechargeRecord } from './api.ts';
import { RechargeFacts } from './recharge-facts.tsx';
import { useT } from './texts.ts';
import { CallOff } from '../../shared/call-off.tsx';

/** One recharge, which can be taken back while nobody has decided it. */
export function RechargeDetails({ row }: { readonly row: RechargeRecord }) {
  const t = useT();
  return (
    <Details>
      <RechargeFacts recharge={row} />
      {row.status === 'approved' && <ReceiptButton serialNumber={row.order_no} />}
      <CallOff
        call={usdtRechargeCancel}
        input={{ order_no: row.order_no }}
        permission="money.move"
        isPossible={row.status === 'pending_review'}
        title={t('recharge.cancelTitle')}
        act={t('recharge.cancel')}
        keep={t('recharge.keep')}
        done={t('recharge.cancelled')}
        changes={['reviews']}
      >
        {t('recharge.cancelLead')}
      </CallOff>
    </Details>
  );
}
