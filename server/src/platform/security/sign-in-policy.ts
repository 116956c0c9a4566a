import type { SignInPolicy } from '@purser/contract/sign-in-policy';
import type { Queryable } from '@purser/ledger/accounts';
import type { Tx } from '../database/tx.ts';

/** The same, and it stays so until the transaction is over: for staff, who must not lose their last way in between a look and an act. */
export async function keepSignInPolicy(tx: Tx): Promise<SignInPolicy> {
  await tx.query('select from sign_in_policy where only_row for share');
  return readSignInPolicy(tx);
}

/** How people sign in, as it is now. Read where it counts, so that a change holds on every node at once. */
export async function readSignInPolicy(db: Queryable): Promise<SignInPolicy & { readonly revision: number }> {
  const { rows } = await db.query<SignInPolicy & { revision: number }>(
    `select revision, staff_idle_min, staff_absolute_min, merchant_idle_min, merchant_absolute_min, user_idle_min, user_absolute_min,
       attempts, staff_password_minimum, staff_factor, key_needs_identity, payment_needs_identity, payment_needs_bank_account,
       withdrawal_needs_identity
     from sign_in_policy where only_row`,
  );
  const [policy] = rows;
  if (!policy) throw new Error('there is no sign-in policy');
  return policy;
}
