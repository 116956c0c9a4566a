import { quietQuery } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { USDT } from '@purser/contract/exchange';
import type { chainDepositQuery } from '@purser/contract/features/chain-deposit';
import { chainReturnCallOff, chainReturnDetail } from '@purser/contract/features/chain-return';
import type { ConfirmFact } from '@purser/ui/confirm-with-code';
import { CopyText } from '@purser/ui/copy-text';
import { DetailsPart } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { ErrorState } from '@purser/ui/states';
import { StatusTag, type Tone } from '@purser/ui/status-tag';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { SIGNED_TONES } from '../../shared/order-tones.ts';
import { WaitPart } from '../../shared/payout-wait/wait-part.tsx';
import { useAllowed } from '../../shared/session.ts';
import { DecideAct } from './decide-act.tsx';
import styles from './deposits.module.css';
import { ReturnAct } from './return-act.tsx';
import { useT } from './texts.ts';

type DepositRow = OutputOf<typeof chainDepositQuery>['list'][number];
type Detail = OutputOf<typeof chainReturnDetail>;
type Sent = NonNullable<Detail['sent']>;

interface Row {
  readonly row: DepositRow;
}

const SENT_TONES: Readonly<Record<Sent['state'], Tone>> = {
  waiting: 'warning',
  called_off: 'neutral',
  ...SIGNED_TONES,
};
const FAILED: ReadonlySet<Sent['state']> = new Set(['reverted', 'taken', 'expired', 'cancelled']);
/** The signer and the chain go on by themselves: while it is on its way, it is asked again. */
const AGAIN_MS = 5_000;

/** Sending a deposit back: what would arrive, or what stands against it; and how it fares once it was decided. */
export function ReturnPart({ row, waits }: Row & { readonly waits: boolean }) {
  const t = useT();
  const { data, error, isError, isFetching, refetch } = useQuery({
    ...quietQuery(chainReturnDetail, { owner_id: row.owner_id, deposit_id: row.deposit_id }, ['review', 'approval']),
    refetchInterval: row.state === 'returning' ? AGAIN_MS : false,
  });
  if (!data)
    return isError ? (
      <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
    ) : (
      <Skeleton active title={false} paragraph={{ rows: 3 }} />
    );
  return (
    <DetailsPart title={t('deposits.sentTitle')}>
      <div className={styles.decision}>
        {data.sent && <SentFacts sent={data.sent} />}
        {data.sent?.waits && <WaitPart waits={data.sent.waits} />}
        {data.refused !== null && (
          <p className={styles.note}>{t('deposits.returnRefused', { reason: t(`deposits.refusal.${data.refused}`) })}</p>
        )}
        {data.sent !== null && FAILED.has(data.sent.state) && data.offer !== null && (
          <p className={styles.note}>{t('deposits.sentFailed')}</p>
        )}
        {data.sent?.state === 'waiting' && <p className={styles.note}>{t('deposits.sentWaits')}</p>}
        <Acts row={row} detail={data} waits={waits} />
      </div>
    </DetailsPart>
  );
}

function SentFacts({ sent }: { readonly sent: Sent }) {
  const t = useT();
  return (
    <Facts>
      <Fact label={t('field.status')}>
        <StatusTag tone={SENT_TONES[sent.state]}>{t(`deposits.sent.${sent.state}`)}</StatusTag>
      </Fact>
      <Fact label={t('deposits.sentTo')}>
        <CopyText text={sent.address} what={t('deposits.sentTo')} />
      </Fact>
      <Fact label={t('deposits.returnArrives')}>
        <Money amount={sent.arrives} coin={USDT} />
      </Fact>
      <Fact label={t('deposits.returnFee')}>
        <Money amount={sent.network_fee} coin={USDT} />
      </Fact>
      {sent.txid !== null && (
        <Fact label={t('deposits.sentTxid')}>
          <CopyText text={sent.txid} what={t('deposits.sentTxid')} />
        </Fact>
      )}
      {sent.sign_time !== null && <Fact label={t('deposits.sentTime')}>{formatInstant(sent.sign_time)}</Fact>}
    </Facts>
  );
}

function Acts({ row, detail: { offer, sent }, waits }: Row & { readonly detail: Detail; readonly waits: boolean }) {
  const t = useT();
  const mayDecide = useAllowed()('review.decide');
  const which = { owner_id: row.owner_id, deposit_id: row.deposit_id };
  const facts: ConfirmFact[] = [
    { label: t('deposits.owner'), value: `${row.owner_name} (${row.owner_id})` },
    { label: t('deposits.amount'), value: <Money amount={row.trade_count} coin={USDT} /> },
  ];
  if (!mayDecide) return null;
  if (sent?.state === 'waiting') {
    return (
      <div className={styles.acts}>
        <DecideAct
          call={chainReturnCallOff}
          label={t('deposits.callOff')}
          title={t('deposits.callOffTitle')}
          facts={[...facts, { label: t('deposits.sentTo'), value: sent.address }]}
          warning={t('deposits.callOffWarning')}
          contentsOf={(reason) => ({ ...which, reason })}
          doneText={() => t('deposits.wasCalledOff')}
        />
      </div>
    );
  }
  if (!offer || waits) return null;
  return (
    <>
      <Facts>
        <Fact label={t('deposits.returnArrives')} strong>
          <Money amount={offer.arrives} coin={USDT} />
        </Fact>
        <Fact label={t('deposits.returnFee')}>
          <Money amount={offer.network_fee} coin={USDT} />
        </Fact>
      </Facts>
      <div className={styles.acts}>
        <ReturnAct
          which={which}
          facts={[
            ...facts,
            { label: t('deposits.returnFee'), value: <Money amount={offer.network_fee} coin={USDT} /> },
            { label: t('deposits.returnArrives'), value: <Money amount={offer.arrives} coin={USDT} />, strong: true },
          ]}
        />
      </div>
    </>
  );
}
