import { callQuery } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { reviewHistory } from '@purser/contract/features/review';
import { Bones } from '@purser/ui/bones';
import { CopyText } from '@purser/ui/copy-text';
import { DetailsPart } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { ErrorState } from '@purser/ui/states';
import { StatusTag, type Tone } from '@purser/ui/status-tag';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LISTS_OF_KINDS } from '../lists-of-kinds.ts';
import { useAllowed } from '../session.ts';
import styles from './party-history.module.css';
import { useT } from './texts.ts';

type History = OutputOf<typeof reviewHistory>;
type Kind = History['kinds'][number];
type Outcome = Kind['counts'][number]['outcome'];

const TONES: Readonly<Record<Outcome, Tone>> = { waiting: 'info', approved: 'success', rejected: 'danger', reversed: 'warning' };

export default function Shown({ ownerId }: { readonly ownerId: number }) {
  const t = useT();
  const { data, error, isError, isFetching, refetch } = useQuery(
    callQuery(reviewHistory, { owner_id: ownerId }, ['review', 'identity', 'party']),
  );
  return (
    <DetailsPart title={t('history.title')}>
      {data ? (
        <>
          <Party ownerId={ownerId} owner={data.owner} />
          {data.kinds.length === 0 && <p className={styles.beside}>{t('history.none')}</p>}
          {data.kinds.map((one) => (
            <OfKind key={one.kind} ownerId={ownerId} kind={one} />
          ))}
        </>
      ) : isError ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Bones lines={5} />
      )}
    </DetailsPart>
  );
}

function Party({ ownerId, owner }: { readonly ownerId: number; readonly owner: History['owner'] }) {
  const t = useT();
  const mayRead = useAllowed()('party.read');
  const isMerchant = owner.owner_type === 'merchant';
  return (
    <Facts>
      <Fact label={t(`history.party.${owner.owner_type}`)}>
        {mayRead ? (
          <Link
            className={styles.link ?? ''}
            to={isMerchant ? '/merchants' : '/wallet-users'}
            search={{ [isMerchant ? 'merchant_id' : 'user_id']: ownerId, open: String(ownerId) } as never}
          >
            {owner.name || String(ownerId)}
          </Link>
        ) : (
          owner.name
        )}
      </Fact>
      <Fact label={t('history.ownerId')}>
        <CopyText text={String(ownerId)} what={t('history.ownerId')} />
      </Fact>
      <Fact label={t('field.status')}>{t(`history.status.${owner.status}`)}</Fact>
      <Fact label={t('history.identity')}>{t(`history.identity.${owner.authentication_status}`)}</Fact>
      <Fact label={t('history.since')}>{formatInstant(owner.create_time)}</Fact>
    </Facts>
  );
}

/** What became of what was asked for of one kind: how many and how much, then the latest. */
function OfKind({ ownerId, kind: { kind, counts, latest } }: { readonly ownerId: number; readonly kind: Kind }) {
  const t = useT();
  const search = LISTS_OF_KINDS[kind] === '/review-orders' ? { owner_id: ownerId, kind } : { owner_id: ownerId };
  return (
    <section className={styles.kind}>
      <h3 className={styles.name}>{t(`history.kind.${kind}`)}</h3>
      <ul className={styles.counts}>
        {counts.map(({ outcome, count, is_exact, amounts }) => (
          <li key={outcome}>
            <StatusTag tone={TONES[outcome]}>{`${t(`history.${outcome}`)} ${is_exact ? count : t('history.more', { count })}`}</StatusTag>
            {amounts.map(({ coin_name, amount }) => (
              <Money key={coin_name} amount={amount} coin={coin_name} />
            ))}
          </li>
        ))}
      </ul>
      <ul className={styles.latest} aria-label={t('history.latest')}>
        {latest.map((one) => (
          <li key={one.item_id}>
            <span className={styles.beside}>{formatInstant(one.create_time)}</span>
            {one.coin_name !== null && one.amount !== null && <Money amount={one.amount} coin={one.coin_name} />}
            <span>{one.outcome === null ? t('history.withdrawn') : t(`history.${one.outcome}`)}</span>
          </li>
        ))}
      </ul>
      <Link className={styles.link ?? ''} to={LISTS_OF_KINDS[kind]} search={search as never}>
        {t('history.all', { kind: t(`history.kind.${kind}`) })}
      </Link>
    </section>
  );
}
