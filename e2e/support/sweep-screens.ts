import { expect } from '@playwright/test';
import { sql } from './database.ts';
import type { Screen } from './screen.ts';

export const SWEPT = '0x52908400098527886E0F7030069857D2E4169EE7';
const COLD = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
/** A transfer of USDT, and gas for an address, as the signer makes them. */
const TRANSFER =
  '02f86e0180843b9aca008507558bdb0083014a1494dac17f958d2ee523a2206206994597c13d831ec780b844a9059cbb00000000000000000000000052908400098527886e0f7030069857d2e4169ee7000000000000000000000000000000000000000000000000000000000bebc200c0';
const FUEL = '02ef0107843b9aca008507558bdb008252089452908400098527886e0f7030069857d2e4169ee7870974d8f73b1c0080c0';

/** Sweeps of a merchant's addresses in every state, whose names begin with a mark; the third of them was given gas and is signed. */
export async function plantSweeps(username: string, mark: string): Promise<void> {
  await sql(
    `insert into chain_balance (network, address, owner_id, received, swept)
     select 'ERC20', $2, merchant_id, 1250750000, 0 from merchant where username = $1 on conflict do nothing`,
    [username, SWEPT],
  );
  await sql(
    `insert into sweep (network, sweep_id, owner_id, address, derivation_index, state, why, is_asked, raw_amount, destination, fuelled, fuel, planned_at, done_at)
     select 'ERC20', $2::text || n, merchant_id, case when n = 1 then $3 else '0x' || encode(substr(sha256(($2::text || n)::bytea), 1, 20), 'hex') end, 100 + n, state,
       why, n = 6, case when state in ('signed', 'settled') then 200000000 end, case when state in ('signed', 'settled') then $4 end,
       case when state = 'planned' then 0 else 1 end, case when state = 'planned' then 0 else 2661750000000000 end, now() - n * interval '7 minutes',
       case when state in ('settled', 'failed') then now() end
     from merchant, unnest(array['planned', 'fuelling', 'signed', 'settled', 'failed', 'planned'], array['gas_short', '', '', '', 'reverted', 'chain_refuses'])
       with ordinality as made (state, why, n)
     where username = $1 on conflict do nothing`,
    [username, mark, SWEPT, COLD],
  );
  await sql(
    `insert into chain_tx (network, txid, sender, nonce, attempt, kind, owner_id, serial_number, raw, max_fee, max_tip, sent_block, seen_block, outcome, signed_at)
     select 'ERC20', sha256((sweep_id || one.kind)::bytea), substr(sha256((sweep_id || one.kind)::bytea), 1, 20), 0, 1, one.kind, owner_id,
       sweep_id || case when one.kind = 'fuel' then ' 1' else '' end, decode(case when one.kind = 'fuel' then $3 else $2 end, 'hex'), 31500000000, 1000000000,
       21000400, case when one.kind = 'fuel' or state = 'settled' then 21000402 end, case when one.kind = 'fuel' or state = 'settled' then 'paid' end,
       planned_at + case when one.kind = 'fuel' then interval '1 minute' else interval '5 minutes' end
     from sweep, unnest(array['fuel', 'sweep']) as one (kind) where sweep_id like $1 || '%' and state in ('signed', 'settled') on conflict do nothing`,
    [mark, TRANSFER, FUEL],
  );
}

/** What the signer brings together, as staff read it. */
export function sweepScreens(t: (key: string) => string): Screen[] {
  return [
    { name: 'operator-sweeps', title: t('menu.sweeps'), path: '/operator/sweeps' },
    { name: 'operator-sweeps-none', title: t('menu.sweeps'), path: '/operator/sweeps?sweep_id=none' },
    {
      name: 'operator-sweep-planned',
      path: '/operator/sweeps?open=SWEEP1',
      act: async (page) => expect(page.getByRole('dialog').getByText(t('chains.attemptsNone'))).toBeVisible(),
    },
    {
      name: 'operator-sweep-signed',
      path: '/operator/sweeps?open=SWEEP3',
      act: async (page) => page.getByText(t('chains.attempt.fuel')).scrollIntoViewIfNeeded(),
    },
  ];
}
