import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { onCluster } from '../../../server/src/platform/testing/citus.ts';
import { isProvider, mainAccount, rewardAccount, stripeOf } from './account.ts';
import { openAccounts } from './accounts.ts';
import { type CrossingEnd, takeDueCrossings } from './crossing-ends.ts';
import { crossingStates, postAcross } from './crossings.ts';
import { type Crossing, halvesOf } from './halves.ts';
import { planPayment, type Posting } from './posting.ts';
import { SHARD_GROUP_COUNTS, ShardGroups, setShardGroups } from './shard-groups.ts';
import { ALICE, BOB, COIN, identity, KEY, move, USER } from './testing/bank.ts';
import { Across, inTransaction, openGroupedBank } from './testing/groups.ts';
import { verifyLedger } from './verify.ts';

/** Alice's group is the user's, Bob's is the other one. */
const [alice, bob, user] = [ALICE, BOB, USER].map((owner) => mainAccount(owner, COIN)) as [
  ReturnType<typeof mainAccount>,
  ReturnType<typeof mainAccount>,
  ReturnType<typeof mainAccount>,
];

let across: Across;
beforeAll(async () => {
  across = new Across(await openGroupedBank(2));
});
afterAll(() => across.bank.close());
beforeEach(async () => {
  await across.bank.owner.query('truncate ledger.crossing, ledger.crossing_end');
  await across.bank.empty();
  await across.bank.issue(user, 1_000n);
});

const payment = (merchant = BOB, of: Partial<Parameters<typeof planPayment>[0]> = {}) =>
  planPayment({ ...identity(merchant), payer: USER, merchant, coin: COIN, amount_minor: 100n, fee_minor: 3n, ...of });
const available = async (account: Parameters<typeof across.bank.buckets>[0]) => (await across.bank.buckets(account))[0];

/** Begins and gives the crossing that it became. */
async function begun(posting: Posting): Promise<Crossing> {
  const [result] = await across.post([{ posting }]);
  if (result?.outcome !== 'begun') throw new Error(`the posting was ${result?.outcome}`);
  return result.crossing;
}

async function breaks(): Promise<string[]> {
  const client = await across.bank.app.connect();
  try {
    return (await verifyLedger(client, KEY)).breaks.map(({ check, where, found }) => `${check}: ${where}: ${found}`);
  } finally {
    client.release();
  }
}

async function feesOf(owner: number): Promise<bigint> {
  const { rows } = await across.bank.owner.query<{ sum: string }>(
    `select sum(available)::text as sum from ledger.account where purpose = 'fees' and coin = $1 and ledger.stripe_of(owner_id - 1) = $2`,
    [COIN, stripeOf(owner)],
  );
  return BigInt(rows[0]?.sum ?? 0);
}

const state = async (crossing: Crossing) => (await crossingStates(across.bank.owner, [crossing]))[0];

describe('groups', () => {
  it('are those of the database, and the fees of an owner lie in the group of the owner', async () => {
    const ids = [1, 2, 16, 17, 18, 128, 129, ALICE, BOB, USER, 2 ** 47];
    for (const count of SHARD_GROUP_COUNTS) {
      const groups = new ShardGroups(count);
      await setShardGroups(across.bank.owner, count);
      const { rows } = await across.bank.app.query<{ found: number }>(
        'select ledger.shard_of(id) as found from unnest($1::bigint[]) with ordinality as i(id, place) order by place',
        [ids],
      );
      expect(rows.map(({ found }) => found)).toEqual(ids.map((id) => groups.of(id)));
      expect(new Set(ids.map((id) => groups.of(id))).size).toBe(Math.min(count, new Set(ids.map((id) => groups.of(id))).size));
      for (const id of ids.filter((one) => !isProvider(one)))
        for (const slot of [0, 1, 7]) expect(groups.of(stripeOf(id) + 16 * slot)).toBe(groups.of(id));
    }
    await setShardGroups(across.bank.owner, 2);
  });

  it('are one on plain PostgreSQL: nothing is made in halves', () => {
    expect(halvesOf(payment(), new ShardGroups(1))).toBeUndefined();
    expect(halvesOf(payment(), new ShardGroups(2))).toBeDefined();
  });

  it('cannot be crossed by what is taken on both sides, or spread over three', () => {
    const both = { ...move(user, bob, 5n), legs: [...move(user, bob, 5n).legs, ...move(mainAccount(BOB + 2, COIN), alice, 1n).legs] };
    expect(() => halvesOf(both, new ShardGroups(2))).toThrow(RangeError);
    const three = {
      ...move(user, bob, 5n),
      legs: [
        ...move(user, bob, 5n).legs.slice(0, 1),
        { account: bob, available: 3n },
        { account: mainAccount(BOB + 1, COIN), available: 2n },
      ],
    };
    expect(() => halvesOf(three, new ShardGroups(4))).toThrow(RangeError);
  });
});

it('makes what lies in one group whole, at once', async () => {
  const posting = payment(ALICE);
  expect(await across.post([{ posting }, { posting }])).toMatchObject([{ outcome: 'posted' }, { outcome: 'replayed' }]);
  expect([await available(user), await available(alice), await across.clearing(), await across.underWay()]).toEqual([900n, 97n, 0n, 0]);
});

// Where the nodes are real ones, a posting is made whole over all of them, and halves are refused (docs/citus.md).
describe.skipIf(onCluster)('a posting over two groups', () => {
  it('takes from the payer first, and gives to the merchant in a second transaction', async () => {
    const crossing = await begun(payment());
    expect([await available(user), await available(bob), await across.clearing()]).toEqual([900n, 0n, 100n]);
    expect([await state(crossing), await breaks()]).toEqual(['under_way', []]);
    const ends = await across.end([crossing]);
    expect(ends).toEqual([{ outcome: 'made', posted_at: expect.any(Date) }]);
    expect([await available(user), await available(bob), await across.clearing()]).toEqual([900n, 97n, 0n]);
    expect([await state(crossing), await breaks()]).toEqual(['made', []]);
    expect(await across.settle([crossing], ends)).toEqual([true]);
    expect([await across.underWay(), await state(crossing), await breaks()]).toEqual([0, 'made', []]);
  });

  it('gives the half in the group of its owner its own id, whichever that is', async () => {
    const [paid, sent] = [payment(), move(user, bob, 5n, { owner_id: USER })];
    const [one, other] = [await begun(paid), await begun(sent)];
    expect([one.second, other.first]).toMatchObject([paid, sent].map(({ owner_id, posting_id }) => ({ owner_id, posting_id })));
    expect([one.first.owner_id, other.second.owner_id]).toEqual([USER, BOB]);
    for (const { first, second } of [one, other]) {
      const groups = (posting: Posting) =>
        new Set([posting.owner_id, ...posting.legs.map(({ account }) => account.owner_id)].map((id) => across.groups.of(id)));
      expect([groups(first).size, groups(second).size]).toEqual([1, 1]);
    }
  });

  it('is found and driven by whoever looks, as its first half is stored', async () => {
    const crossing = await begun({ ...payment(), note: { kind: 'a note of its own' } });
    const [found] = await across.take();
    expect(found?.second).toEqual(crossing.second);
    await across.driveAll();
    expect([await state(crossing), await available(bob), await breaks()]).toEqual(['made', 97n, []]);
  });

  it('is not taken up by others while whoever made it drives it, nor by two at once', async () => {
    await begun(payment());
    const take = () => inTransaction(across.bank.app, (client) => takeDueCrossings(client, KEY, 10));
    expect((await take()).crossings).toEqual([]);
    await across.bank.owner.query(`update ledger.crossing set due_at = clock_timestamp()`);
    expect([(await take()).crossings.length, (await take()).crossings.length]).toEqual([1, 0]);
  });

  it('is known when it is asked for again, as far as it has come', async () => {
    const posting = payment();
    const asked = { posting };
    const [first, twin] = await across.post([asked, asked], { slot: 3 });
    expect([first?.outcome, twin]).toEqual(['begun', { outcome: 'begun_before', state: 'under_way' }]);
    const changed = { posting: { ...posting, serial_number: 'another' } };
    expect(await across.post([asked, changed], { slot: 1 })).toEqual([
      { outcome: 'begun_before', state: 'under_way' },
      { outcome: 'content_mismatch' },
    ]);
    await across.driveAll();
    expect(await across.post([asked])).toEqual([{ outcome: 'begun_before', state: 'made' }]);
    expect([await available(user), await available(bob)]).toEqual([900n, 97n]);
  });

  it('takes nothing from a payer who has too little, or from whom it is refused ahead', async () => {
    const missing = mainAccount(BOB + 40, COIN);
    const results = await across.post([{ posting: payment(BOB, { amount_minor: 1_001n }) }, { posting: payment(missing.owner_id) }]);
    expect(results).toEqual([
      { outcome: 'insufficient', account: user },
      { outcome: 'account_missing', account: missing },
    ]);
    await across.bank.owner.query(
      `update ledger.account set available = 3e18 - 96 where owner_id = ${BOB} and purpose = 'main' and coin = '${COIN}'`,
    );
    expect(await across.post([{ posting: payment() }])).toEqual([{ outcome: 'overflow', account: bob }]);
    await across.bank.owner.query(
      `update ledger.account set available = 0 where owner_id = ${BOB} and purpose = 'main' and coin = '${COIN}'`,
    );
    expect([await available(user), await across.underWay(), await breaks()]).toEqual([1_000n, 0, []]);
  });

  it('is turned back, with its reward funds, where its second half is refused', async () => {
    await across.bank.issue(rewardAccount(USER, COIN), 40n);
    const crossing = await begun(payment(BOB, { reward_minor: 40n }));
    expect([await available(user), await available(rewardAccount(USER, COIN))]).toEqual([940n, 0n]);
    const ends = await across.end([crossing], { judge: async () => [{ refuse: 'order is cancelled' }] });
    expect(ends).toEqual([{ outcome: 'refused', reason: 'order is cancelled' }]);
    expect(await breaks()).toEqual([]);
    // Whoever comes later, and would have made it, finds it decided.
    expect(await across.end([crossing])).toEqual(ends);
    expect(await across.settle([crossing], ends)).toEqual([true]);
    expect(await across.settle([crossing], ends)).toEqual([true]);
    expect(await across.end([crossing])).toEqual(ends);
    expect([await available(user), await available(rewardAccount(USER, COIN)), await available(bob), await across.clearing()]).toEqual([
      1_000n,
      40n,
      0n,
      0n,
    ]);
    expect([await state(crossing), await across.underWay(), await breaks()]).toEqual(['turned_back', 0, []]);
  });

  it('stays under way until its payer can be given the money back', async () => {
    const crossing = await begun(payment());
    const ends = await across.end([crossing], { judge: async () => [{ refuse: 'no' }] });
    const payersIs = (amount: string) =>
      across.bank.owner.query(`update ledger.account set available = ${amount} where owner_id = $1 and purpose = 'main' and coin = $2`, [
        USER,
        COIN,
      ]);
    await payersIs('3e18 - 50');
    expect([await across.settle([crossing], ends), await across.underWay()]).toEqual([[false], 1]);
    await payersIs('900');
    await across.driveAll();
    expect([await state(crossing), await across.underWay(), await available(user), await breaks()]).toEqual(['turned_back', 0, 1_000n, []]);
  });

  it('is not refused any more once it is made, not even when its end is forgotten', async () => {
    const crossing = await begun(payment());
    const ends = await across.end([crossing]);
    const late = () => across.end([crossing], { judge: async (undecided) => undecided.map(() => ({ refuse: 'too late' })) });
    expect(await late()).toEqual(ends);
    await across.settle([crossing], ends);
    expect((await across.bank.owner.query('select from ledger.crossing_end')).rowCount).toBe(0);
    expect(await late()).toEqual(ends);
    await across.settle([crossing], ends);
    expect([await available(user), await available(bob), await breaks()]).toEqual([900n, 97n, []]);
  });

  it('is decided once by drivers who want the opposite at the same moment', async () => {
    for (let round = 0; round < 8; round += 1) {
      const crossing = await begun(payment());
      const drivers = Array.from({ length: 4 }, (_, i) =>
        across.end([crossing], {
          slot: i,
          judge: async (undecided) => undecided.map(() => ((i + round) % 2 === 0 ? { refuse: 'no' } : undefined)),
        }),
      );
      const ends = await Promise.all(drivers);
      expect(new Set(ends.map(([end]) => end?.outcome)).size).toBe(1);
      await Promise.all(ends.map((end) => across.settle([crossing], end)));
    }
    expect([await across.clearing(), await across.underWay(), await breaks()]).toEqual([0n, 0, []]);
    expect((await available(user)) + (await available(bob))).toBe(1_000n - (await feesOf(BOB)));
  });

  it('stays under way while somebody holds the accounts of its second half', async () => {
    const crossing = await begun(payment());
    const holder = await across.bank.owner.connect();
    await holder.query('begin');
    await holder.query('select from ledger.account where owner_id = $1 for update', [BOB]);
    const ends = await across.end([crossing], { skipLocked: true });
    expect(ends).toEqual([{ outcome: 'locked' }]);
    expect(await across.settle([crossing], ends)).toEqual([false]);
    await holder.query('rollback');
    holder.release();
    expect(await across.underWay()).toBe(1);
    await across.driveAll();
    expect([await available(bob), await breaks()]).toEqual([97n, []]);
  });

  it('waits for nobody of another program: each clears over accounts of its own', async () => {
    await openAccounts(across.bank.app, [mainAccount(USER + 16, COIN), mainAccount(BOB + 16, COIN)]);
    await across.bank.issue(mainAccount(USER + 16, COIN), 100n);
    const [one, two] = [await across.bank.app.connect(), await across.bank.app.connect()];
    await one.query('begin');
    await two.query(`begin; set local lock_timeout = '300ms'`);
    const other = planPayment({
      ...identity(BOB + 16),
      payer: USER + 16,
      merchant: BOB + 16,
      coin: COIN,
      amount_minor: 100n,
      fee_minor: 3n,
    });
    expect(await postAcross(one, KEY, [{ posting: payment() }], across.groups)).toMatchObject([{ outcome: 'begun' }]);
    expect(await postAcross(two, KEY, [{ posting: other }], across.groups, { slot: 1 })).toMatchObject([{ outcome: 'begun' }]);
    for (const client of [one, two]) {
      await client.query('rollback');
      client.release();
    }
  });
});

describe.skipIf(onCluster)('verification finds', () => {
  /** A crossing that is through, and what verification says once somebody has changed it. */
  async function after(change: (crossing: Crossing) => string): Promise<string[]> {
    const crossing = await begun(payment());
    await across.driveAll();
    await across.bank.owner.query(change(crossing));
    return (await breaks()).filter((one) => /half|clearing accounts/.test(one));
  }
  const where = ({ owner_id, posting_id }: Posting) => `owner_id = ${owner_id} and posting_id = '${posting_id}'`;

  it('a second half that is lost', async () => {
    const found = await after(
      ({ second }) => `delete from ledger.posting where ${where(second)};
        delete from ledger.entry where posting_owner_id = ${second.owner_id} and posting_id = '${second.posting_id}';
        update ledger.account set available = 0, version = 0 where (owner_id, purpose) in ((${BOB}, 'main'), (${stripeOf(BOB)}, 'fees'), (${stripeOf(BOB)}, 'clearing'))`,
    );
    expect(found).toEqual([
      expect.stringContaining('its second half is missing, and nobody is to make it'),
      expect.stringContaining('clearing has 100, 0 is under way'),
    ]);
  });

  it('a second half without its first', async () => {
    const found = await after(({ first }) => `delete from ledger.posting where ${where(first)}`);
    expect(found).toContainEqual(expect.stringContaining('its first half is missing'));
  });

  it('a second half that is there twice', async () => {
    const found = await after(
      ({ second }) => `insert into ledger.posting (owner_id, posting_id, posted_at, type, serial_number, note, content_mac)
        select owner_id, gen_random_uuid(), posted_at, type, serial_number, note, content_mac from ledger.posting where ${where(second)}`,
    );
    expect(found).toContainEqual(expect.stringMatching(/every second half .* promises another/));
  });

  it('a second half that was made and turned back as well', async () => {
    const crossing = await begun(payment());
    const ends = await across.end([crossing]);
    // What no program does: it tells the other end than was decided.
    await across.settle([crossing], [{ outcome: 'refused', reason: 'a lie' } satisfies CrossingEnd]);
    expect(ends[0]?.outcome).toBe('made');
    const found = await breaks();
    expect(found).toContainEqual(expect.stringContaining('its second half was made, and it was turned back as well'));
    expect(found).toContainEqual(expect.stringContaining('clearing has -100, 0 is under way'));
  });

  it('a first half that was turned back though nobody refused its second', async () => {
    const crossing = await begun(payment());
    await across.settle([crossing], [{ outcome: 'refused', reason: 'a lie' }]);
    expect(await breaks()).toEqual([expect.stringContaining('it was turned back, and nobody refused its second half')]);
  });

  it('a first half that nobody is to drive any more', async () => {
    await begun(payment());
    await across.bank.owner.query('delete from ledger.crossing');
    expect(await breaks()).toEqual([
      expect.stringContaining('nobody is to make it'),
      expect.stringContaining('clearing has 100, 0 is under way'),
    ]);
  });

  it('a promise that was changed, which is driven nowhere', async () => {
    const crossing = await begun(payment());
    await across.bank.owner.query(
      `update ledger.posting set note = jsonb_set(note, '{second_half,legs,0,0}', '${ALICE}') where ${where(crossing.first)}`,
    );
    expect(await breaks()).toEqual([expect.stringContaining('was not made so')]);
    await expect(across.take()).rejects.toThrow(/are not what was made/);
  });

  it('a second half that is not what was promised', async () => {
    const found = await after(({ second }) => `update ledger.posting set content_mac = sha256('x') where ${where(second)}`);
    expect(found).toContainEqual(expect.stringContaining('its second half is not what it promises'));
  });
});
