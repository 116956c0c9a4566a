import { fiatWithdrawalCancel } from '@purser/contract/features/fiat-withdrawal';
import { next } from '@purser/contract/machine';
import { cameToNothing, fiatWithdrawalMachine } from '@purser/contract/review';
import { CopyText } from '@purser/ui/copy-text';
import { Details, DetailsHead, DetailsPart, DetailsReasons } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { Money } from '@purser/ui/money';
import { groupDigits } from '@purser/ui/money-text';
import { StatusTag } from '@purser/ui/status-tag';
import { Timeline, TimelineStep } from '@purser/ui/timeline';
import { ReceiptButton } from '../../shared/receipt-button.tsx';
import { RecordEntries } from '../../shared/record-entries.tsx';
import { StillExpected } from '../../shared/still-expected.tsx';
import { TONES, type Withdrawal } from './api.ts';
import { CallOff } from '../../shared/call-off.tsx';
import styles from './fiat-withdrawal.module.css';
import { type T, useT } from './texts.ts';

/** One withdrawal: what has happened to it, its numbers, and where the money goes. */
export function WithdrawalDetails({ row: order }: { readonly row: Withdrawal }) {
  const t = useT();
  const isWithout = cameToNothing(order.status);
  return (
    <Details>
      <DetailsHead>
        {isWithout ? (
          <Money amount={order.trade_count} coin={order.out_abbreviation} size="large" />
        ) : (
          <Money amount={order.count} coin={order.abbreviation} size="large" />
        )}
        <StatusTag tone={TONES[order.status]}>{t(`fiat.status.${order.status}`)}</StatusTag>
      </DetailsHead>
      {order.status === 'paid_out' && <ReceiptButton serialNumber={order.order_no} />}
      {order.remark !== '' && <p className={styles.reason}>{order.remark}</p>}
      <DetailsPart title={t('fiat.history')}>
        <Timeline>
          {stepsOf(order, t).map(({ name, time, tone }) => (
            <TimelineStep key={name} tone={tone} time={time} muted={time === null}>
              <span>{name}</span>
            </TimelineStep>
          ))}
        </Timeline>
      </DetailsPart>
      <DetailsReasons title={t('because.title')} reasons={order.manual_because.map((because) => t(`because.${because}`))} />
      <DetailsPart title={t('fiat.numbers')}>
        <Facts>
          <Fact label={t('fiat.requested')}>
            <Money amount={order.trade_count} coin={order.out_abbreviation} />
          </Fact>
          <Fact label={t('fiat.feeOf', { rate: order.currency_withdrawal_fee })}>
            <Money amount={isWithout ? null : order.fee} coin={order.out_abbreviation} />
          </Fact>
          <Fact label={t('fiat.rate')}>
            {t('fiat.rateOf', { coin: order.out_abbreviation, rate: groupDigits(order.rate), currency: order.abbreviation })}
          </Fact>
          <Fact label={t('fiat.received')} strong>
            <Money amount={isWithout ? null : order.count} coin={order.abbreviation} />
          </Fact>
        </Facts>
        <StillExpected kind="fiat_withdrawal" status={order.status} />
      </DetailsPart>
      <DetailsPart title={t('fiat.account')}>
        <Facts>
          <Fact label={t('fiat.holder')}>{order.holder_name}</Fact>
          <Fact label={t('fiat.bank')}>{order.bank_name}</Fact>
          <Fact label={t('fiat.number')}>{order.account_number}</Fact>
          <Fact label={t('fiat.orderNo')}>
            <CopyText text={order.order_no} what={t('fiat.orderNo')} />
          </Fact>
        </Facts>
      </DetailsPart>
      <DetailsPart title={t('record.entries')}>
        <RecordEntries serialNumber={order.order_no} topic="reviews" />
      </DetailsPart>
      <CallOff
        call={fiatWithdrawalCancel}
        input={{ order_no: order.order_no }}
        permission="money.move"
        isPossible={next(fiatWithdrawalMachine, order.status, 'cancel') !== undefined}
        title={t('fiat.cancelTitle')}
        act={t('fiat.cancel')}
        keep={t('fiat.keep')}
        done={t('fiat.cancelled')}
        changes={['reviews', 'balances']}
      >
        {t('fiat.cancelLead', { amount: `${groupDigits(order.trade_count)} ${order.out_abbreviation}` })}
      </CallOff>
    </Details>
  );
}

/** How a step of the history looks. */
type StepTone = 'success' | 'warning' | 'danger' | undefined;

/** What has happened, and what comes next. */
function stepsOf({ status, create_time, audit_time, update_time }: Withdrawal, t: T) {
  const step = (name: string, time: string | null, tone?: StepTone) => ({ name, time, tone });
  const asked = step(t('fiat.step.submitted'), create_time);
  if (status === 'cancelled') return [asked, step(t('fiat.status.cancelled'), update_time)];
  if (status === 'rejected') return [asked, step(t('fiat.status.rejected'), audit_time, 'danger')];
  const decided = step(t('fiat.status.approved'), audit_time);
  if (status === 'returned') return [asked, decided, step(t('fiat.status.returned'), update_time, 'danger')];
  return [asked, decided, step(t('fiat.status.paid_out'), status === 'paid_out' ? update_time : null, 'success')];
}
