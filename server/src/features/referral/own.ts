import type { WalletReferral } from '@purser/contract/features/referral';
import { formatRate } from '@purser/contract/money';
import { registerPage } from '@purser/contract/payer-pages';
import { newReferralCode } from '@purser/contract/referral';
import { balancesOf } from '@purser/ledger/accounts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Platform } from '../../platform/platform.ts';

/** What a wallet user has as an agent, and had. An agent who asks for the first time gets a code. */
export function ownReferral({ db, settings }: Platform, userId: number): Promise<WalletReferral> {
  return db.scoped(userId, async (tx) => {
    const { rows: users } = await tx.query<{ is_agent: boolean }>(
      `select kind = 'agent' and status = 'normal' as is_agent from wallet_user where user_id = $1`,
      [userId],
    );
    const [user] = users;
    if (!user) throw refuse('unauthenticated');
    const code = user.is_agent ? await codeOf(tx, userId) : null;
    const { rows: counted } = await tx.query<{ came: bigint }>('select count(*) as came from referral where agent_id = $1', [userId]);
    return {
      own: code === null ? null : { code, link: `${settings.publicUrl}${registerPage.path ?? ''}?ref=${code}` },
      came: Number(counted[0]?.came ?? 0),
      coins: await coinsOf(tx, userId, user.is_agent),
    };
  });
}

/** The agent's code; of two who ask at once for the first time, one makes it. */
async function codeOf(tx: Tx, userId: number): Promise<string> {
  // That a new one is somebody's already happens once in a million million times.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { rows } = await tx.query<{ code: string }>('select code from referral_code where owner_id = $1', [userId]);
    if (rows[0]) return rows[0].code;
    await tx.query('insert into referral_code (code, owner_id) values ($1, $2) on conflict do nothing', [newReferralCode(), userId]);
  }
  const { rows } = await tx.query<{ code: string }>('select code from referral_code where owner_id = $1', [userId]);
  if (!rows[0]) throw new Error(`no referral code could be made for ${userId}`);
  return rows[0].code;
}

/** Per coin: the share that holds, and what it has come to. */
async function coinsOf(tx: Tx, userId: number, isAgent: boolean): Promise<WalletReferral['coins']> {
  const { rows } = await tx.query<{ coin: string; share_bp: number | null; paid: bigint; due: bigint }>(
    `select coin, terms.commission_bp as share_bp, coalesce(earned.paid, 0)::bigint as paid, coalesce(earned.due, 0)::bigint as due
     from (
       select coin, sum(amount) filter (where state = 'paid') as paid, sum(amount) filter (where state = 'due') as due
       from commission where owner_id = $1 and state <> 'none' group by coin
     ) as earned
     full join (select coin, commission_bp from kind_terms where kind = 'agent' and commission_bp > 0 and $2) as terms using (coin)
     order by coin`,
    [userId, isAgent],
  );
  await tx.coins.know(
    rows.map(({ coin }) => coin),
    tx,
  );
  const held = new Set((await balancesOf(tx, userId)).filter(({ purpose }) => purpose === 'main').map(({ coin }) => coin));
  return rows.map(({ coin, share_bp, paid, due }) => ({
    coin_name: coin,
    commission_rate: isAgent ? formatRate(share_bp ?? 0) : null,
    paid: tx.coins.format(paid, coin),
    due: tx.coins.format(due, coin),
    is_held: held.has(coin),
  }));
}
