import type { Call, OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { OutcomeName } from '@purser/contract/errors';
import type { Language } from '@purser/contract/language';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { MemberPermission } from '@purser/contract/member';
import type { Permission, StaffRole } from '@purser/contract/staff';
import type { Session } from '../security/sessions.ts';
import type { SignedCaller } from '../security/signed-requests.ts';
import type { StaffSession } from '../security/staff-sessions.ts';

/** What every handler is told of the request it answers. */
export interface RequestContext {
  readonly language: Language;
  /** The peer's address; a proxy's header counts only from a trusted hop. */
  readonly ip: string;
  readonly userAgent: string;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
  /** HMAC over the call's path and the body as sent: tells a replay from another request with the same key. */
  readonly requestHash: Buffer;
  readonly log: Logger;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface MerchantContext extends RequestContext {
  readonly session: Session;
  readonly merchantId: number;
  /** What the call wants of a member of the merchant's team; undefined where it is the owners' alone. */
  readonly permission: MemberPermission | undefined;
}
export interface PayerContext extends RequestContext {
  readonly session: Session;
  readonly userId: number;
}
export interface MaybePayerContext extends RequestContext {
  readonly session: Session | undefined;
  readonly userId: number | undefined;
}
export interface SignedContext extends RequestContext {
  readonly caller: SignedCaller;
  readonly merchantId: number;
}
/** A signed-in member of staff whose role has the call's permission. */
export interface StaffContext extends RequestContext {
  readonly session: StaffSession;
  readonly staffId: number;
  readonly role: StaffRole;
  readonly sessionId: string;
  readonly permission: Permission;
}

/** An answer other than plain success: a step that is required, a replay, advice. */
export class Answer<Data> {
  readonly outcome: OutcomeName;
  readonly data: Data;
  readonly values: Readonly<Record<string, string | number>>;

  constructor(outcome: OutcomeName, data: Data, values: Readonly<Record<string, string | number>> = {}) {
    this.outcome = outcome;
    this.data = data;
    this.values = values;
  }
}

/** An envelope's data; calls whose answer is a file or a stream send it on the reply themselves. */
type Answered<C extends Call> = OutputOf<C> | Answer<OutputOf<C>>;
type Handler<C extends Call, Context> = (input: ParsedInputOf<C>, context: Context) => Promise<Answered<C>>;

interface RouteOptions {
  /** The handler notes the nonce in its own transaction (hot calls); otherwise it is noted before the handler runs. */
  readonly nonceInHandler?: boolean;
}

export interface Route {
  readonly call: Call;
  readonly handler: (input: never, context: never) => Promise<unknown>;
  readonly options: RouteOptions;
}

/** Binds a call to its handler. Which of these is used must agree with the call's declared caller. */
export const publicRoute = maker<RequestContext>('public');
export const merchantRoute = maker<MerchantContext>('merchant');
export const payerRoute = maker<PayerContext>('payer');
export const maybePayerRoute = maker<MaybePayerContext>('payer_maybe');
export const signedRoute = maker<SignedContext>('access_key');
export const staffRoute = maker<StaffContext>('staff');

function maker<Context>(caller: Call['caller']) {
  return <C extends Call>(call: C, handler: Handler<C, Context>, options: RouteOptions = {}): Route => {
    if (call.caller !== caller) throw new Error(`${call.path} is for ${call.caller}, not ${caller}`);
    return { call, handler: handler as Route['handler'], options };
  };
}
