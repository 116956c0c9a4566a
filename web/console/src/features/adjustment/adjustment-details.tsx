import { cameToNothing } from '@purser/contract/review';
import { CopyText } from '@purser/ui/copy-text';
import { Details, DetailsHead, DetailsPart } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { Timeline, TimelineStep } from '@purser/ui/timeline';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PATHS } from '../../shared/paths.ts';
import { RecordDeliveries } from '../../shared/record-deliveries.tsx';
import { RecordEntries } from '../../shared/record-entries.tsx';
import { ReceiptButton } from '../../shared/receipt-button.tsx';
import { type AdjustmentRecord, adjustmentOf } from './api.ts';
import { EndButtons } from './end-buttons.tsx';
import { AdjustmentStatus } from './status.tsx';
import { STEP_TONES, stepsOf, stepText } from './steps.ts';
import { StillExpected } from '../../shared/still-expected.tsx';
import { useT } from './texts.ts';
import styles from './adjustment.module.css';

interface Row {
  readonly row: AdjustmentRecord;
}

/** One adjustment whole: how it stands, what happened to it, what it moved, whose it is. */
export function AdjustmentDetails({ row }: Row) {
  const t = useT();
  return (
    <Details>
      <DetailsHead>
        <Money amount={row.pay_amount} coin={row.coin_name} size="large" />
        <AdjustmentStatus status={row.order_status} />
      </DetailsHead>
      <EndButtons row={row} />
      {row.order_status === 'completed' && <ReceiptButton serialNumber={row.serial_number} />}
      <History row={row} />
      <DetailsPart title={t('adjustment.moneyTitle')}>
        <MoneyFacts row={row} />
        <StillExpected kind="adjustment" status={row.order_status} />
      </DetailsPart>
      <DetailsPart title={t('record.entries')}>
        <RecordEntries serialNumber={row.serial_number} topic="reviews" none={t('adjustment.noEntries')} />
      </DetailsPart>
      <RecordDeliveries title={t('adjustment.toldTitle')} serialNumber={row.serial_number} since={row.create_time} topic="reviews" />
      <DetailsPart title={t('adjustment.userTitle')}>
        <UserFacts row={row} />
      </DetailsPart>
      <DetailsPart title={t('adjustment.orderTitle')}>
        <OrderFacts row={row} />
      </DetailsPart>
    </Details>
  );
}

function History({ row }: Row) {
  const t = useT();
  const whole = useQuery(adjustmentOf(row.serial_number)).data;
  if (!whole) return null;
  const said = whole.ended && whole.ended.remark !== '' ? whole.ended.remark : undefined;
  return (
    <DetailsPart title={t('adjustment.historyTitle')}>
      <Timeline>
        {stepsOf(whole).map(({ step, time }) => (
          <TimelineStep key={step} tone={STEP_TONES[step]} time={time} muted={time === null}>
            <span>{stepText(step, whole, t)}</span>
            {step === 'appealed' && whole.appeal && <q className={styles.quote}>{whole.appeal.reason}</q>}
            {(step === 'approved' || step === 'rejected') && said !== undefined && <q className={styles.quote}>{said}</q>}
          </TimelineStep>
        ))}
      </Timeline>
    </DetailsPart>
  );
}

function MoneyFacts({ row }: Row) {
  const t = useT();
  const money = (amount: string | null) => <Money amount={amount} coin={row.coin_name} />;
  const isWithout = cameToNothing(row.order_status);
  return (
    <Facts>
      <Fact label={t('adjustment.balanceType')}>{t(`adjustment.balance.${row.balance_type}`)}</Fact>
      <Fact label={t('field.amount')}>{money(row.pay_amount)}</Fact>
      <Fact label={t('field.handlingFee')}>{money(isWithout ? null : row.handling_fee)}</Fact>
      <Fact label={t('adjustment.userGets')} strong>
        {money(isWithout ? null : row.settlement_amount)}
      </Fact>
    </Facts>
  );
}

function UserFacts({ row }: Row) {
  const t = useT();
  return (
    <>
      <Facts>
        <Fact label={t('adjustment.user')}>{row.receipt_nickname}</Fact>
        <Fact label={t('adjustment.userId')}>
          <CopyText text={row.receipt_user_id} what={t('adjustment.userId')} />
        </Fact>
      </Facts>
      <Link to={PATHS.adjustments} search={{ receipt_user_id: row.receipt_user_id } as never} className={styles.more ?? ''}>
        {t('adjustment.sameUser')}
      </Link>
    </>
  );
}

function OrderFacts({ row }: Row) {
  const t = useT();
  return (
    <Facts>
      <Fact label={t('field.serialNumber')}>
        <CopyText text={row.serial_number} what={t('field.serialNumber')} />
      </Fact>
      <Fact label={t('adjustment.orderType')}>{t(`transactionType.${row.order_type}`)}</Fact>
      <Fact label={t('adjustment.reason')}>{row.remark}</Fact>
      <Fact label={t('field.updateTime')}>{formatInstant(row.update_time)}</Fact>
    </Facts>
  );
}
