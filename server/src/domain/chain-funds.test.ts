import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { chainFunds } from './chain-funds.ts';

/** What alarms know of nonces that are missing. */

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ routes: () => [] });
});
afterAll(() => app.close());

const [HOT, FORMER] = [Buffer.alloc(20, 1), Buffer.alloc(20, 2)];
/** A nonce of a sender, and what became of it. */
type Signed = readonly [sender: Buffer, nonce: number, outcome: 'paid' | null];

async function fundsOf(network: string, signed: readonly Signed[]) {
  await app.sql('delete from chain_tx');
  await app.sql('delete from chain_nonce');
  await app.sql('insert into chain_nonce (network, sender, next_nonce, is_on) values ($1, $2, 9, true)', [network, HOT]);
  for (const [sender, nonce, outcome] of signed)
    await app.sql(
      `insert into chain_tx (network, txid, sender, nonce, attempt, owner_id, serial_number, raw, max_fee, max_tip, outcome)
       values ($1, $2, $3, $4, 1, 1, $5, '', 1, 0, $6)`,
      [network, randomBytes(32), sender, nonce, `WC-${sender[0]}-${nonce}`, outcome],
    );
  return (await chainFunds(app.platform.operator.db.system))[0];
}

const CASES: readonly (readonly [what: string, network: string, signed: readonly Signed[], funds: object])[] = [
  [
    'no gap where what lies between is settled',
    'ERC20',
    [
      [HOT, 5, null],
      [HOT, 6, 'paid'],
      [HOT, 7, null],
    ],
    { unmined: 2, has_gap: false },
  ],
  [
    'no gap between the nonces of two senders',
    'ERC20',
    [
      [FORMER, 90, null],
      [HOT, 5, null],
      [HOT, 6, null],
    ],
    { unmined: 3, has_gap: false },
  ],
  [
    'both of two senders that have the same nonce',
    'ERC20',
    [
      [FORMER, 5, null],
      [HOT, 5, null],
    ],
    { unmined: 2, has_gap: false },
  ],
  [
    'a gap where nothing was signed for what lies between',
    'ERC20',
    [
      [HOT, 5, null],
      [FORMER, 6, null],
      [HOT, 7, null],
    ],
    { unmined: 3, has_gap: true },
  ],
  [
    'no gap on TRON, where what lies between is settled',
    'TRC20',
    [
      [HOT, 5, null],
      [HOT, 6, 'paid'],
      [HOT, 7, null],
    ],
    { unmined: 2, has_gap: false },
  ],
  [
    'no gap on TRON, where numbers are ours alone',
    'TRC20',
    [
      [HOT, 5, null],
      [HOT, 7, null],
    ],
    { unmined: 2, has_gap: false },
  ],
];
it.each(CASES)('knows %s', async (_, network, signed, funds) => {
  expect(await fundsOf(network, signed)).toMatchObject({ network, ...funds });
});
