import { paymentMethodQuery, staffPaymentMethodQuery } from '@purser/contract/features/payment-method';
import type { Queryable } from '@purser/ledger/accounts';
import { type PaymentMethod, shownReason } from '../../domain/payment-method.ts';
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

/** The merchant's bank accounts. */
export const paymentMethods = list(paymentMethodQuery, { ...METHODS, columns: COLUMNS });

/** Everybody's, for staff. */
export const staffPaymentMethods = list(staffPaymentMethodQuery, {
  ...METHODS,
  ranges: ['party', 'status', 'binding'],
  leading: ['market'],
  columns: {
    ...COLUMNS,
    owner_name: ({ owner_id }, names: ReadonlyMap<bigint, string>) => names.get(owner_id) ?? '',
  },
  beside: async (db, rows): Promise<ReadonlyMap<bigint, string>> => namesOf(db, rows),
});

async function namesOf(db: Queryable, rows: readonly Pick<PaymentMethod, 'owner_id'>[]): Promise<ReadonlyMap<bigint, string>> {
  const { rows: names } = await db.query<{ id: bigint; name: string }>(
    `select merchant_id as id, name from merchant where merchant_id = any ($1::bigint[])
     union all select user_id, nick from wallet_user where user_id = any ($1::bigint[])`,
    [[...new Set(rows.map(({ owner_id }) => owner_id))]],
  );
  return new Map(names.map(({ id, name }) => [id, name]));
}
