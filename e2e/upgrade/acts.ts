import type { Envelope } from '@purser/contract/call';
import { IDEMPOTENCY_HEADER } from '@purser/contract/wire';

/** What was answered; a refusal too. */
export interface Told {
  readonly msg: string;
  readonly data: unknown;
}

/** A write that may be asked for again and again, in the same words. */
export interface Act {
  readonly kind: 'order' | 'payment' | 'transfer' | 'closing';
  /** Its idempotency key; of a payment, the order's serial number and the payer. */
  readonly key: string;
  readonly ownerId: number;
  /** Undefined where nobody can say what became of it: the connection broke, or the server is at fault. */
  ask(): Promise<Told | undefined>;
  /** The same key with other content. */
  askOtherwise?(): Promise<Told | undefined>;
  /** What was acknowledged. */
  done: unknown;
}

const DONE: ReadonlySet<string> = new Set(['ok', 'already_done']);
const TIMEOUT_MS = 10_000;

/** Asks for a write. What was acknowledged first counts. */
export async function attempt(act: Act): Promise<Told | undefined> {
  const told = await act.ask();
  if (isDone(told)) act.done ??= told?.data;
  return told;
}

export function isDone(told: Told | undefined): boolean {
  return told !== undefined && DONE.has(told.msg);
}

/** Sends a call that is not signed. */
export async function post(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Told | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', language: 'en', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status >= 500) return undefined;
    const { msg, data } = (await response.json()) as Envelope<unknown>;
    return { msg, data };
  } catch {
    return undefined;
  }
}

export function keyed(key: string): Record<string, string> {
  return { [IDEMPOTENCY_HEADER]: key };
}

/** What the SDK of the first release throws. */
interface SdkFailure {
  readonly name: string;
  readonly code: number;
  readonly httpStatus: number | null;
}

/** The answer to a signed call by the SDK. */
export async function bySdk(call: () => Promise<unknown>): Promise<Told | undefined> {
  try {
    return { msg: 'ok', data: await call() };
  } catch (error) {
    const { name, code, httpStatus } = error as SdkFailure;
    return typeof code !== 'number' || httpStatus === null || httpStatus >= 500 ? undefined : { msg: name, data: null };
  }
}

/** Whether an answer says all that an earlier one said; what it says beyond is new. */
export function saysAll(earlier: unknown, later: unknown): boolean {
  if (typeof earlier !== 'object' || earlier === null) return earlier === later;
  if (typeof later !== 'object' || later === null) return false;
  return Object.entries(earlier).every(([field, value]) => saysAll(value, (later as Record<string, unknown>)[field]));
}
