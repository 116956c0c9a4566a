import { FailedWhileOpen, lazyPart } from '@purser/ui/lazy-part';
import type { Call, OutputOf } from '@purser/contract/call';
import type { OutcomeName } from '@purser/contract/errors';
import { SUCCESS_CODES } from '@purser/contract/success-codes';
import type { ConfirmFact } from '@purser/ui/confirm-with-code';
import { Suspense, useState } from 'react';
import type { Contents } from './confirmed-write.ts';
import { loadWithTexts } from './page-texts.tsx';
import { texts } from './review/texts.ts';

/** It comes, with its texts, when something is decided for the first time. */
const ReviewSteps = lazyPart(() => loadWithTexts(() => import('./review/review-steps.tsx'), texts), FailedWhileOpen);

export type Decision = 'approve' | 'reject';

/** One figure of what a decision does: "User receives", 99.50, USDP. */
export interface ReviewFigure {
  readonly label: string;
  /** A decimal string as it came over the wire. */
  readonly amount: string;
  readonly coin: string;
  /** The figure that decides. */
  readonly strong?: boolean;
}

/** One order that is decided. */
export interface ReviewedOrder {
  /** Its serial number, or what else tells it from the others. */
  readonly key: string;
  /** What it is called in a list of those that were not decided. */
  readonly name: string;
  /** The path of the list that shows it by its key, also when it has been decided. */
  readonly list?: string;
  /** What else is worth knowing when it is decided alone. */
  readonly facts?: readonly ConfirmFact[];
  /** What the decision does. Of several orders, the figures under one label are added up, coin by coin. */
  readonly figures: readonly ReviewFigure[];
}

/** What is decided, and how. The same value while the dialog is open. */
export interface Review {
  readonly decision: Decision;
  readonly orders: readonly ReviewedOrder[];
}

export interface ReviewResult {
  readonly key: string;
  /** Why it was not decided, in the user's words. */
  readonly problem?: string | undefined;
  /** Somebody else has decided it: to try again is of no use. */
  readonly isOver?: boolean;
  /** That it waits for somebody else before it is decided, in the user's words. */
  readonly note?: string | undefined;
}

/** What a call refuses a decision with that somebody else has made meanwhile, by the outcomes' names. */
const DECIDED: ReadonlySet<string> = new Set(['review_decided', 'payment_method_decided', 'identity_decided'] satisfies OutcomeName[]);

/** Whether an outcome says that somebody else has decided it. */
export const isDecided = (outcome: string): boolean => DECIDED.has(outcome);

/** The result for the order of that key, from what a call answers of each. */
export function resultOf(key: string, { code, msg, detail }: { code: number; msg: string; detail: string }): ReviewResult {
  return { key, problem: SUCCESS_CODES.includes(code) ? undefined : detail, isOver: isDecided(msg) };
}

/** A call that decides orders, one or many, and answers a result for each. `decidingCall` makes one. */
export interface DecidingCall {
  readonly call: Call;
  readonly contentsOf: (keys: readonly string[], reason: string) => Contents<Call>;
  readonly resultsOf: (answer: unknown) => readonly ReviewResult[];
}

interface DecidingParts<C extends Call> {
  /** What the call is asked for, without the code. The reason is empty for an approval. */
  readonly contentsOf: (keys: readonly string[], reason: string) => Contents<C>;
  readonly resultsOf: (answer: OutputOf<C>) => readonly ReviewResult[];
}

export function decidingCall<C extends Call>(call: C, { contentsOf, resultsOf }: DecidingParts<C>): DecidingCall {
  return { call, contentsOf, resultsOf: (answer) => resultsOf(answer as OutputOf<C>) };
}

/** What the dialog says of a decision; the words of orders unless given. */
export interface ReviewWords {
  readonly title: string;
  /** The button's word. */
  readonly act: string;
  readonly done: string;
  /** What several of them are called: "Bank accounts". */
  readonly several: string;
  readonly doneMany: (count: number) => string;
  /** Some were decided, the others left. */
  readonly partly: (done: number, left: number) => string;
  /** What must be known before one decides so. */
  readonly warning: string;
}

export interface ReviewDialogProps {
  /** Undefined keeps the dialog closed. */
  readonly review: Review | undefined;
  readonly calls: Readonly<Record<Decision, DecidingCall>>;
  readonly words?: Partial<Record<Decision, Partial<ReviewWords>>>;
  /** Reasons of a rejection that come up again and again, in the user's words: one is taken by a press. */
  readonly reasons?: readonly string[];
  /** How long a reason may be; as long as orders have it unless given. */
  readonly longestReason?: number;
  /** Some or all were decided: what is on show is fetched again. Tells which are over: neither refused nor waiting for somebody else. */
  readonly onDecided: (over: readonly string[]) => void;
  readonly onClose: () => void;
}

/**
 * Approves or rejects orders, one or many: shows what will happen in numbers, asks for the reason of a rejection and for one code, and
 * says of each order that was not decided why.
 */
export function ReviewDialog({ review, ...rest }: ReviewDialogProps) {
  // What was decided stays readable while the dialog closes, and each opening begins anew.
  const [shown, setShown] = useState<{ readonly review: Review; readonly opening: number }>();
  if (review !== undefined && review !== shown?.review) setShown({ review, opening: (shown?.opening ?? 0) + 1 });
  if (!shown) return null;
  return (
    <Suspense>
      <ReviewSteps key={shown.opening} open={review !== undefined} review={shown.review} {...rest} />
    </Suspense>
  );
}
