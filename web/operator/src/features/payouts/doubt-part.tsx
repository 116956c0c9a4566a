import type { OutputOf } from '@purser/contract/call';
import { payoutEnd, type payoutQuery } from '@purser/contract/features/payout';
import { USDT } from '@purser/contract/exchange';
import type { ConfirmFact } from '@purser/ui/confirm-with-code';
import { CopyText } from '@purser/ui/copy-text';
import { DetailsPart } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { useAllowed } from '../../shared/session.ts';
import styles from './payouts.module.css';
import { SaidAct, type SaidField } from './said-act.tsx';
import { useT } from './texts.ts';

type Row = OutputOf<typeof payoutQuery>['list'][number];

interface DoubtPartProps {
  readonly row: Row;
  /** What is being decided on, for whoever confirms. */
  readonly facts: readonly ConfirmFact[];
}

/** What the chain has moved instead of what was signed, or what the signer says that it signed; and how two people end it. */
export function DoubtPart({ row, facts }: DoubtPartProps) {
  const t = useT();
  const { moved, signed_before: before } = row;
  const isOpen = moved !== null || (before !== null && !before.is_unpaid);
  const shown: ConfirmFact[] = moved
    ? [
        { label: t('payouts.hasLeft'), value: <Money amount={moved.left} coin={USDT} />, strong: true },
        { label: t('payouts.hasArrived'), value: <Money amount={moved.arrived} coin={USDT} />, strong: true },
      ]
    : [];
  const txid = moved?.txid ?? before?.txid ?? '';
  return (
    <DetailsPart title={t(moved ? 'payouts.movedTitle' : 'payouts.beforeTitle')}>
      <div className={styles.part}>
        <Facts>
          {shown.map(({ label, value }) => (
            <Fact key={label} label={label} strong>
              {value}
            </Fact>
          ))}
          <Fact label={t('payouts.txid')}>
            <CopyText text={txid} what={t('payouts.txid')} />
          </Fact>
          {!moved && before && <Fact label={t('payouts.beforeTold')}>{formatInstant(before.told_time)}</Fact>}
        </Facts>
        {!moved && <p>{t(isOpen ? 'payouts.before' : 'payouts.beforeUnpaid')}</p>}
        {isOpen && (
          <Ends
            row={row}
            facts={[...facts, ...shown, { label: t('payouts.txid'), value: <span className={styles.address}>{txid}</span> }]}
          />
        )}
      </div>
    </DetailsPart>
  );
}

function Ends({ row: { merchant_id, order_no, status, moved }, facts }: DoubtPartProps) {
  const t = useT();
  const mayDecide = useAllowed()('review.decide');
  if (!mayDecide) return null;
  const reason: SaidField = { name: 'reason', label: t('payouts.remark'), required: t('payouts.reasonRequired') };
  const mayBeUnpaid = moved === null || Number(moved.left) === 0;
  const end = (became: 'paid' | 'not_paid') => ({
    call: payoutEnd,
    fields: [reason],
    facts,
    done: t('payouts.endEntered'),
    contentsOf: (said: { readonly reason: string }) => ({ merchant_id, order_no, became, reason: said.reason }),
  });
  return (
    <div className={styles.acts}>
      {status === 'approved' && (
        <SaidAct {...end('paid')} label={t('payouts.endPaid')} title={t('payouts.endPaidTitle')} warning={t('payouts.endPaidWarning')} />
      )}
      {mayBeUnpaid && (
        <SaidAct
          {...end('not_paid')}
          label={t('payouts.endNot')}
          title={t('payouts.endNotTitle')}
          warning={t('payouts.endNotWarning')}
          danger
        />
      )}
    </div>
  );
}
