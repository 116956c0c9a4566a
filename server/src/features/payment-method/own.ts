import { isIban, MOST_PAYMENT_METHODS, readAccountNumber, readBankCode } from '@purser/contract/bank-account';
import type { ParsedInputOf } from '@purser/contract/call';
import type { paymentMethodAdd, paymentMethodUpdate } from '@purser/contract/features/payment-method';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { findPaymentMethod, keptNumber, type PaymentMethod, showsIban } from '../../domain/payment-method.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Secrets } from '../../platform/security/secrets.ts';

/** What an owner does with bank accounts, a merchant or a wallet user alike. The caller holds the owner's row locked. */

interface Owner {
  readonly ownerId: number;
  readonly party: PaymentMethod['party'];
}

type NewAccount = Omit<ParsedInputOf<typeof paymentMethodAdd>, 'google_code'>;
type Changes = Omit<ParsedInputOf<typeof paymentMethodUpdate>, 'google_code'>;

/** Links a bank account; the first one of its market is offered first. Refuses in the order of `paymentMethodAdd`. */
export async function linkMethod(
  tx: Tx,
  secrets: Secrets,
  { ownerId, party }: Owner,
  { market, holder_name, bank_name, bank_code, account_number }: NewAccount,
): Promise<PaymentMethod> {
  await mustHaveMarket(tx, { ownerId, party }, market);
  const number = readAccountNumber(account_number);
  if (number === undefined) throw refuse('account_number_invalid');
  const code = codeOf(bank_code, isIban(number));
  const id = uuidv7();
  const kept = keptNumber(secrets, { ownerId, id, market }, number);
  const { rows } = await tx.query<{ linked: number; known: boolean; first: boolean }>(
    `select count(*)::int as linked, coalesce(bool_or(market = $2 and number_mac = $3), false) as known,
       not coalesce(bool_or(market = $2), false) as first
     from payment_method where owner_id = $1 and binding || '' = 'bound'`,
    [ownerId, market, kept.number_mac],
  );
  const { linked = 0, known = false, first = false } = rows[0] ?? {};
  if (known) throw refuse('payment_method_known');
  if (linked >= MOST_PAYMENT_METHODS) throw refuse('payment_method_limit', { limit: MOST_PAYMENT_METHODS });
  const details = { party, market, holder_name, bank_name, bank_code: code, is_default: first };
  return tx
    .insertInto('payment_method')
    .values({ owner_id: BigInt(ownerId), payment_method_id: id, ...details, ...kept })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes what is said of an account. What a bank goes by is verified anew; whether it is listed is its owner's own business. */
export async function changeMethod(tx: Tx, ownerId: number, changes: Changes): Promise<PaymentMethod> {
  const { holder_name, bank_name, listing } = changes;
  const method = await boundMethod(tx, ownerId, changes.payment_method_id);
  const bank_code = codeOf(changes.bank_code, showsIban(method.shown_number));
  const differs = holder_name !== method.holder_name || bank_name !== method.bank_name || bank_code !== method.bank_code;
  return tx
    .updateTable('payment_method')
    .set({ holder_name, bank_name, bank_code, listing, version: method.version + (differs ? 1 : 0), updated_at: sql<Date>`now()` })
    .where('owner_id', '=', BigInt(ownerId))
    .where('payment_method_id', '=', method.payment_method_id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Unlinks an account. It stays on record, as withdrawals were paid out to it. */
export async function unlinkMethod(tx: Tx, ownerId: number, id: string): Promise<PaymentMethod> {
  const method = await boundMethod(tx, ownerId, id);
  return tx
    .updateTable('payment_method')
    .set({ binding: 'unbound', is_default: false, updated_at: sql<Date>`now()` })
    .where('owner_id', '=', BigInt(ownerId))
    .where('payment_method_id', '=', method.payment_method_id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Makes an account the one that is offered first in its market. */
export async function preferMethod(tx: Tx, ownerId: number, id: string): Promise<PaymentMethod> {
  const method = await boundMethod(tx, ownerId, id);
  await tx.query('update payment_method set is_default = false where owner_id = $1 and market = $2 and is_default', [
    ownerId,
    method.market,
  ]);
  const { rows } = await tx.query<PaymentMethod>(
    'update payment_method set is_default = true, updated_at = now() where owner_id = $1 and payment_method_id = $2 returning *',
    [ownerId, id],
  );
  return rows[0] as PaymentMethod;
}

async function boundMethod(tx: Tx, ownerId: number, id: string): Promise<PaymentMethod> {
  const method = await findPaymentMethod(tx, ownerId, id);
  if (method?.binding !== 'bound') throw refuse('payment_method_unknown');
  return method;
}

/** Which bank it is: an IBAN says so itself. */
function codeOf(text: string, ofIban: boolean): string {
  const code = readBankCode(text);
  if (code === undefined || (code === '' && !ofIban)) throw refuse('bank_code_invalid');
  return code;
}

/** Money of a market goes out to those who have enabled it. */
async function mustHaveMarket(tx: Tx, { ownerId, party }: Owner, market: string): Promise<void> {
  const known = await tx.selectFrom('market').select('market').where('market', '=', market).executeTakeFirst();
  if (!known) throw refuse('market_unknown');
  const id = BigInt(ownerId);
  const owner =
    party === 'merchant'
      ? await tx.selectFrom('merchant').select('markets').where('merchant_id', '=', id).executeTakeFirst()
      : await tx.selectFrom('wallet_user').select('markets').where('user_id', '=', id).executeTakeFirst();
  if (!owner?.markets.includes(market)) throw refuse('market_not_enabled');
}
