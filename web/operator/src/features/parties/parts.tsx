import { partySessionEnd } from '@purser/contract/features/party-detail';
import { unbrokenDates } from '@purser/console-kit/unbroken-dates';
import { DetailsPart } from '@purser/ui/details';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { ErrorState } from '@purser/ui/states';
import { Link } from '@tanstack/react-router';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { LineList } from '../../shared/line-list/line-list.tsx';
import { useAllowed } from '../../shared/session.ts';
import { ActWithReason } from './act-with-reason.tsx';
import { entriesOf, type UserDetail } from './api.ts';
import styles from './parties.module.css';
import { useT } from './texts.ts';

/** What a query found, once it has. */
export function Found<Data>({ query, children }: { readonly query: UseQueryResult<Data>; readonly children: (data: Data) => ReactNode }) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />;
  return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
}

interface LinesProps<Row> {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** What it is, in one element, and what stands at its end. */
  readonly children: (row: Row) => ReactNode;
}

/** Things of a party, a line each. */
export function Lines<Row>({ title, rows, keyOf, children }: LinesProps<Row>) {
  const t = useT();
  return (
    <DetailsPart title={title}>
      {rows.length === 0 ? (
        <span className={styles.beside}>{t('party.none')}</span>
      ) : (
        <LineList>
          {rows.map((row) => (
            <li key={keyOf(row)}>{children(row)}</li>
          ))}
        </LineList>
      )}
    </DetailsPart>
  );
}

/** Leads to the orders under review of one owner: all of them, and those that wait. */
export function ReviewOrders({ ownerId }: { readonly ownerId: number }) {
  const t = useT();
  const isAllowed = useAllowed();
  if (!isAllowed('review.read')) return null;
  return (
    <DetailsPart title={t('party.reviews')}>
      <span className={styles.links}>
        <Link className={styles.all} to="/reviews" search={{ owner_id: ownerId, sort_order: 'asc' } as never}>
          {t('party.reviewsWaiting')}
        </Link>
        <Link className={styles.all} to="/review-orders" search={{ owner_id: ownerId } as never}>
          {t('party.reviewsAll')}
        </Link>
      </span>
    </DetailsPart>
  );
}

/** What a line says first, and below it what is to be known beside it. */
export function Said({ children, beside }: { readonly children: ReactNode; readonly beside?: ReactNode }) {
  return (
    <span>
      <span>{children}</span>
      {beside !== undefined && <span className={styles.beside}>{unbrokenDates(beside)}</span>}
    </span>
  );
}

type Balance = Omit<UserDetail['balances'][number], 'reward_asset'> & { readonly reward_asset?: string };

export function Balances({ rows }: { readonly rows: readonly Balance[] }) {
  const t = useT();
  const parts = [
    ['freeze_asset', 'field.frozen'],
    ['pending_asset', 'field.pending'],
    ['reward_asset', 'party.rewardFunds'],
  ] as const;
  return (
    <Lines title={t('party.balances')} rows={rows} keyOf={({ coin_name }) => coin_name}>
      {(row) => (
        <>
          <Said>{row.coin_name}</Said>
          <span className={styles.end}>
            <Money amount={row.available_asset} coin={row.coin_name} />
            {parts.map(([part, label]) =>
              row[part] === undefined || /^[0.]+$/.test(row[part]) ? null : (
                <span key={part} className={styles.beside}>
                  {t(label)} <Money amount={row[part]} coin={row.coin_name} />
                </span>
              ),
            )}
          </span>
        </>
      )}
    </Lines>
  );
}

export function Records({ rows }: { readonly rows: UserDetail['records'] }) {
  const t = useT();
  return (
    <Lines
      title={t('party.records')}
      rows={rows}
      keyOf={(row) => `${row.serial_number} ${row.transaction_type} ${row.coin_name} ${row.purpose}`}
    >
      {(row) => (
        <>
          <Said beside={`${row.serial_number} · ${formatInstant(row.time)}`}>
            {t(`transactionType.${row.transaction_type}`)}
            {row.purpose === 'reward' && ` · ${t('party.rewardFunds')}`}
          </Said>
          <Money amount={row.transaction_number} coin={row.coin_name} signed />
        </>
      )}
    </Lines>
  );
}

interface SessionsProps {
  readonly ownerId: number;
  readonly name: string;
  readonly rows: UserDetail['sessions'];
}

export function Sessions({ ownerId: owner_id, name, rows }: SessionsProps) {
  const t = useT();
  const mayEnd = useAllowed()('party.change');
  return (
    <Lines title={t('party.sessions')} rows={rows} keyOf={({ session_id }) => session_id}>
      {({ session_id, ip, user_agent, last_seen_time }) => (
        <>
          <Said beside={`${t('party.sessionSeen', { time: formatInstant(last_seen_time) })}${user_agent && ` · ${user_agent}`}`}>{ip}</Said>
          {mayEnd && (
            <ActWithReason
              call={partySessionEnd}
              contentsOf={(reason) => ({ owner_id, session_id, reason })}
              title={t('party.endSessionOf', { address: ip })}
              word={t('party.endSession')}
              name={name}
              warning={t('party.endSessionWarning')}
              danger
            />
          )}
        </>
      )}
    </Lines>
  );
}

/** The latest entries of a party's audit log, and the way to all. */
export function AuditOf({ ownerId }: { readonly ownerId: number }) {
  const t = useT();
  const isAllowed = useAllowed()('audit.read');
  const query = useQuery({ ...entriesOf(ownerId), enabled: isAllowed });
  if (!isAllowed) return null;
  return (
    <Found query={query}>
      {({ list }) => (
        <div>
          <Lines title={t('menu.audit')} rows={list} keyOf={({ sequence }) => String(sequence)}>
            {({ act, action, actor_kind, actor, actor_name, create_time }) => (
              <>
                <Said beside={formatInstant(create_time)}>{act === null ? action : t(`act.${act}`)}</Said>
                <span className={styles.beside}>{`${t(`actor_kind.${actor_kind}`)} ${actor_name || actor}`}</span>
              </>
            )}
          </Lines>
          <Link className={styles.all} to="/audit" search={{ owner_id: String(ownerId) } as never}>
            {t('party.auditAll')}
          </Link>
        </div>
      )}
    </Found>
  );
}
