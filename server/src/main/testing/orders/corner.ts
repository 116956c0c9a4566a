import { formatAmount } from '@purser/contract/money';
import type { ReviewEvent, ReviewKind, ReviewState } from '@purser/contract/review';
import { moveReviewOrders, type ReviewOrder, type ReviewOrderKind } from '../../../domain/review-order.ts';
import { ReceivedAdjustments } from '../../../features/adjustment/received.ts';
import { refunds } from '../../../features/refund/batch.ts';
import { payoutsOf } from '../../../features/usdt-withdrawal/payouts.ts';
import { submissions } from '../../../features/user-withdrawal/create.ts';
import { createCommand } from '../../../features/user-withdrawal/testing/withdrawal.ts';
import { UNKEYED } from '../../../platform/commands/idempotency.ts';
import { runMoneyBatch } from '../../../platform/commands/money-batch.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { Answer } from '../../../platform/http/route.ts';
import type { TestApp } from '../../../platform/testing/app.ts';
import { REVIEW_ORDER_KINDS } from '../../review-kinds.ts';
import { type Doubt, Floors, type ModelOrder, type Span, type Step } from './model.ts';
import type { Of, Operation } from './operations.ts';
import { DAY_MAXIMUM, type PaidOrder, type Party } from './parties.ts';
import { amountsOf, type Change, main, movedBy, worthOf } from './rules.ts';

/** Something that was refused, for a reason that must have held at some moment while it was asked. */
export type Refused = Span & {
  readonly outcome: string;
  readonly order?: ModelOrder;
  readonly event?: ReviewEvent;
  readonly by?: string;
  readonly txid?: string;
};

/** What was given back of a payment order. */
export interface GivenBack {
  readonly order: PaidOrder;
  readonly amount: bigint;
}

/** What staff decide, over their own connections. */
const OF_STAFF: ReadonlySet<ReviewKind> = new Set(['usdt_recharge', 'usdt_withdrawal', 'fiat_withdrawal']);
/** How many of the newest orders of a kind are taken up again, so that lanes meet. */
const NEWEST = 8;

/** Parties of one run, what was asked of their orders, and what everybody was told. */
export class Corner {
  readonly app: TestApp;
  readonly merchants: readonly Party[];
  readonly users: readonly Party[];
  readonly paid: readonly PaidOrder[];
  readonly orders = new Map<string, ModelOrder>();
  readonly refused: Refused[] = [];
  readonly givenBack: GivenBack[] = [];
  readonly outcomes: Map<string, number>;
  readonly floors = new Floors();
  readonly #byKind = new Map<ReviewKind, ModelOrder[]>();
  #time = 0;
  #numbers = 0;

  constructor(app: TestApp, parties: { merchants: Party[]; users: Party[]; paid: PaidOrder[] }, outcomes: Map<string, number>) {
    this.app = app;
    this.merchants = parties.merchants;
    this.users = parties.users;
    this.paid = parties.paid;
    this.outcomes = outcomes;
    for (const { id } of this.owners) for (const coin of ['USDP', 'USDT']) this.floors.give(`day ${id} ${coin}`, DAY_MAXIMUM);
    for (const { serial, amount } of parties.paid) this.floors.give(`rest ${serial}`, amount);
  }

  get owners(): readonly Party[] {
    return [...this.merchants, this.users[0] as Party];
  }

  now(): number {
    return (this.#time += 1);
  }

  async perform(operation: Exclude<Operation, Of<'ask'>>): Promise<void> {
    switch (operation.what) {
      case 'withdraw':
        return this.#withdraw(operation);
      case 'refund':
        return this.#refund(operation);
      case 'move':
        return this.#move(operation);
      case 'cancel':
        return this.#cancel(operation);
      case 'settle':
        return this.#settle(operation);
      case 'appeal':
        return this.#appeal(operation);
    }
  }

  count(outcome: string): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }

  /** Notes an order that somebody was told of. */
  add(
    order: Omit<ModelOrder, 'steps' | 'amount' | 'fee' | 'networkFee' | 'settlement' | 'otherCoin' | 'other'>,
    given: bigint,
  ): ModelOrder {
    const made: ModelOrder = { ...order, ...amountsOf(order.kind, order.coin, given), steps: [] };
    this.orders.set(made.serial, made);
    const ofKind = this.#byKind.get(made.kind) ?? [];
    ofKind.push(made);
    this.#byKind.set(made.kind, ofKind);
    this.#give(movedBy(made, 'submit', made.initial));
    this.count(`${made.kind} made`);
    return made;
  }

  /** Settles what was asked for as refused; whoever found too little must have found less than they asked for. */
  refuse(outcome: string, doubts: readonly Doubt[] = []): void {
    this.count(outcome);
    const about = { insufficient_balance: 'main', withdrawal_day_maximum: 'day', refund_above_rest: 'rest' }[outcome];
    for (const doubt of doubts) {
      this.floors.settle(doubt, false);
      if (about !== undefined && doubt.key.includes(about) && doubt.least >= doubt.takes)
        throw new Error(`${outcome}, but there were ${doubt.least} of "${doubt.key}" for ${doubt.takes}`);
    }
  }

  /** What comes into available balances may be spent from now on; what goes out was taken when it was asked for. */
  #give(changes: readonly Change[]): void {
    for (const { account, bucket, by } of changes) if (bucket === 'available' && by > 0n) this.floors.give(account, by);
  }

  #pick(kind: ReviewKind, which: number): ModelOrder | undefined {
    const known = this.#byKind.get(kind) ?? [];
    return known.at(-1 - (which % Math.min(Math.max(known.length, 1), NEWEST)));
  }

  async #withdraw({ asked }: Of<'withdraw'>): Promise<void> {
    const { db, ledgerKey } = this.app.platform;
    const start = this.now();
    const wishes = asked.map(({ merchant, user, cents }) => {
      const owner = (this.merchants[merchant] as Party).id;
      const payee = (this.users[user] as Party).id;
      const takes = BigInt(cents);
      return { owner, payee, takes, doubt: this.floors.take(main(owner, 'USDP'), takes) };
    });
    const commands = wishes.map(({ owner, payee, takes }) =>
      createCommand(this.app, owner, payee, { amount: formatAmount(takes, 2), orderId: `W-${(this.#numbers += 1)}` }),
    );
    const results = await db.systemTransaction((tx) => runMoneyBatch(tx, ledgerKey, submissions, commands));
    const span = { start, end: this.now() };
    for (const [place, { owner, payee, takes, doubt }] of wishes.entries()) {
      const result = results[place];
      const { fee } = amountsOf('user_withdrawal', 'USDP', takes);
      if (result?.ok === true) {
        if (result.value instanceof Answer || fee >= takes) throw new Error('a withdrawal was made that cannot be');
        const { serial_number: serial, order_status: initial } = result.value;
        this.floors.settle(doubt, true);
        this.add({ kind: 'user_withdrawal', owner, payee, serial, coin: 'USDP', initial, made: span }, takes);
      } else if (result && 'refusal' in result) {
        const { outcome } = result.refusal as Refusal;
        if (outcome !== (fee >= takes ? 'fee_exceeds_amount' : 'insufficient_balance')) throw result.refusal;
        this.refuse(outcome, [doubt]);
      } else this.refuse('to be planned again', [doubt]);
    }
  }

  async #refund({ asked }: Of<'refund'>): Promise<void> {
    const { db, ledgerKey, clock } = this.app.platform;
    const wishes = asked.map(({ order: place, cents }) => {
      const order = this.paid[place] as PaidOrder;
      const takes = BigInt(cents);
      const doubts = [this.floors.take(main(order.merchant, 'USDP'), takes), this.floors.take(`rest ${order.serial}`, takes)];
      return { order, takes, doubts };
    });
    const commands = wishes.map(({ order, takes }) => ({
      merchantId: order.merchant,
      serialNumber: order.serial,
      refundId: `R-${(this.#numbers += 1)}`,
      amount: formatAmount(takes, 2),
      remark: '',
      from: 'api' as const,
      ...UNKEYED,
      deadline: clock.inS(60),
    }));
    const results = await db.systemTransaction((tx) => runMoneyBatch(tx, ledgerKey, refunds, commands));
    for (const [place, { order, takes, doubts }] of wishes.entries()) {
      const result = results[place];
      if (result?.ok === true) {
        for (const doubt of doubts) this.floors.settle(doubt, true);
        this.givenBack.push({ order, amount: takes });
        this.count('refund made');
      } else if (result && 'refusal' in result) {
        const { outcome } = result.refusal as Refusal;
        if (outcome !== 'refund_above_rest' && outcome !== 'insufficient_balance') throw result.refusal;
        this.refuse(outcome, doubts);
      } else this.refuse('to be planned again', doubts);
    }
  }

  async #move({ kind: name, moves }: Of<'move'>): Promise<void> {
    const kind = REVIEW_ORDER_KINDS.find((one) => one.kind === name) as ReviewOrderKind;
    const picked = moves.flatMap((move) => {
      const order = this.#pick(name, move.which);
      return order ? [{ ...move, order }] : [];
    });
    if (picked.length === 0) return;
    const wanted = picked.map(({ order, event, stranger, by }) => ({
      ownerId: stranger ? this.#strangerTo(order) : order.owner,
      serialNumber: order.serial,
      event,
      by: { kind: 'operator', id: by, name: 'Ada' } as const,
      ...(event === 'reject' && { remark: 'no' }),
    }));
    const { platform } = this.app;
    const start = this.now();
    const { db } = OF_STAFF.has(name) ? platform.operator : platform;
    const results = await db.systemTransaction((tx) => moveReviewOrders(tx, platform, kind, wanted));
    const span = { start, end: this.now() };
    const seen = new Set<ModelOrder>();
    for (const [place, { order, event, stranger, by }] of picked.entries()) {
      const result = results[place];
      if (stranger) this.#mustBe(result, 'order_unknown');
      // One that stands twice in a call is decided once, by the first.
      else if (seen.has(order)) this.#mustBe(result, 'review_decided');
      else this.#told(order, result, { event, by, ...span });
      if (!stranger) seen.add(order);
    }
  }

  async #cancel({ kind: name, owner, which }: Of<'cancel'>): Promise<void> {
    const kind = REVIEW_ORDER_KINDS.find((one) => one.kind === name) as ReviewOrderKind;
    const { id } = this.owners[owner] as Party;
    const picked = [...new Set(which.flatMap((one) => this.#pick(name, one) ?? []))];
    const { platform } = this.app;
    const by = { kind: 'merchant', id: String(id), name: '' } as const;
    const wanted = picked.map(({ owner: ownerId, serial }) => ({ ownerId, serialNumber: serial, event: 'cancel' as const, by }));
    const start = this.now();
    const results = await platform.db.scoped(id, (tx) => moveReviewOrders(tx, platform, kind, wanted));
    const span = { start, end: this.now() };
    for (const [place, order] of picked.entries()) {
      if (order.owner !== id) this.#mustBe(results[place], 'order_unknown');
      else this.#told(order, results[place], { event: 'cancel', by: String(id), ...span });
    }
  }

  async #settle({ which, by, txid: number }: Of<'settle'>): Promise<void> {
    const order = this.#pick('usdt_withdrawal', which);
    if (!order) return;
    const txid = `0x${number.toString(16).padStart(8, '0')}${order.owner.toString(16).padStart(8, '0')}`.padEnd(66, '7');
    const payout = { ownerId: order.owner, serialNumber: order.serial, by: { kind: 'operator', id: by, name: 'Ada' } as const, txid };
    const start = this.now();
    const { platform } = this.app;
    const result = await inTransaction(platform.operator.db, (tx) => payoutsOf(platform).settle(tx, payout));
    const span = { start, end: this.now() };
    const step = { event: 'settle', by, txid, ...span } as const;
    const outcome = result instanceof Refusal ? result.outcome : undefined;
    if (outcome !== 'second_person_required' && outcome !== 'payout_txid_taken') return this.#told(order, result, step);
    this.count(outcome);
    this.refused.push({ outcome, order, ...step });
  }

  async #appeal({ which, user }: Of<'appeal'>): Promise<void> {
    const order = this.#pick('adjustment', which);
    const { id } = this.users[user] as Party;
    if (!order) return;
    const received = new ReceivedAdjustments(this.app.platform);
    const start = this.now();
    const asked = { serial_number: order.serial, reason: 'It was promised to me' };
    const result = await received
      .appeal(asked, { userId: id, ip: '127.0.0.1', ...UNKEYED })
      .catch((error: unknown) => (error instanceof Refusal ? error : Promise.reject(error)));
    const span = { start, end: this.now() };
    if (order.payee !== id) this.#mustBe(result, 'order_unknown');
    else if (result instanceof Answer) this.refused.push({ outcome: 'already_done', order, event: 'appeal', ...span });
    else
      this.#told(order, result instanceof Refusal ? result : { status: result.order_status }, { event: 'appeal', by: String(id), ...span });
  }

  #told(order: ModelOrder, result: Pick<ReviewOrder, 'status'> | Refusal | undefined, step: Omit<Step, 'to'>): void {
    if (result instanceof Refusal || !result) {
      if (result?.outcome !== 'review_decided') throw result ?? new Error('a move has no result');
      this.count('review_decided');
      this.refused.push({ outcome: 'review_decided', order, ...step });
      return;
    }
    const made = { ...step, to: result.status as ReviewState };
    order.steps.push(made);
    const from = order.kind === 'fiat_withdrawal' && order.steps.some(({ event }) => event === 'pay_out') ? 'paid_out' : 'approved';
    this.#give(movedBy(order, made.event, from));
    if (order.kind === 'usdt_withdrawal' && ['reject', 'cancel', 'refund'].includes(made.event))
      this.floors.give(`day ${order.owner} ${order.coin}`, worthOf(order.coin, order.amount));
    this.count(`${order.kind} ${made.event}`);
  }

  #mustBe(result: unknown, outcome: string): void {
    if (!(result instanceof Refusal) || result.outcome !== outcome) throw new Error(`${JSON.stringify(result)} instead of ${outcome}`);
    this.count(outcome);
  }

  #strangerTo({ owner }: ModelOrder): number {
    return this.owners.find(({ id }) => id !== owner)?.id ?? 0;
  }
}

/** What the transaction came to, also when it was refused as a whole. */
export function inTransaction<Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result | Refusal> {
  return db.systemTransaction(work).catch((error: unknown) => (error instanceof Refusal ? error : Promise.reject(error)));
}
