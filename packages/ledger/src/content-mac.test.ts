import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mainAccount } from './account.ts';
import { canonicalContent, contentMac, storedPosting, type StoredLeg, type StoredPosting } from './content-mac.ts';
import type { Posting } from './posting.ts';
import { ALICE, Bank, BOB, COIN, KEY, OTHER_COIN } from './testing/bank.ts';

const HOLD = '01930000-0000-7000-8000-00000000000f';
const posting: Posting = {
  owner_id: ALICE,
  posting_id: '01930000-0000-7000-8000-000000000001',
  serial_number: 'TR1',
  type: 'transfer',
  legs: [
    { account: mainAccount(BOB, COIN), available: 99n, charge: 1n, counterparty: ALICE },
    { account: mainAccount(ALICE, COIN), available: -150n, frozen: 50n, pending: 1n, counterparty: BOB },
  ],
  note: { b: [1, { y: 'ü"', x: null }], a: 1e21 },
};

/** The same posting with one thing changed in its first leg. */
function leg(changes: Partial<Posting['legs'][number]>): Posting {
  const [first, second] = posting.legs as [Posting['legs'][number], Posting['legs'][number]];
  return { ...posting, legs: [{ ...first, ...changes }, second] };
}

it('is one unambiguous text, pinned here because stored MACs depend on it', () => {
  expect(canonicalContent(posting)).toBe(
    '["posting",10000001,"01930000-0000-7000-8000-000000000001","transfer","TR1",{"a":1e+21,"b":[1,{"x":null,"y":"ü\\""}]},' +
      '[[10000001,"USDP","main",-150,50,1,0,10000002],[10000002,"USDP","main",99,0,0,1,10000001]]]',
  );
});

it('says of a leg with a hold which one, and of the others what it always said', () => {
  const held = { ...posting, legs: [{ account: mainAccount(ALICE, COIN), available: -50n, frozen: 50n, hold: HOLD }], note: null };
  expect(canonicalContent(held)).toBe(
    `["posting",10000001,"01930000-0000-7000-8000-000000000001","transfer","TR1",null,[[10000001,"USDP","main",-50,50,0,0,null,"${HOLD}"]]]`,
  );
});

describe('the MAC', () => {
  it('does not depend on the order of legs, on what is left out or said to be nothing, or on the deadline', () => {
    const mac = contentMac(KEY, posting);
    const same: Posting[] = [
      { ...posting, legs: posting.legs.toReversed() },
      leg({ frozen: 0n, pending: 0n }),
      { ...posting, note: { a: 1e21, b: [1, { x: null, y: 'ü"' }] } },
      { ...posting, deadline: new Date() },
    ];
    for (const one of same) expect(contentMac(KEY, one)).toEqual(mac);
    expect(contentMac(KEY, { ...posting, note: undefined })).toEqual(contentMac(KEY, { ...posting, note: null }));
  });

  it.each<[string, Posting]>([
    ['owner', { ...posting, owner_id: BOB }],
    ['id', { ...posting, posting_id: '01930000-0000-7000-8000-000000000002' }],
    ['type', { ...posting, type: 'payment' }],
    ['serial number', { ...posting, serial_number: 'TR2' }],
    ['note', { ...posting, note: { b: [1, { y: 'ü"', x: null }], a: 1e22 } }],
    ['note left out', { ...posting, note: undefined }],
    ['account owner', leg({ account: mainAccount(BOB + 1, COIN) })],
    ['coin', leg({ account: mainAccount(BOB, OTHER_COIN) })],
    ['purpose', leg({ account: { ...mainAccount(BOB, COIN), purpose: 'reward' } })],
    ['available', leg({ available: 98n })],
    ['bucket', leg({ available: 0n, frozen: 99n })],
    ['pending', leg({ available: 0n, pending: 99n })],
    ['charge', leg({ charge: 2n })],
    ['hold', leg({ hold: HOLD })],
    ['counterparty', leg({ counterparty: 5 })],
    ['counterparty left out', leg({ counterparty: undefined })],
    ['legs', { ...posting, legs: posting.legs.slice(1) }],
    // A name that spells out the end of its own leg and the beginning of another.
    ['coin that imitates legs', leg({ account: mainAccount(BOB, 'USDP","main",99,0,0,1,10000001],[7,"USDP') })],
  ])('is another for another %s', (_, other) => {
    expect(contentMac(KEY, other)).not.toEqual(contentMac(KEY, posting));
  });

  it('is another under another key', () => {
    expect(contentMac(Buffer.alloc(32), posting)).not.toEqual(contentMac(KEY, posting));
  });

  it('is refused to an id that PostgreSQL would spell otherwise', () => {
    expect(() => contentMac(KEY, { ...posting, posting_id: posting.posting_id.replace('7', 'A') })).toThrow(RangeError);
    expect(() => contentMac(KEY, leg({ hold: HOLD.toUpperCase() }))).toThrow(RangeError);
  });
});

describe('what is stored', () => {
  let bank: Bank;
  beforeAll(async () => {
    bank = await Bank.open();
    await bank.issue(mainAccount(ALICE, COIN), 1_000n);
  });
  afterAll(() => bank.close());

  it('gives the same MAC again, from rows alone', async () => {
    const legs = [
      { account: mainAccount(BOB, COIN), available: 99n, charge: 1n, counterparty: ALICE },
      { account: mainAccount(ALICE, COIN), available: -150n, frozen: 51n, hold: HOLD },
    ];
    await bank.post({ ...posting, legs });
    const made = await bank.app.query<StoredPosting & { content_mac: Buffer }>('select * from ledger.posting where posting_id = $1', [
      posting.posting_id,
    ]);
    const entries = await bank.app.query<StoredLeg>(
      `select owner_id, coin, purpose, available_after - available_before as available, frozen_after - frozen_before as frozen,
         pending_after - pending_before as pending, charge, counterparty, hold_id
       from ledger.entry where posting_owner_id = $1 and posting_id = $2`,
      [posting.owner_id, posting.posting_id],
    );
    const [row] = made.rows;
    expect(entries.rows.length).toBe(2);
    expect(row && contentMac(KEY, storedPosting(row, entries.rows))).toEqual(row?.content_mac);
  });
});
