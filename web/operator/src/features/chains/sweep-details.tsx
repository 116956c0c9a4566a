import { quietQuery, RENEWED } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { USDT } from '@purser/contract/exchange';
import { chainSweepDetail, type chainSweepQuery } from '@purser/contract/features/chain-sweep';
import { Bones } from '@purser/ui/bones';
import { CopyText } from '@purser/ui/copy-text';
import { Details, DetailsHead, DetailsPart } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { groupDigits } from '@purser/ui/money-text';
import { ErrorState } from '@purser/ui/states';
import { StatusTag } from '@purser/ui/status-tag';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SIGNED_TONES, SWEEP_TONES } from '../../shared/order-tones.ts';
import styles from './chains.module.css';
import { useT } from './texts.ts';

interface Row {
  readonly row: OutputOf<typeof chainSweepQuery>['list'][number];
}
type Transaction = OutputOf<typeof chainSweepDetail>['transactions'][number];

/** One sweep whole: whose address, how much, to where, why it does not go on, and every transaction that was signed for it. */
export function SweepDetails({ row }: Row) {
  const t = useT();
  const isUnsigned = row.state === 'planned' || row.state === 'fuelling' || row.state === 'fuelled';
  return (
    <Details>
      <DetailsHead>
        <Money amount={row.usdt} coin={USDT} size="large" />
        <StatusTag tone={SWEEP_TONES[row.state]}>{t(`chains.sweep.${row.state}`)}</StatusTag>
      </DetailsHead>
      {row.why !== null && <p className={row.state === 'failed' ? styles.danger : styles.note}>{t(`chains.why.${row.why}`)}</p>}
      {isUnsigned && row.usdt !== null && <p className={styles.beside}>{t('chains.sweepLies')}</p>}
      <Facts>
        <Fact label={t('chains.sweepNetwork')}>{row.network}</Fact>
        <Fact label={t('chains.sweepAddress')}>
          <CopyText text={row.address} what={t('chains.sweepAddress')} />
        </Fact>
        {row.destination !== null && (
          <Fact label={t('chains.sweepTo')}>
            <CopyText text={row.destination} what={t('chains.sweepTo')} />
          </Fact>
        )}
        <Fact label={t('chains.sweepOwner')}>
          <Owner row={row} />
        </Fact>
        <Fact label={t('chains.sweepOwnerId')}>
          <CopyText text={String(row.owner_id)} what={t('chains.sweepOwnerId')} />
        </Fact>
        <Fact label={t('chains.sweepFuel')}>{t('chains.coins', { amount: groupDigits(row.fuel) })}</Fact>
        <Fact label={t('chains.sweepFuelled')}>{row.fuelled}</Fact>
        <Fact label={t('chains.sweepAsked')}>{t(row.is_asked ? 'chains.sweepAskedYes' : 'chains.sweepAskedNo')}</Fact>
        <Fact label={t('field.createTime')}>{formatInstant(row.create_time)}</Fact>
        {row.done_time !== null && <Fact label={t('chains.sweepDone')}>{formatInstant(row.done_time)}</Fact>}
        <Fact label={t('chains.sweepId')}>
          <CopyText text={row.sweep_id} what={t('chains.sweepId')} />
        </Fact>
      </Facts>
      <Transactions row={row} />
    </Details>
  );
}

function Owner({ row: { owner_id, owner_name, owner_type } }: Row) {
  const isMerchant = owner_type === 'merchant';
  return (
    <Link
      className={styles.link ?? ''}
      to={isMerchant ? '/merchants' : '/wallet-users'}
      search={{ [isMerchant ? 'merchant_id' : 'user_id']: owner_id, open: String(owner_id) } as never}
    >
      {owner_name || String(owner_id)}
    </Link>
  );
}

/** The signer and the chain go on by themselves: while the sweep is not over, they are asked again. */
function Transactions({ row: { sweep_id, done_time } }: Row) {
  const t = useT();
  const { data, error, isError, isFetching, refetch } = useQuery({
    ...quietQuery(chainSweepDetail, { sweep_id }, ['review']),
    ...(done_time === null ? RENEWED : undefined),
  });
  if (isError && !data) return <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return <Bones lines={4} />;
  if (data.transactions.length === 0) return <DetailsPart title={t('chains.attempts')}>{t('chains.attemptsNone')}</DetailsPart>;
  return data.transactions.map((one) => <Attempt key={one.txid} transaction={one} />);
}

function Attempt({ transaction }: { readonly transaction: Transaction }) {
  const t = useT();
  const { kind, txid, attempt, state, coins, most_fee, gas_price_gwei, block, sign_time } = transaction;
  return (
    <DetailsPart title={t(`chains.attempt.${kind}`)}>
      <Facts>
        <Fact label={t('field.status')}>
          <StatusTag tone={SIGNED_TONES[state]}>{t(`chains.sent.${state}`)}</StatusTag>
        </Fact>
        <Fact label={t('chains.sweepTxid')}>
          <CopyText text={txid} what={t('chains.sweepTxid')} />
        </Fact>
        {coins !== null && <Fact label={t('chains.attemptCoins')}>{t('chains.coins', { amount: groupDigits(coins) })}</Fact>}
        <Fact label={t('chains.attemptFee')}>{t('chains.coins', { amount: groupDigits(most_fee) })}</Fact>
        {gas_price_gwei !== null && (
          <Fact label={t('chains.attemptPrice')}>{t('chains.gwei', { price: groupDigits(gas_price_gwei) })}</Fact>
        )}
        <Fact label={t('chains.attemptNo')}>{attempt}</Fact>
        {block !== null && <Fact label={t('chains.attemptBlock')}>{block}</Fact>}
        <Fact label={t('chains.attemptTime')}>{formatInstant(sign_time)}</Fact>
      </Facts>
    </DetailsPart>
  );
}
