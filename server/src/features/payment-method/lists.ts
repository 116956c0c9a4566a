import { paymentMethodQuery, staffPaymentMethodQuery } from '@purser/contract/features/payment-method';
import { type OwnerNames, ownerNames } from '../../domain/owners.ts';
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
    owner_name: ({ owner_id }, names: OwnerNames) => names.get(owner_id) ?? '',
  },
  beside: ownerNames,
});
