import { expect } from '@playwright/test';
import { sql } from './database.ts';
import type { Screen } from './screen.ts';
import { setRates } from './rates.ts';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const SENDER = '0xde709f2102306220921060314715629080e2fb77';

/** Deposits of a merchant in every state, whose names begin with a mark; the first of them is held below the minimum. */
export async function plantDeposits(username: string, mark: string): Promise<number> {
  await setRates();
  const [found] = await sql<{ merchant_id: string }>('select merchant_id from merchant where username = $1', [username]);
  const merchantId = Number(found?.merchant_id);
  await sql(
    `insert into chain_deposit (owner_id, network, txid, ordinal, state, reason, address, sender, raw_amount, amount, block_number, block_hash, deposit_id,
       settled_at, serial_number, remark)
     select $1, 'ERC20', sha256(($2::text || n)::bytea), 0, state, reason, $3, $4, 60000000, 60000000, 21000000 + n, sha256('block'), $2 || n,
       case when state in ('confirming', 'orphaned') then null else now() end, case when state = 'credited' then 'RC0DEPOSIT' end,
       case when state = 'set_aside' then 'Người gửi báo mất ví, đang chờ xác minh' else '' end
     from unnest(array['held', 'held', 'set_aside', 'credited', 'confirming', 'orphaned', 'ignored'],
       array['below_minimum', 'suspended', 'blocked_sender', '', '', '', '']) with ordinality as made (state, reason, n)
     on conflict do nothing`,
    [merchantId, mark, ADDRESS, SENDER],
  );
  return merchantId;
}

/** What arrived on chains, as staff see and decide it. */
export function depositScreens(t: (key: string, values?: Record<string, string | number>) => string): Screen[] {
  return [
    { name: 'operator-deposits', title: t('menu.deposits'), path: '/operator/deposits' },
    { name: 'operator-deposits-none', title: t('menu.deposits'), path: '/operator/deposits?deposit_id=none' },
    {
      name: 'operator-deposit-held',
      path: '/operator/deposits?open=SCREEN1',
      act: async (page) => expect(page.getByRole('button', { name: t('deposits.credit'), exact: true })).toBeVisible(),
    },
    {
      name: 'operator-deposit-set-aside',
      path: '/operator/deposits?open=SCREEN3',
      act: async (page) => expect(page.getByText(t('deposits.nowTitle'))).toBeVisible(),
    },
    {
      name: 'operator-deposit-credit',
      path: '/operator/deposits?open=SCREEN1&credit',
      act: async (page) => page.getByRole('button', { name: t('deposits.credit'), exact: true }).click(),
    },
  ];
}
