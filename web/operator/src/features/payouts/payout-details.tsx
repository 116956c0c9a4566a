import { groupDigits } from '@purser/ui/money-text';
import type { OutputOf } from '@purser/contract/call';
import { payoutFail, type payoutQuery, payoutRefund, payoutRetry, payoutSettle } from '@purser/contract/features/payout';
import { next } from '@purser/contract/machine';
import { cameToNothing, usdtWithdrawalMachine, type UsdtWithdrawalEvent } from '@purser/contract/review';
import { CopyText } from '@purser/ui/copy-text';
import { Details, DetailsHead, DetailsPart } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { StatusTag } from '@purser/ui/status-tag';
import { SIGNED_TONES } from '../../shared/order-tones.ts';
import { WaitPart } from '../../shared/payout-wait/wait-part.tsx';
import { useAllowed } from '../../shared/session.ts';
import styles from './payouts.module.css';
import { DoubtPart } from './doubt-part.tsx';
import { SaidAct, type SaidField } from './said-act.tsx';
import { useT } from './texts.ts';
import { TONES } from './tones.ts';

interface Row {
  readonly row: OutputOf<typeof payoutQuery>['list'][number];
}

/** One withdrawal as whoever pays it out needs it: what to send, where to, and the steps that its state allows. */
export function PayoutDetails({ row }: Row) {
  const t = useT();
  const mayDecide = useAllowed()('review.decide');
  const isWithout = cameToNothing(row.status);
  const money = (amount: string | null) => <Money amount={amount} coin={row.out_abbreviation} />;
  return (
    <Details>
      <DetailsHead>
        {isWithout ? (
          <Money amount={row.trade_count} coin={row.out_abbreviation} size="large" />
        ) : (
          <Money amount={row.count} coin={row.abbreviation} size="large" />
        )}
        <StatusTag tone={TONES[row.status]}>{t(`payouts.status.${row.status}`)}</StatusTag>
      </DetailsHead>
      {mayDecide && <Acts row={row} />}
      <DetailsPart title={t('payouts.chainTitle')}>
        <Facts>
          <Fact label={t('payouts.arrives')} strong>
            <CopyText text={isWithout ? null : row.count} what={t('payouts.arrives')} />
          </Fact>
          <Fact label={t('payouts.network')}>{row.network}</Fact>
          <Fact label={t('payouts.address')}>
            <CopyText text={row.address} what={t('payouts.address')} />
          </Fact>
          {row.txid !== '' && (
            <Fact label={t('payouts.txid')}>
              <CopyText text={row.txid} what={t('payouts.txid')} />
            </Fact>
          )}
          {row.remark !== '' && <Fact label={t('payouts.remark')}>{row.remark}</Fact>}
        </Facts>
      </DetailsPart>
      {row.waits && <WaitPart waits={row.waits} />}
      {(row.moved || row.signed_before) && <DoubtPart row={row} facts={factsOf(row, t)} />}
      {(row.signed || (row.status === 'approved' && !isHeldForTwo(row))) && <Signed row={row} />}
      <DetailsPart title={t('payouts.moneyTitle')}>
        <Facts>
          <Fact label={t('payouts.amount')}>{money(row.trade_count)}</Fact>
          <Fact label={t('payouts.fee')}>{money(isWithout ? null : row.fee)}</Fact>
          <Fact label={t('payouts.networkFee')}>{money(isWithout ? null : row.network_fee)}</Fact>
          <Fact label={t('payouts.rate')}>{groupDigits(row.rate)}</Fact>
          <Fact label={t('payouts.owner')}>{`${row.name} (${row.merchant_id})`}</Fact>
          <Fact label={t('payouts.orderNo')}>
            <CopyText text={row.order_no} what={t('payouts.orderNo')} />
          </Fact>
          <Fact label={t('field.createTime')}>{formatInstant(row.create_time)}</Fact>
          {row.audit_time !== null && <Fact label={t('payouts.auditTime')}>{formatInstant(row.audit_time)}</Fact>}
        </Facts>
      </DetailsPart>
    </Details>
  );
}

/** What the signer has done about it, or that there is none for it. */
function Signed({ row: { signed, paid_by_signer, network } }: Row) {
  const t = useT();
  if (!signed)
    return (
      <DetailsPart title={t('payouts.signer')}>{paid_by_signer ? t('payouts.signerWaits') : t('payouts.byHand', { network })}</DetailsPart>
    );
  return (
    <DetailsPart title={t('payouts.signer')}>
      <Facts>
        <Fact label={t('field.status')}>
          <StatusTag tone={SIGNED_TONES[signed.state]}>{t(`payouts.signed.${signed.state}`)}</StatusTag>
        </Fact>
        <Fact label={t('payouts.txid')}>
          <CopyText text={signed.txid} what={t('payouts.txid')} />
        </Fact>
        <Fact label={t('payouts.attempts')}>{signed.attempts}</Fact>
        {signed.block !== null && <Fact label={t('payouts.inBlock')}>{signed.block}</Fact>}
        <Fact label={t('payouts.signTime')}>{formatInstant(signed.sign_time)}</Fact>
      </Facts>
    </DetailsPart>
  );
}

/** What is decided on. */
function factsOf(row: Row['row'], t: ReturnType<typeof useT>) {
  return [
    { label: t('payouts.owner'), value: `${row.name} (${row.merchant_id})` },
    { label: t('payouts.arrives'), value: <Money amount={row.count} coin={row.abbreviation} />, strong: true },
    { label: t('payouts.network'), value: row.network },
    { label: t('payouts.address'), value: <span className={styles.address}>{row.address}</span> },
  ];
}

/** The steps that the order's state allows; approving and rejecting are the reviews' queue's. */
function Acts({ row }: Row) {
  const t = useT();
  // What is signed may be on its way, and where the signer pays nobody says by hand that something was sent.
  const isHeld = isHeldForTwo(row);
  const isLeft = (event: UsdtWithdrawalEvent): boolean =>
    (isHeld && (event === 'fail' || event === 'refund')) ||
    (row.status === 'approved' && (isOnItsWay(row) || (event === 'settle' && row.paid_by_signer)));
  const may = (event: UsdtWithdrawalEvent): boolean => next(usdtWithdrawalMachine, row.status, event) !== undefined && !isLeft(event);
  const which = { merchant_id: row.merchant_id, order_no: row.order_no };
  const facts = factsOf(row, t);
  const txid: SaidField = { name: 'txid', label: t('payouts.txid'), hint: t('payouts.txidHint'), required: t('payouts.txidRequired') };
  const reason: SaidField = {
    name: 'reason',
    label: t('payouts.remark'),
    hint: t('payouts.reasonHint'),
    required: t('payouts.reasonRequired'),
  };
  const words = (step: 'settle' | 'fail' | 'retry' | 'refund') => ({
    label: t(`payouts.${step}`),
    title: t(`payouts.${step}Title`),
    warning: t(`payouts.${step}Warning`),
    facts,
  });
  if (!may('fail') && !may('retry')) return null;
  return (
    <div className={styles.acts}>
      {may('settle') && (
        <SaidAct
          call={payoutSettle}
          {...words('settle')}
          fields={[txid]}
          done={t('payouts.settled')}
          contentsOf={(said) => ({ ...which, txid: said.txid })}
          primary
        />
      )}
      {may('fail') && (
        <SaidAct
          call={payoutFail}
          {...words('fail')}
          fields={[reason]}
          done={t('payouts.failed')}
          contentsOf={(said) => ({ ...which, reason: said.reason })}
        />
      )}
      {may('retry') && (
        <SaidAct call={payoutRetry} {...words('retry')} fields={[]} done={t('payouts.retried')} contentsOf={() => which} primary />
      )}
      {may('refund') && (
        <SaidAct
          call={payoutRefund}
          {...words('refund')}
          fields={[reason]}
          done={t('payouts.refunded')}
          contentsOf={(said) => ({ ...which, reason: said.reason })}
          danger
        />
      )}
    </div>
  );
}

/** The signer says that it has signed it before, and two people have not said what became of that. */
function isHeldForTwo({ signed_before: before }: Row['row']): boolean {
  return before !== null && !before.is_unpaid;
}

const ON_THEIR_WAY: ReadonlySet<NonNullable<Row['row']['signed']>['state']> = new Set(['signed', 'sent', 'confirming', 'cancelling']);

/** Signed, and nobody knows yet what becomes of it. */
function isOnItsWay({ signed }: Row['row']): boolean {
  return signed !== null && ON_THEIR_WAY.has(signed.state);
}
