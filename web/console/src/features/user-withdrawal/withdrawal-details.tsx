import { cameToNothing } from '@purser/contract/review';
import { CopyText } from '@purser/ui/copy-text';
import { Details, DetailsHead, DetailsPart, DetailsReasons } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { Timeline, TimelineStep } from '@purser/ui/timeline';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PATHS } from '../../shared/paths.ts';
import { deliveriesHint } from '../../shared/deliveries-hint.ts';
import { deliveriesOf } from '../../shared/record-api.ts';
import { RecordEntries } from '../../shared/record-entries.tsx';
import { Told } from '../../shared/record-told.tsx';
import { ReceiptButton } from '../../shared/receipt-button.tsx';
import { StillExpected } from '../../shared/still-expected.tsx';
import { type WithdrawalRecord, withdrawalOf } from './api.ts';
import { DecideButtons } from './decide-buttons.tsx';
import { isWaiting } from './deciding.tsx';
import { WithdrawalStatus } from './status.tsx';
import { momentsOf, STEP_TONES, stepText } from './steps.ts';
import { useT } from './texts.ts';
import styles from './user-withdrawal.module.css';

interface Row {
  readonly row: WithdrawalRecord;
}

/** One withdrawal whole: what happened to it, why somebody must decide it, what it moved, whose it is. */
export function WithdrawalDetails({ row }: Row) {
  const t = useT();
  return (
    <Details>
      <DetailsHead>
        <Money amount={row.amount} coin={row.coin_name} size="large" />
        <WithdrawalStatus status={row.order_status} />
      </DetailsHead>
      {isWaiting(row) && (
        <div className={styles.acts}>
          <DecideButtons withdrawals={[row]} />
        </div>
      )}
      {row.order_status === 'approved' && <ReceiptButton serialNumber={row.serial_number} />}
      {row.review_mode === 'manual' && (
        <DetailsReasons title={t('withdrawal.becauseTitle')} reasons={row.manual_because.map((because) => t(`because.${because}`))} />
      )}
      <History row={row} />
      <DetailsPart title={t('withdrawal.moneyTitle')}>
        <MoneyFacts row={row} />
        <StillExpected kind="user_withdrawal" status={row.order_status} />
      </DetailsPart>
      <DetailsPart title={t('record.entries')}>
        <RecordEntries serialNumber={row.serial_number} topic="reviews" none={t('withdrawal.noEntries')} />
      </DetailsPart>
      <DetailsPart title={t('withdrawal.userTitle')}>
        <UserFacts row={row} />
      </DetailsPart>
      <DetailsPart title={t('withdrawal.orderTitle')}>
        <OrderFacts row={row} />
      </DetailsPart>
    </Details>
  );
}

function History({ row }: Row) {
  const t = useT();
  const whole = useQuery(withdrawalOf(row.serial_number)).data;
  const { data, isError } = useQuery(deliveriesOf(row.serial_number, 'reviews'));
  const hint = data && deliveriesHint(t, { count: data.list.length, since: row.create_time, none: t('withdrawal.untold') });
  const known = { ...row, audit_time: whole?.audit_time ?? null };
  return (
    <DetailsPart title={t('withdrawal.historyTitle')}>
      <Timeline>
        {momentsOf(known, data?.list ?? []).map((moment) =>
          'step' in moment ? (
            <TimelineStep key={moment.key} tone={STEP_TONES[moment.step]} time={moment.time} muted={moment.time === null}>
              <span>{stepText(moment.step, row, t)}</span>
            </TimelineStep>
          ) : (
            <TimelineStep key={moment.key} tone={moment.delivery.state === 'failed' ? 'danger' : undefined} time={moment.time}>
              <Told delivery={moment.delivery} />
            </TimelineStep>
          ),
        )}
      </Timeline>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      {isError && !data && (
        <p className={styles.hint} role="alert">
          {t('record.deliveriesFailed')}
        </p>
      )}
    </DetailsPart>
  );
}

function MoneyFacts({ row }: Row) {
  const t = useT();
  const money = (amount: string | null) => <Money amount={amount} coin={row.coin_name} />;
  const isWithout = cameToNothing(row.order_status);
  return (
    <Facts>
      <Fact label={t('field.amount')}>{money(row.amount)}</Fact>
      <Fact label={t('field.handlingFee')}>{money(isWithout ? null : row.handling_fee)}</Fact>
      <Fact label={t('withdrawal.arrives')} strong>
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
        <Fact label={t('withdrawal.user')}>{row.nick}</Fact>
        <Fact label={t('withdrawal.paymentId')}>
          <CopyText text={row.payment_id} what={t('withdrawal.paymentId')} />
        </Fact>
        <Fact label={t('withdrawal.externalAccount')}>
          <CopyText text={row.external_account} what={t('withdrawal.externalAccount')} />
        </Fact>
      </Facts>
      <Link to={PATHS.userWithdrawals} search={{ payment_id: row.payment_id } as never} className={styles.more ?? ''}>
        {t('withdrawal.sameUser')}
      </Link>
    </>
  );
}

function OrderFacts({ row }: Row) {
  const t = useT();
  const whole = useQuery(withdrawalOf(row.serial_number)).data;
  return (
    <Facts>
      <Fact label={t('field.orderId')}>
        <CopyText text={row.order_id} what={t('field.orderId')} />
      </Fact>
      <Fact label={t('field.serialNumber')}>
        <CopyText text={row.serial_number} what={t('field.serialNumber')} />
      </Fact>
      <Fact label={t('withdrawal.orderType')}>{t(`withdrawal.type.${row.order_type}`)}</Fact>
      <Fact label={t('withdrawal.mode')}>{t(`withdrawal.mode.${row.review_mode}`)}</Fact>
      {row.audit !== '' && <Fact label={t('withdrawal.audit')}>{row.audit}</Fact>}
      {row.remark !== '' && <Fact label={t('withdrawal.remark')}>{row.remark}</Fact>}
      {whole && whole.note !== '' && <Fact label={t('withdrawal.note')}>{whole.note}</Fact>}
      <Fact label={t('field.updateTime')}>{formatInstant(row.update_time)}</Fact>
    </Facts>
  );
}
