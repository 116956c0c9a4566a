import type { Withdrawal } from '@purser/client';
import { shop } from './shop.ts';
import { sql } from './database.ts';

let withdrawals = 0;

/** A withdrawal of one of the demo's users, as the shop's system asks for it. */
export async function newWithdrawal(username: string, coin: string, amount: string, note = ''): Promise<Withdrawal> {
  withdrawals += 1;
  const [user] = await sql<{ user_id: string }>('select user_id from wallet_user where username = $1', [username]);
  return (await shop()).withdrawals.create({
    order_id: `W-${Date.now().toString(36)}-${withdrawals}`,
    payment_id: Number(user?.user_id),
    coin_name: coin,
    amount,
    note,
  });
}
