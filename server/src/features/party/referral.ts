import type { OutputOf } from '@purser/contract/call';
import { MOST_SHOWN_WITH_PARTY, type partyUserDetail } from '@purser/contract/features/party-detail';
import type { Tx } from '../../platform/database/tx.ts';

type Referral = OutputOf<typeof partyUserDetail>['referral'];

/** Who referred a wallet user, whom they referred, and what that has earned them. */
export async function referralOf(tx: Tx, userId: number): Promise<Referral> {
  const { rows: codes } = await tx.query<{ code: string }>('select code from referral_code where owner_id = $1', [userId]);
  const { rows: agents } = await tx.query<{ user_id: bigint; nick: string }>(
    `with referred as materialized (select agent_id from referral where user_id = $1)
     select agent.user_id, agent.nick from referred join wallet_user agent on agent.user_id = referred.agent_id`,
    [userId],
  );
  const { rows: users } = await tx.query<{ user_id: bigint; nick: string; create_time: Date; came: bigint }>(
    `select user_id, nick, create_time, count(*) over () as came
     from referral join wallet_user using (user_id) where agent_id = $1 order by user_id desc limit ${MOST_SHOWN_WITH_PARTY}`,
    [userId],
  );
  const { rows: earned } = await tx.query<{ coin: string; paid: bigint; due: bigint }>(
    `select coin, coalesce(sum(amount) filter (where state = 'paid'), 0)::bigint as paid, coalesce(sum(amount) filter (where state = 'due'), 0)::bigint as due
     from commission where owner_id = $1 and state <> 'none' group by coin order by coin`,
    [userId],
  );
  await tx.coins.know(
    earned.map(({ coin }) => coin),
    tx,
  );
  const [agent] = agents;
  return {
    code: codes[0]?.code ?? null,
    agent: agent ? { user_id: Number(agent.user_id), nick: agent.nick } : null,
    came: Number(users[0]?.came ?? 0),
    users: users.map(({ user_id, nick, create_time }) => ({ user_id: Number(user_id), nick, create_time: create_time.toISOString() })),
    commissions: earned.map(({ coin, paid, due }) => ({
      coin_name: coin,
      paid: tx.coins.format(paid, coin),
      due: tx.coins.format(due, coin),
    })),
  };
}
