import { PAYER_VERIFICATIONS, type PayerVerification, type SignInPolicy } from '@purser/contract/sign-in-policy';
import type { Tx } from '../platform/database/tx.ts';
import { refuse } from '../platform/http/refusal.ts';
import { readSignInPolicy } from '../platform/security/sign-in-policy.ts';

/** What a wallet user must still verify before they pay, by the policy as it is now. Within their own scope. */
export async function missingForPayment(tx: Tx, userId: number): Promise<PayerVerification[]> {
  return missingBy(await readSignInPolicy(tx), tx, userId);
}

async function missingBy(policy: SignInPolicy, tx: Tx, userId: number): Promise<PayerVerification[]> {
  const { rows } = await tx.query<Record<PayerVerification, boolean>>(
    `select authentication_status = 'approved' as identity, payment_password_hash is not null as payment_password,
       exists (select from payment_method where owner_id = user_id and binding || '' = 'bound' and status = 'verified') as bank_account
     from wallet_user where user_id = $1`,
    [userId],
  );
  const required = {
    identity: policy.payment_needs_identity,
    bank_account: policy.payment_needs_bank_account,
    payment_password: true,
  } satisfies Record<PayerVerification, boolean>;
  return PAYER_VERIFICATIONS.filter((name) => required[name] && rows[0]?.[name] !== true);
}

/** Refuses a payment for what the policy asks beside the payment password, which is asked for and counted by itself. */
export async function refuseUnverifiedPayer(tx: Tx, userId: number): Promise<void> {
  const policy = await readSignInPolicy(tx);
  // Most installations ask for nothing more: their payments do not look the payer up once again.
  if (!policy.payment_needs_identity && !policy.payment_needs_bank_account) return;
  const missing = await missingBy(policy, tx, userId);
  if (missing.some((name) => name !== 'payment_password')) throw refuse('verification_incomplete', {}, { missing });
}

/** Whether the policy wants the identity of a merchant or a wallet user approved before they withdraw, and it is not. */
export async function withdrawalNeedsIdentity(tx: Tx, ownerId: number): Promise<boolean> {
  if (!(await readSignInPolicy(tx)).withdrawal_needs_identity) return false;
  const { rows } = await tx.query(
    `select from merchant where merchant_id = $1 and authentication_status = 'approved'
     union all select from wallet_user where user_id = $1 and authentication_status = 'approved'`,
    [ownerId],
  );
  return rows.length === 0;
}

export async function refuseUnverifiedWithdrawal(tx: Tx, ownerId: number): Promise<void> {
  if (await withdrawalNeedsIdentity(tx, ownerId)) throw refuse('withdrawal_needs_identity');
}
