import { paymentMethodQuery, staffPaymentMethodQuery } from '@purser/contract/features/payment-method';
import { sql } from 'kysely';
import { type PaymentMethod, shownReason } from '../../domain/payment-method.ts';
import { isOfOrders, type QueueSource, withId } from '../../domain/queue.ts';
import { deciderShown, type DecidedNames, decidedNames } from '../../domain/staff-name.ts';
import { exportFile } from '../../platform/export/export-file.ts';
import { list } from '../../platform/lists/list.ts';

const METHODS = {
  from: 'payment_method',
  owner: 'owner_id',
  key: 'payment_method_id',
  keyed: 'uuidv7',
} as const;

const COLUMNS = {
  account_number: 'shown_number',
  reason: (row: PaymentMethod) => shownReason(row),
  create_time: 'created_at',
  update_time: 'updated_at',
} as const;

/** What files say first of each account. */
const ACCOUNT = {
  create_time: 24,
  status: { width: 14, words: 'verification' },
  market: 8,
  bank_name: 28,
  account_number: 24,
  bank_code: 18,
  holder_name: 28,
} as const;

/** The merchant's bank accounts. */
export const paymentMethods = list(paymentMethodQuery, { ...METHODS, columns: COLUMNS });

export const paymentMethodsFile = exportFile(paymentMethodQuery, {
  name: 'bank-accounts',
  title: 'bankAccounts',
  titles: { status: 'verification' },
  columns: {
    ...ACCOUNT,
    binding: 12,
    listing: 12,
    is_default: { width: 10, of: ({ is_default }, t) => t(is_default ? 'is_default.yes' : 'is_default.no') },
    reason: 40,
    update_time: 24,
  },
});

/** Everybody's, for staff. */
export const staffPaymentMethods = list(staffPaymentMethodQuery, {
  ...METHODS,
  ranges: ['party', 'status', 'binding'],
  leading: ['market'],
  columns: {
    ...COLUMNS,
    owner_name: ({ owner_id }, { owners }: DecidedNames) => owners.get(owner_id) ?? '',
    // A decision is of the account as it was seen: one that was changed since waits again, and nobody has decided on it.
    decided_by: ({ status, decided_by }, names: DecidedNames) => (status === 'unverified' ? null : deciderShown(decided_by, names)),
    decide_time: ({ status, decided_at }) => (status === 'unverified' ? null : (decided_at?.toISOString() ?? null)),
  },
  beside: decidedNames,
});

export const staffPaymentMethodsFile = exportFile(staffPaymentMethodQuery, {
  name: 'bank-accounts',
  title: 'bankAccounts',
  titles: { owner_id: 'owner_number', status: 'verification' },
  columns: {
    ...ACCOUNT,
    owner_id: 14,
    owner_name: 28,
    party: 14,
    binding: 12,
    listing: 12,
    reason: 40,
    decide_time: 24,
    decided_by: { width: 20, of: ({ decided_by }) => decided_by?.name ?? null },
    update_time: 24,
  },
});

/** What of them waits for staff: since it was linked, or changed. */
export const WAITING_METHODS: QueueSource = {
  kinds: ['bank_account'],
  table: 'payment_method',
  id: 'payment_method_id',
  since: sql.ref('updated_at'),
  waiting: (filters) =>
    isOfOrders(filters) ? undefined : [sql`status = 'unverified' and binding = 'bound'`, ...withId('payment_method_id', filters.item_id)],
  shown: async (tx, waits, reader) => {
    const { rows } = await tx.query<PaymentMethod>(
      'select * from payment_method where (owner_id, payment_method_id) in (select * from unnest($1::bigint[], $2::uuid[]))',
      [waits.map(({ owner_id }) => owner_id), waits.map(({ id }) => id)],
    );
    const accounts = await staffPaymentMethods.shown(tx, rows, reader);
    return new Map(accounts.map((bank_account) => [bank_account.payment_method_id, { kind: 'bank_account', bank_account }]));
  },
};
