import { usdtRechargeCancel } from '@purser/contract/features/usdt-recharge';
import { cameToNothing } from '@purser/contract/review';
import { Details, DetailsPart } from '@purser/ui/details';
import { ReceiptButton } from '../../shared/receipt-button.tsx';
import { RecordDeliveries } from '../../shared/record-deliveries.tsx';
import { RecordEntries } from '../../shared/record-entries.tsx';
import type { RechargeRecord } from './api.ts';
import { RechargeFacts } from './recharge-facts.tsx';
import { useT } from './texts.ts';
import { CallOff } from '../../shared/call-off.tsx';

/** One recharge, which can be taken back while nobody has decided it. */
export function RechargeDetails({ row }: { readonly row: RechargeRecord }) {
  const t = useT();
  const isDecided = row.status === 'approved' || row.status === 'rejected';
  return (
    <Details>
      <RechargeFacts recharge={row} />
      {row.status === 'approved' && <ReceiptButton serialNumber={row.order_no} />}
      <DetailsPart title={t('record.entries')}>
        <RecordEntries
          serialNumber={row.order_no}
          topic="reviews"
          none={t(cameToNothing(row.status) ? 'recharge.noEntries' : 'recharge.notYetBooked')}
        />
      </DetailsPart>
      <RecordDeliveries
        title={t('recharge.toldTitle')}
        serialNumber={row.order_no}
        since={row.create_time}
        topic="reviews"
        none={isDecided ? t('recharge.untold') : undefined}
      />
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
