import { lazyPart } from '@purser/ui/lazy-part';
import { useT as useKitT } from '@purser/console-kit/i18n';
import { listKit } from '@purser/console-kit/list/list-kit';
import { MOST_METHODS_DECIDED } from '@purser/contract/features/payment-method';
import { queueQuery } from '@purser/contract/features/queue';
import { staffOrderCoins } from '@purser/contract/features/staff-order';
import { formatInstant } from '@purser/ui/instant-text';
import { Fact, Facts } from '@purser/ui/facts';
import { Money } from '@purser/ui/money';
import { StatusTag } from '@purser/ui/status-tag';
import { WithDeciding as WithApprovals } from '../features/approvals/deciding.tsx';
import { kindText } from '../features/approvals/words.ts';
import { DecideButtons as DecideAccounts } from '../features/bank/decide.tsx';
import { WithDeciding as WithAccounts } from '../features/bank/deciding.tsx';
import { WithDeciding as WithIdentities } from '../features/identity/deciding.tsx';
import { DecideButtons as DecideOrders } from '../features/reviews/decide-buttons.tsx';
import { isWaiting, WithDeciding as WithOrders } from '../features/reviews/deciding.tsx';
import type { OperatorTexts } from '../shared/i18n.ts';
import { queueKeys } from '../shared/queue-keys.tsx';
import { ItemDetails, type Row } from './queue-details.tsx';
import { keyOf, whichOf } from './queue-key.ts';
import styles from './queue.module.css';
import type { QueueTexts } from './queue-texts.ts';

type Texts = OperatorTexts & QueueTexts;

/** It comes when one that was decided is looked at. */
const QueueGone = lazyPart(() => import('./queue-gone.tsx'));

/** Orders and bank accounts are decided together, each of the two with a code of its own; identities and approvals want a look each. */
function Acts({ rows }: { readonly rows: readonly Row[] }) {
  const t = useKitT<Texts>();
  const orders = rows.flatMap(({ order }) => order ?? []);
  const accounts = rows.flatMap(({ bank_account }) => bank_account ?? []);
  const isMixed = orders.length > 0 && accounts.length > 0;
  return (
    <>
      {orders.length > 0 && (
        <span className={styles.group}>
          {isMixed && <span>{t('queue.orders', { count: orders.length })}</span>}
          <DecideOrders rows={orders} />
        </span>
      )}
      {accounts.length > 0 && (
        <span className={styles.group}>
          {isMixed && <span>{t('queue.accounts', { count: accounts.length })}</span>}
          <DecideAccounts rows={accounts} />
        </span>
      )}
    </>
  );
}

function Promised({ row: { promised_time, is_late } }: { readonly row: Row }) {
  const t = useKitT<Texts>();
  return (
    <span className={styles.promise}>
      {formatInstant(promised_time)}
      {is_late && <StatusTag tone="danger">{t('queue.late')}</StatusTag>}
    </span>
  );
}

/** By when it is promised, which a narrow list has no room for, and what is known of it. */
function QueuedDetails({ row }: { readonly row: Row }) {
  const t = useKitT<Texts>();
  return (
    <>
      <div className={styles.promised}>
        <Facts>
          <Fact label={t('queue.promised')}>
            <Promised row={row} />
          </Fact>
        </Facts>
      </div>
      <ItemDetails row={row} />
    </>
  );
}

const List = listKit<Texts>({ coins: staffOrderCoins }).listPage(queueQuery, {
  id: 'queue',
  title: 'menu.reviews',
  hint: 'queue.hint',
  label: 'menu.reviews',
  topics: ['review', 'identity', 'approval'],
  rowKey: keyOf,
  columns: (c, t) => [
    c.own('kind', 'queue.kind', (row) => t(`queue.kind.${row.kind}`), { always: true }),
    c.own(
      'about',
      'queue.about',
      ({ order, identity, bank_account, approval }) => {
        if (identity) return t(`identity.kind.${identity.kind}`);
        if (bank_account) return `${bank_account.bank_name} ${bank_account.account_number}`;
        return approval ? kindText(approval.kind, t) : order?.serial_number;
      },
      { phone: 'status' },
    ),
    c.own('amount', 'field.amount', (row) => (row.coin_name === null ? '–' : <Money amount={row.amount} coin={row.coin_name} />), {
      align: 'end',
      phone: 'amount',
    }),
    c.own('owner_name', 'queue.owner', (row) =>
      row.owner_type === 'provider' ? t('queue.provider') : row.owner_name || String(row.owner_id),
    ),
    c.time('create_time', 'queue.since'),
    c.own('promised_time', 'queue.promised', (row) => <Promised row={row} />),
    c.copy('owner_id', 'queue.ownerId', { optional: true }),
    c.copy('item_id', 'queue.number', { optional: true, shorten: true }),
  ],
  search: { serial_number: 'field.serialNumber', owner_id: 'queue.ownerId', order_id: 'field.orderId', txid: 'reviews.txid' },
  filters: (f, t) => [f.choice('kind', 'queue.kind', (value) => t(`queue.kind.${value}`)), f.coin('coin_name')],
  details: { title: 'queue.detailTitle', find: whichOf, Body: QueuedDetails, Gone: QueueGone },
  empty: { title: 'queue.emptyTitle', hint: 'queue.emptyHint' },
  selection: {
    allows: ({ order, bank_account }) => (order !== null && isWaiting(order)) || bank_account !== null,
    nameOf: ({ item_id, owner_name }) => `${item_id} ${owner_name}`,
    most: MOST_METHODS_DECIDED,
    Acts,
  },
  Extra: queueKeys({ call: queueQuery, topics: ['review', 'identity', 'approval'], keyOf, goesOn: true, looksAgain: true }),
});

/** Whatever waits for staff to decide, of every kind, in one queue. */
export default function QueuePage() {
  return (
    <WithOrders>
      <WithAccounts>
        <WithIdentities>
          <WithApprovals>
            <List />
          </WithApprovals>
        </WithIdentities>
      </WithAccounts>
    </WithOrders>
  );
}
