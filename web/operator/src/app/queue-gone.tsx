import { useT as useKitT } from '@purser/console-kit/i18n';
import { callQuery } from '@purser/console-kit/query';
import { approvalList } from '@purser/contract/features/approval';
import { staffIdentityQuery } from '@purser/contract/features/identity';
import { staffPaymentMethodQuery } from '@purser/contract/features/payment-method';
import { QUEUE, type QueueKind } from '@purser/contract/features/queue';
import { reviewQuery } from '@purser/contract/features/review';
import { Bones } from '@purser/ui/bones';
import { formatInstant } from '@purser/ui/instant-text';
import { EmptyState, ErrorState } from '@purser/ui/states';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isWaiting } from '../features/reviews/deciding.tsx';
import { isPastDecision, keyOf as orderKeyOf } from '../features/reviews/api.ts';
import type { OperatorTexts } from '../shared/i18n.ts';
import { LISTS_OF_KINDS } from '../shared/lists-of-kinds.ts';
import { useAllowed } from '../shared/session.ts';
import { type Item, ItemDetails } from './queue-details.tsx';
import { whichOf } from './queue-key.ts';
import styles from './queue.module.css';
import type { QueueTexts } from './queue-texts.ts';

const useT = useKitT<OperatorTexts & QueueTexts>;

/** One that has left the queue: how it stands, who brought it there and when, and its key in its own list. */
interface Found extends Partial<Item> {
  readonly kind: QueueKind;
  readonly key: string;
  /** It came back meanwhile. */
  readonly waits: boolean;
  readonly state: string;
  readonly by: string | undefined;
  readonly time: string | null;
}

interface Which {
  readonly id: string;
  readonly ownerId: number | undefined;
}

/** What became of one that waits no more, for whoever comes by a link or had it open: as its own list has it. */
export default function QueueGone({ opened }: { readonly opened: string }) {
  const { kind, owner_id: ownerId, item_id: id } = whichOf(opened);
  const allowed = useAllowed();
  if (!allowed(QUEUE[kind])) return <Unknown />;
  if (kind === 'identity') return <Identity id={id} ownerId={ownerId} />;
  if (kind === 'bank_account') return <Account id={id} ownerId={ownerId} />;
  if (kind === 'approval') return <Approval id={id} ownerId={ownerId} />;
  return <Order id={id} ownerId={ownerId} />;
}

function Order({ id, ownerId }: Which) {
  const t = useT();
  const query = useQuery({
    ...callQuery(reviewQuery, { serial_number: id, owner_id: ownerId }, ['review']),
    select: ({ list: [order] }): Found | null =>
      order && order.kind !== 'user_withdrawal'
        ? {
            kind: order.kind,
            key: orderKeyOf(order),
            waits: isWaiting(order),
            state: t(`reviews.status.${order.status}`),
            by: isPastDecision(order.status) ? undefined : order.audit,
            time: (isPastDecision(order.status) ? null : order.audit_time) ?? order.update_time,
            order,
          }
        : null,
  });
  return <Shown query={query} />;
}

function Identity({ id, ownerId }: Which) {
  const t = useT();
  const query = useQuery({
    ...callQuery(staffIdentityQuery, { submission_id: id, owner_id: ownerId }, ['identity']),
    select: ({ list: [identity] }): Found | null =>
      identity
        ? {
            kind: 'identity',
            key: identity.submission_id,
            waits: identity.status === 'pending',
            state: t(`identity.state.${identity.status}`),
            by: identity.decided_by?.name,
            time: identity.decide_time,
            identity,
          }
        : null,
  });
  return <Shown query={query} />;
}

function Account({ id, ownerId }: Which) {
  const t = useT();
  const query = useQuery({
    ...callQuery(staffPaymentMethodQuery, { payment_method_id: id, owner_id: ownerId }, ['review']),
    select: ({ list: [account] }): Found | null => {
      if (!account) return null;
      // Its owner unlinked it, and nobody has to decide on it.
      const isUnlinked = account.status === 'unverified' && account.binding === 'unbound';
      return {
        kind: 'bank_account',
        key: account.payment_method_id,
        waits: account.status === 'unverified' && !isUnlinked,
        state: isUnlinked ? t('bank.binding.unbound') : t(`bank.state.${account.status}`),
        by: account.decided_by?.name,
        time: account.decide_time ?? account.update_time,
        bank_account: account,
      };
    },
  });
  return <Shown query={query} />;
}

function Approval({ id }: Which) {
  const t = useT();
  const query = useQuery({
    ...callQuery(approvalList, { approval_id: id }, ['approval']),
    select: ({ list: [approval] }): Found | null =>
      approval
        ? {
            kind: 'approval',
            key: approval.approval_id,
            waits: approval.state === 'pending',
            state: t(`approvals.state.${approval.state}`),
            by: approval.decided_by?.name,
            time: approval.decided_time ?? (approval.state === 'expired' ? approval.expires_at : null),
            approval,
          }
        : null,
  });
  return <Shown query={query} />;
}

function Shown({ query: { data, error, isError, isFetching, refetch } }: { readonly query: UseQueryResult<Found | null> }) {
  if (data === undefined)
    return isError ? <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} /> : <Bones lines={8} />;
  if (data === null) return <Unknown />;
  const { order = null, identity = null, bank_account = null, approval = null } = data;
  return (
    <>
      {!data.waits && <Said found={data} />}
      <ItemDetails row={{ order, identity, bank_account, approval }} />
    </>
  );
}

function Said({ found: { kind, key, state, by, time } }: { readonly found: Found }) {
  const t = useT();
  const said = { kind: t(`queue.kind.${kind}`), state, time: time === null ? '' : formatInstant(time) };
  return (
    <div className={styles.gone} aria-live="polite">
      <p>{t('queue.gone')}</p>
      <p>{by ? t('queue.goneBy', { ...said, name: by }) : time === null ? t('queue.goneAs', said) : t('queue.goneAt', said)}</p>
      <Link to={LISTS_OF_KINDS[kind]} search={{ open: key } as never}>
        {t('queue.goneOpen')}
      </Link>
    </div>
  );
}

function Unknown() {
  const t = useKitT();
  return <EmptyState title={t('list.notFoundTitle')} hint={t('list.notFoundHint')} />;
}
