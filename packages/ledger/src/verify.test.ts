import { afterAll, beforeAll, expect, it } from 'vitest';
import { mainAccount } from './account.ts';
import { planTransfer } from './posting.ts';
import { ALICE, Bank, BOB, COIN, identity, OTHER_COIN } from './testing/bank.ts';
import { verifyInTransaction, verifyLedger } from './verify.ts';

let bank: Bank;
beforeAll(async () => {
  bank = await Bank.open();
  await bank.issue(mainAccount(ALICE, COIN), 100_000n);
  await bank.issue(mainAccount(BOB, OTHER_COIN), 5_000n);
  for (let i = 0; i < 3; i += 1) {
    await bank.post(planTransfer({ ...identity(ALICE), from: ALICE, to: BOB, coin: COIN, amount_minor: 1_000n, fee_minor: 1n }));
  }
  await bank.owner.query('select ledger.roll_up(100, 100, 1)');
});
afterAll(() => bank.close());

it('finds nothing in a ledger that is whole, and counts it, as the owner and as the application', async () => {
  for (const pool of [bank.owner, bank.app]) {
    const client = await pool.connect();
    expect(await verifyLedger(client)).toMatchObject({ accounts: 13n, postings: 5n, entries: 13n, coins: 2n, breaks: [] });
    client.release();
  }
});

const CHAIN = 'entries of an account chain from zero without a gap, and its time never runs backwards';
const TYPED = 'entries of a type are numbered without a gap, and the account knows the last';
const BALANCE = 'each balance equals its last entry';
const FLOOR = 'nothing is below its floor';
const ZERO = 'each posting sums to zero per coin';
const HAS_POSTING = 'every entry has its posting, which says the same';
const HAS_ENTRIES = 'every posting has its entries';
const COINS = 'per coin all accounts sum to zero';
const ROLLED = 'hourly totals hold exactly the entries that were rolled up';
const alice = `owner_id = ${ALICE} and coin = '${COIN}'`;

it.each([
  ['a balance was changed by hand', `update ledger.account set available = available + 1 where ${alice}`, [BALANCE, COINS]],
  ['frozen was changed by hand', `update ledger.account set frozen = frozen + 1 where ${alice}`, [BALANCE, COINS]],
  ['the version was changed by hand', `update ledger.account set version = version + 1 where ${alice}`, [BALANCE]],
  ['an entry in the middle is gone', `delete from ledger.entry where ${alice} and version = 2`, [CHAIN, ZERO]],
  ['the last entry is gone', `delete from ledger.entry where ${alice} and version = 4`, [BALANCE, ZERO]],
  ['an account is gone', `delete from ledger.account where ${alice}`, [BALANCE, COINS]],
  [
    'an entry tells another amount',
    `update ledger.entry set available_after = available_after + 1 where ${alice} and version = 2`,
    [CHAIN, ZERO],
  ],
  [
    'an entry tells another time',
    `update ledger.entry set posted_at = posted_at + interval '1 day' where ${alice} and version = 2`,
    [CHAIN],
  ],
  ['an entry is numbered wrongly within its type', `update ledger.entry set type_version = 9 where ${alice} and version = 2`, [TYPED]],
  ['an account was told another last type', `update ledger.account set last_type_version = 9 where ${alice}`, [TYPED]],
  ['an entry tells another serial number', `update ledger.entry set serial_number = 'X' where ${alice} and version = 2`, [HAS_POSTING]],
  ['an entry tells another type', `update ledger.entry set type = 'payment' where ${alice} and version = 2`, [HAS_POSTING]],
  [
    'a posting is gone',
    `delete from ledger.posting where owner_id = ${ALICE} and serial_number = (select min(serial_number) from ledger.posting where owner_id = ${ALICE})`,
    [HAS_POSTING],
  ],
  [
    'a posting has no entries',
    `insert into ledger.posting (owner_id, posting_id, type, serial_number, content_mac, posted_at) values (${ALICE}, gen_random_uuid(), 'transfer', 'X', sha256(''), now())`,
    [HAS_ENTRIES],
  ],
  [
    'an account is below its floor',
    `alter table ledger.account drop constraint account_floor; update ledger.account set available = -5 where ${alice}`,
    [BALANCE, FLOOR, COINS],
  ],
  ['an hourly total was changed by hand', `update ledger.hourly_total set count = count + 1 where ${alice}`, [ROLLED]],
  ['a watermark was changed by hand', `update ledger.rollup set rolled_up_to_version = 1 where ${alice}`, [ROLLED]],
])('finds that %s', async (_, corruption, checks) => {
  const client = await bank.owner.connect();
  try {
    // The corruption is planted in a transaction that is undone.
    await client.query('begin isolation level repeatable read');
    await client.query(corruption);
    const found = await verifyInTransaction(client);
    const names = new Set(found.breaks.map((one) => one.check));
    for (const check of checks) expect(names).toContain(check);
    expect(found.breaks.map((one) => one.where).join()).toMatch(/account|posting/);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
