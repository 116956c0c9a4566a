import { createHash, randomUUID } from 'node:crypto';
import { balancesOf } from '@purser/ledger/accounts';
import { planTransfer, type Posting } from '@purser/ledger/posting';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refuse } from '../http/refusal.ts';
import { Answer } from '../http/route.ts';
import { announce } from '../streams/hub.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { fund } from '../testing/parties.ts';
import { HELD, IN_TURN, type MoneyBatch, moneyBatch, type MoneyCommand, runMoneyBatch } from './money-batch.ts';

/** A kind of command that uses everything the kit has, and a model of what each of its batches must come to. */

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ routes: () => [] });
});
afterAll(() => app.close());

const COIN = 'USDP';
const OWNERS = 3;
const FUNDS = 100n;

interface Gift extends MoneyCommand {
  readonly id: string;
  readonly home: number;
  readonly from: number;
  readonly to: number;
  readonly amount: bigint;
  /** Gifts of one occasion are one posting: the first is made. */
  readonly occasion: string;
  readonly key: string | undefined;
  readonly request: number;
  readonly drawsOn: string | undefined;
  readonly special: 'stopped' | 'refused' | 'held' | 'unknown' | undefined;
}
interface Plan {
  readonly gift: Gift;
  readonly posting: Posting;
}
interface Given {
  readonly id: string;
  readonly amount: string;
}

function idOf(occasion: string): string {
  const hex = createHash('sha256').update(occasion).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

type Fault = 'none' | 'lost race' | 'apply' | 'write' | 'outbox';

/** Faults strike the first attempt only. */
function gifts(fault: Fault = 'none'): MoneyBatch<Gift, undefined, Plan, Given> {
  let attempts = 0;
  return {
    name: 'gift',
    fairnessKey: ({ from }) => from,
    admit: async (_, commands) => commands.map(({ special }) => (special === 'stopped' ? refuse('nonce_replayed') : undefined)),
    claim: ({ home, key, request }) => ({ ownerId: home, key, requestHash: Buffer.alloc(32, request) }),
    lock: async () => undefined,
    plan: (gift) => {
      if (gift.special === 'held') return HELD;
      if (gift.special === 'refused') throw refuse('recipient_suspended');
      const { home, from, to, amount, occasion } = gift;
      const posting_id = idOf(occasion);
      const named = { owner_id: home, posting_id, serial_number: occasion.slice(0, 64) };
      const receiver = gift.special === 'unknown' ? 99_999_999 : to;
      return { gift, posting: planTransfer({ ...named, from, to: receiver, coin: COIN, amount_minor: amount, fee_minor: 0n }) };
    },
    drawsOn: ({ gift }) => gift.drawsOn,
    refusal: ({ outcome }, _, twin) => {
      if (outcome === 'insufficient') return refuse('insufficient_balance');
      if (outcome === 'account_missing') return undefined;
      return twin ? { ok: true, value: new Answer('already_done', twin.result as Given) } : refuse('order_already_paid');
    },
    apply: async (_tx, made) => {
      attempts += 1;
      if (fault === 'lost race' && attempts === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
      if (fault === 'apply') throw new Error('no apply');
      return {
        results: made.map(({ plan: { gift } }) => ({ id: gift.id, amount: String(gift.amount) })),
        write: async (last) => {
          await announce(last, { orders: made.map(({ plan }) => plan.gift.id) });
          if (fault === 'write') throw new Error('no write');
          // Fails when it is run, which is together with the commit.
          if (fault === 'outbox') await last.query({ text: 'select "no outbox"' });
        },
      };
    },
  };
}

function run(commands: readonly Gift[], fault: Fault = 'none') {
  const batch = gifts(fault);
  return app.platform.db.batchTransaction(1_000, (tx, last) =>
    runMoneyBatch(tx, app.platform.ledgerKey, batch, commands, { skipLocked: false }, last),
  );
}

/** What a result says, without what differs each time. */
function told(result: Awaited<ReturnType<typeof run>>[number]): unknown {
  if ('refusal' in result) return (result.refusal as { outcome?: string }).outcome ?? 'fault';
  if (!result.ok) return result;
  return result.value instanceof Answer ? { again: result.value.data } : result.value;
}

interface State {
  readonly balances: Record<number, bigint>;
  /** What each key was asked for, and answered with. */
  readonly keys: Record<string, { readonly request: number; readonly answer: unknown }>;
  readonly occasions: Set<string>;
  readonly outbox: string[];
}

/** What a batch comes to, one command after the other, in plain code; changes the state. */
function expected(state: State, commands: readonly Gift[]): unknown[] {
  const steps = new Map<Gift, unknown>();
  const claimed = new Map<string, Gift>();
  for (const gift of commands) {
    const { key, request } = gift;
    if (gift.special === 'stopped') steps.set(gift, 'nonce_replayed');
    else if (key !== undefined && (state.keys[key] ?? claimed.get(key))) {
      const known = state.keys[key];
      if ((known ?? claimed.get(key))?.request !== request) steps.set(gift, 'idempotency_mismatch');
      else if (known) steps.set(gift, typeof known.answer === 'string' ? known.answer : { again: known.answer });
      else steps.set(gift, 'request_in_progress');
    } else if (key !== undefined) claimed.set(key, gift);
  }
  const running = commands.filter((gift) => !steps.has(gift));
  const drawn = new Set<string>();
  for (const gift of running) {
    if (gift.special === 'held') steps.set(gift, HELD);
    else if (gift.special === 'refused') steps.set(gift, 'recipient_suspended');
    else if (gift.drawsOn !== undefined && drawn.has(gift.drawsOn)) steps.set(gift, IN_TURN);
    else if (gift.drawsOn !== undefined) drawn.add(gift.drawsOn);
  }
  const twins = new Map<string, Given>();
  for (const gift of running.filter((one) => !steps.has(one))) steps.set(gift, post(state, gift, twins));
  for (const [key, gift] of claimed) {
    const step = steps.get(gift);
    if (step === 'too_late' || step === 'fault' || step === HELD || step === IN_TURN) continue;
    const isAnswer = typeof step === 'object' && step !== null && 'again' in step;
    state.keys[key] = { request: gift.request, answer: isAnswer ? step.again : step };
  }
  return commands.map((gift) => steps.get(gift));
}

function post({ balances, occasions, outbox }: State, gift: Gift, twins: Map<string, Given>): unknown {
  const { id, from, to, amount, occasion } = gift;
  const twin = twins.get(occasion);
  if (occasions.has(occasion)) return twin ? { again: twin } : 'order_already_paid';
  if (gift.deadline.getTime() < Date.now()) return 'too_late';
  if (gift.special === 'unknown') return 'fault';
  const balance = balances[from] ?? 0n;
  if (balance < amount) return 'insufficient_balance';
  balances[from] = balance - amount;
  balances[to] = (balances[to] ?? 0n) + amount;
  occasions.add(occasion);
  outbox.push(id);
  const given = { id, amount: String(amount) };
  twins.set(occasion, given);
  return given;
}

const anyGift = fc.record({
  from: fc.nat({ max: OWNERS - 1 }),
  away: fc.integer({ min: 1, max: OWNERS - 1 }),
  amount: fc.bigInt({ min: 1n, max: 60n }),
  occasion: fc.option(fc.nat({ max: 5 }), { freq: 3 }),
  key: fc.option(fc.nat({ max: 5 }), { freq: 2 }),
  request: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) }),
  isLate: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  drawsOn: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constant('purse') }),
  special: fc.oneof(
    { weight: 6, arbitrary: fc.constant(undefined) },
    { weight: 2, arbitrary: fc.constantFrom('stopped' as const, 'refused' as const, 'held' as const, 'unknown' as const) },
  ),
});
const anyBatches = fc.array(
  fc.record({
    fault: fc.constantFrom<Fault>('none', 'none', 'none', 'lost race', 'apply', 'write', 'outbox'),
    gifts: fc.array(anyGift, { minLength: 1, maxLength: 12 }),
  }),
  { minLength: 1, maxLength: 6 },
);

let nextOwner = 20_000_001;

async function openOwners(): Promise<number[]> {
  const owners = Array.from({ length: OWNERS }, () => nextOwner++);
  for (const owner of owners) await fund(app, owner, COIN, '1.00');
  return owners;
}

async function balanceOf(owner: number): Promise<bigint | undefined> {
  return (await balancesOf(app.platform.db.system, owner, [COIN]))[0]?.available_minor;
}

describe('a money batch', () => {
  it('comes to what its commands come to one after the other: replays, refusals, twins, faults and lost races', async () => {
    await fc.assert(
      fc.asyncProperty(anyBatches, async (batches) => {
        const owners = await openOwners();
        const home = owners[0] as number;
        const round = randomUUID();
        let state: State = {
          balances: Object.fromEntries(owners.map((owner) => [owner, FUNDS])),
          keys: {},
          occasions: new Set(),
          outbox: [],
        };
        for (const [number, { fault, gifts: wishes }] of batches.entries()) {
          const commands = wishes.map((wish, place): Gift => {
            const id = `${round} ${number}.${place}`;
            return {
              ...wish,
              id,
              home,
              from: owners[wish.from] as number,
              to: owners[(wish.from + wish.away) % OWNERS] as number,
              occasion: wish.occasion === null ? id : `${round} ${wish.occasion}`,
              key: wish.key === null ? undefined : `${wish.key}`,
              deadline: app.platform.clock.inS(wish.isLate ? -60 : 60),
            };
          });
          const next = structuredClone(state);
          const results = expected(next, commands);
          if (fault !== 'none' && fault !== 'lost race' && next.outbox.length > state.outbox.length) {
            await expect(run(commands, fault)).rejects.toThrow(new RegExp(`no ${fault}`));
          } else {
            expect((await run(commands, fault)).map(told)).toEqual(results);
            state = next;
          }
          for (const owner of owners) expect(await balanceOf(owner)).toBe(state.balances[owner]);
        }
        const notes = await app.sql<{ note: string }>('select note from change where note like $1 order by sequence', [`%${round}%`]);
        expect(notes.flatMap(({ note }) => (JSON.parse(note) as { orders: string[] }).orders)).toEqual(state.outbox);
      }),
      { numRuns: 60 },
    );
  });

  it('plans anew what draws on the same funds as an earlier command, in turn', async () => {
    const [from, to] = (await openOwners()) as [number, number];
    const batcher = moneyBatch(app.platform, gifts());
    const gift = { home: from, from, to, amount: 1n, key: undefined, request: 0, drawsOn: 'purse', special: undefined };
    const deadline = app.platform.clock.inS(60);
    const answers = await Promise.allSettled(
      Array.from({ length: 12 }, (_, n) => batcher.submit({ ...gift, id: `purse ${from} ${n}`, occasion: `purse ${from} ${n}`, deadline })),
    );
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? 'given' : (answer.reason as { outcome: string }).outcome))).toEqual(
      Array.from({ length: 12 }, () => 'given'),
    );
    expect(await balanceOf(to)).toBe(FUNDS + 12n);
  });
});
