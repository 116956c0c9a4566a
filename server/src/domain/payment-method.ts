import { maskAccountNumber } from '@purser/contract/bank-account';
import type { OutputOf } from '@purser/contract/call';
import type { paymentMethodAdd } from '@purser/contract/features/payment-method';
import type { Selectable } from 'kysely';
import type { Schema } from '../platform/database/schema.ts';
import type { Tx } from '../platform/database/tx.ts';
import { refuse } from '../platform/http/refusal.ts';
import type { Secrets } from '../platform/security/secrets.ts';

/** A bank account that a merchant or a wallet user is paid out to. */
export type PaymentMethod = Selectable<Schema['payment_method']>;

/** A bank account as the wire shows it. */
export type ShownMethod = OutputOf<typeof paymentMethodAdd>;

const PURPOSE = 'payment-method';

/** How an account number is kept: sealed for this owner and account, known again by its hash, and shown by its end. */
export function keptNumber(secrets: Secrets, { ownerId, id, market }: { ownerId: number; id: string; market: string }, number: string) {
  return {
    sealed_number: secrets.sealBytes(PURPOSE, `${ownerId} ${id}`, Buffer.from(number, 'utf8')),
    number_mac: secrets.mac(PURPOSE, `${ownerId} ${market} ${number}`),
    shown_number: maskAccountNumber(number),
  };
}

/** The whole number: for the bank, and for staff who compare it. */
export function wholeNumber(
  secrets: Secrets,
  { owner_id, payment_method_id, sealed_number }: Pick<PaymentMethod, 'owner_id' | 'payment_method_id' | 'sealed_number'>,
): string {
  return secrets.openBytes(PURPOSE, `${owner_id} ${payment_method_id}`, sealed_number).toString('utf8');
}

/** Whether a number that is known by what is shown of it is an IBAN: only those show a country. */
export function showsIban(shownNumber: string): boolean {
  return /^[A-Z]{2}/.test(shownNumber);
}

/** One bank account, also one that was unlinked; undefined where the owner has none such. */
export function findPaymentMethod(tx: Tx, ownerId: number, id: string): Promise<PaymentMethod | undefined> {
  return tx
    .selectFrom('payment_method')
    .selectAll()
    .where('owner_id', '=', BigInt(ownerId))
    .where('payment_method_id', '=', id)
    .executeTakeFirst();
}

/** A bank account that its owner may have money paid out to now. Refuses with payment_method_unknown, _unverified, _off, in this order. */
export async function payableMethod(tx: Tx, ownerId: number, id: string): Promise<PaymentMethod> {
  const { rows } = await tx.query<PaymentMethod>(
    `select * from payment_method where owner_id = $1 and payment_method_id = $2 and binding || '' = 'bound' for share`,
    [ownerId, id],
  );
  const [method] = rows;
  if (!method) throw refuse('payment_method_unknown');
  if (method.status !== 'verified') throw refuse('payment_method_unverified');
  if (method.listing === 'off') throw refuse('payment_method_off');
  return method;
}

export function shownMethod(row: PaymentMethod): ShownMethod {
  return {
    payment_method_id: row.payment_method_id,
    kind: row.kind,
    market: row.market,
    holder_name: row.holder_name,
    bank_name: row.bank_name,
    bank_code: row.bank_code,
    account_number: row.shown_number,
    status: row.status,
    reason: shownReason(row),
    binding: row.binding,
    listing: row.listing,
    is_default: row.is_default,
    create_time: row.created_at.toISOString(),
    update_time: row.updated_at.toISOString(),
  };
}

/** Why it is rejected; a reason of before a change says nothing any more. */
export function shownReason({ status, reason }: Pick<PaymentMethod, 'status' | 'reason'>): string {
  return status === 'rejected' ? reason : '';
}
