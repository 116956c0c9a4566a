import { sql } from './database.ts';
import { ownPayer, type OwnPayer } from './own-payer.ts';
import type { Screen } from './screen.ts';

/** An agent of a test's own, who gets a share of fees in a coin. */
export async function ownAgent(what: string, nick: string, { coin, share }: { coin: string; share: number }): Promise<OwnPayer> {
  const agent = await ownPayer(what, nick);
  await sql(`update wallet_user set kind = 'agent' where user_id = $1`, [agent.userId]);
  await sql(
    `insert into kind_terms (kind, coin, commission_bp) values ('agent', $1, $2) on conflict (kind, coin) do update set commission_bp = excluded.commission_bp`,
    [coin, share],
  );
  return agent;
}

let referring: Promise<OwnPayer> | undefined;

/** An agent by whose code somebody came. */
export function referringPayer(): Promise<OwnPayer> {
  referring ??= (async () => {
    const agent = await ownAgent('referring', 'Nguyễn Thị Phương Mai', { coin: 'USDP', share: 1500 });
    const came = await ownPayer('referred', 'Bùi Quang Huy');
    await sql('insert into referral (user_id, agent_id) values ($1, $2)', [came.userId, agent.userId]);
    return agent;
  })();
  return referring;
}

export const REFERRAL_SCREENS: readonly Screen[] = [{ name: 'referral', path: '/wallet/referral' }];
