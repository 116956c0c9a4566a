import type { WalletBankAccount } from '@purser/contract/wallet-bank';
import type { Tx } from '../platform/database/tx.ts';
import { refuse } from '../platform/http/refusal.ts';
import { type PaymentMethod, shownReason } from './payment-method.ts';

/** The bank accounts that a wallet user has linked, the newest first; there are few. */
export async function walletBankAccounts(tx: Tx, userId: number): Promise<WalletBankAccount[]> {
  const { rows } = await tx.query<PaymentMethod>(
    `select * from payment_method where owner_id = $1 and binding || '' = 'bound' order by payment_method_id desc`,
    [userId],
  );
  return rows.map((row) => ({
    payment_method_id: row.payment_method_id,
    market: row.market,
    holder_name: row.holder_name,
    bank_name: row.bank_name,
    account_number: row.shown_number,
    status: row.status,
    reason: shownReason(row),
  }));
}

/** The markets that a wallet user has enabled, and whether they can confirm anything. */
export async function walletMarkets(tx: Tx, userId: number): Promise<{ markets: readonly string[]; has_payment_password: boolean }> {
  const { rows } = await tx.query<{ markets: string[]; has_payment_password: boolean }>(
    'select markets, payment_password_hash is not null as has_payment_password from wallet_user where user_id = $1',
    [userId],
  );
  return rows[0] ?? { markets: [], has_payment_password: false };
}

/**
 * Acts of one wallet user come one after the other. Refuses a user who was suspended meanwhile, and one who has closed the account: of them nothing
 * may be kept any more.
 */
export async function lockWalletUser(tx: Tx, userId: number): Promise<void> {
  const { rows } = await tx.query<{ status: string; is_closed: boolean }>(
    'select status, closed_at is not null as is_closed from wallet_user where user_id = $1 for no key update',
    [userId],
  );
  const [user] = rows;
  if (!user || user.is_closed) throw refuse('unauthenticated');
  if (user.status !== 'normal') throw refuse('payer_suspended');
}
