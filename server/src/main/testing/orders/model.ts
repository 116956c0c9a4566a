import type { ReviewEvent, ReviewKind, ReviewState } from '@purser/contract/review';
import { type Change, heldWhile, movedBy, NEXT } from './rules.ts';

/** An order as somebody was told that it was made, and every step of it that somebody was told of. Amounts in minor units. */
export interface ModelOrder {
  readonly kind: ReviewKind;
  readonly owner: number;
  readonly serial: string;
  /** The wallet user who is given the money; 0 where there is none. */
  readonly payee: number;
  readonly coin: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly networkFee: bigint;
  readonly settlement: bigint;
  /** What it is exchanged for or from. */
  readonly otherCoin: string | null;
  readonly other: bigint | null;
  readonly initial: ReviewState;
  readonly txid?: string;
  readonly made: Span;
  readonly steps: Step[];
}

/** From before something was asked to after it was answered, by a counter over all lanes. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Step extends Span {
  readonly event: ReviewEvent;
  readonly to: ReviewState;
  /** Which member of staff it was, where staff decide. */
  readonly by: string;
  readonly txid?: string;
}

interface Walked extends Step {
  readonly from: ReviewState;
}

/** The order's way through its states: each step was allowed where it was taken, and led where it was said to. Throws where it did not. */
export function wayOf({ kind, initial, steps, serial }: ModelOrder): readonly Walked[] {
  let state = initial;
  // A step holds the order until it is committed: the next one can neither begin to change it nor be answered before.
  return [...steps]
    .sort((one, other) => one.end - other.end)
    .map((step) => {
      const from = state;
      const to = NEXT[kind][from]?.[step.event];
      if (to !== step.to) throw new Error(`${kind} ${serial} went from ${from} by ${step.event} to ${step.to}`);
      state = to;
      return { ...step, from };
    });
}

export function stateOf(order: ModelOrder): ReviewState {
  return wayOf(order).at(-1)?.to ?? order.initial;
}

/** The states in which an order may have been at some moment of a span, as far as can be told from outside. */
export function statesWithin(order: ModelOrder, { start, end }: Span): ReviewState[] {
  const way = wayOf(order);
  const stays = [{ state: order.initial, since: order.made.start }, ...way.map((step) => ({ state: step.to, since: step.start }))];
  return stays.flatMap(({ state, since }, place) => {
    const until = way[place]?.end ?? Number.POSITIVE_INFINITY;
    return since <= end && until >= start ? [state] : [];
  });
}

/** Everything that an order has moved so far. */
export function changesOf(order: ModelOrder): Change[] {
  return [...movedBy(order, 'submit', order.initial), ...wayOf(order).flatMap(({ event, from }) => movedBy(order, event, from))];
}

/** What an order holds now, as text; undefined where nothing. */
export function heldBy(order: ModelOrder): string | undefined {
  const held = heldWhile(order, stateOf(order));
  return held && `${held.account} ${held.bucket} ${order.amount}`;
}

/** Something that was asked for and takes what may be too little. */
export interface Doubt {
  readonly key: string;
  readonly takes: bigint;
  /** The least that may have been there, without it, while it was decided. */
  least: bigint;
}

/**
 * The least that may be left of each thing that can run out, while several ask at once: what is taken counts from when it is asked for, what is given
 * once it is answered. So whoever was refused for too little must have found less than they asked for.
 */
export class Floors {
  readonly #low = new Map<string, bigint>();
  readonly #open = new Set<Doubt>();

  take(key: string, takes: bigint): Doubt {
    const doubt: Doubt = { key, takes, least: this.#low.get(key) ?? 0n };
    this.#change(key, -takes);
    this.#open.add(doubt);
    return doubt;
  }

  /** Once it is answered: what was not taken after all is there again. */
  settle(doubt: Doubt, happened: boolean): void {
    this.#open.delete(doubt);
    if (!happened) this.#change(doubt.key, doubt.takes);
  }

  give(key: string, amount: bigint): void {
    this.#change(key, amount);
  }

  #change(key: string, by: bigint): void {
    const low = (this.#low.get(key) ?? 0n) + by;
    this.#low.set(key, low);
    for (const doubt of this.#open) {
      if (doubt.key === key && low + doubt.takes < doubt.least) doubt.least = low + doubt.takes;
    }
  }
}
