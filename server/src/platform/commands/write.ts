import type { MerchantTopic } from '@purser/contract/features/events';
import type { Tx } from '../database/tx.ts';
import { Answer, type MerchantContext, type PayerContext, type RequestContext } from '../http/route.ts';
import type { Platform } from '../platform.ts';
import { audit } from '../proof/audit.ts';
import type { Session } from '../security/sessions.ts';
import { takeGoogleCode } from '../security/totp.ts';
import { announce } from '../streams/hub.ts';
import { findReplay, refuseForGood, UNKEYED, write } from './idempotency.ts';

type Written = Pick<RequestContext, 'idempotencyKey' | 'requestHash' | 'ip'>;
/** Whose write it is, and what tells it from another: part of the context of a merchant's or a key's call. */
type MerchantWrite = Written & Pick<MerchantContext, 'merchantId'>;
/** The same of a payer's call. */
export type PayerWrite = Written & Pick<PayerContext, 'userId'>;

/** A payer's write by a plain form, which has no key. */
export function unkeyed({ ownerId }: Pick<Session, 'ownerId'>, ip: string): PayerWrite {
  return { userId: ownerId, ip, ...UNKEYED };
}

/** What an audit entry says beside who acted, and from where. */
interface Noted {
  readonly action: string;
  /** Never a secret. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** The steps of a write that are its own, in the order in which they are taken. */
export interface WriteSteps<Kept, Prepared> {
  /**
   * What the transaction must not wait for (other servers, slow hashes) or must not undo (guesses that are counted). A request that was
   * answered before is not prepared again.
   */
  readonly prepare?: () => Promise<Prepared>;
  /**
   * Checks and acts, and gives what is kept as the answer: in the clear, so without secrets. Refuses in the contract's order of precedence.
   * An `Answer` says that there was nothing to do.
   */
  readonly act: (tx: Tx, prepared: Prepared) => Promise<Kept | Answer<Kept>>;
  readonly audit?: (kept: Kept) => Noted;
  /** What the merchant's open consoles read again. */
  readonly tells?: readonly MerchantTopic[];
  /** Acts on rows of other owners too, so the transaction is not scoped to its own. */
  readonly acrossOwners?: boolean;
}

/**
 * Writes once in one transaction: claims the request's key, acts, notes it in the audit log, tells who is to know, keeps the answer.
 * A request that was answered before gets what was kept, under `already_done`.
 */
export async function keyedWrite<Kept, Prepared = undefined>(
  { db, secrets }: Pick<Platform, 'db' | 'secrets'>,
  context: MerchantWrite | PayerWrite,
  { prepare, act, audit: noted, tells = [], acrossOwners = false }: WriteSteps<Kept, Prepared>,
): Promise<Kept | Answer<Kept>> {
  const owner = ownerOf(context);
  const replay = prepare && (await findReplay<Kept>(db, owner.ownerId, context));
  if (replay) return replay;
  const prepared = await prepare?.().catch((error: unknown) => refuseForGood<Kept>(db, owner.ownerId, context, error));
  if (prepared instanceof Answer) return prepared;
  const work = async (tx: Tx): Promise<Kept | Answer<Kept>> => {
    const kept = await act(tx, prepared as Prepared);
    if (kept instanceof Answer) return kept;
    if (noted) await audit(tx, secrets, { ...owner, ...noted(kept), ip: context.ip });
    if (tells.length > 0) await announce(tx, { merchants: [[owner.ownerId, tells]] });
    return kept;
  };
  return write(db, owner.ownerId, context, work, { acrossOwners });
}

/**
 * A keyed write that the merchant confirms with the authenticator's code. The merchant is locked first, so that two acts of one merchant
 * come one after the other; the code is taken last, so that a refusal for another reason does not use it up.
 */
export function confirmedWrite<Kept, Prepared = undefined>(
  platform: Platform,
  { google_code }: { readonly google_code: string },
  context: MerchantContext,
  steps: WriteSteps<Kept, Prepared>,
): Promise<Kept | Answer<Kept>> {
  return keyedWrite(platform, context, {
    ...steps,
    act: async (tx, prepared: Prepared) => {
      await tx.selectFrom('merchant').select('merchant_id').where('merchant_id', '=', BigInt(context.merchantId)).forUpdate().execute();
      const kept = await steps.act(tx, prepared);
      await takeGoogleCode(tx, platform, context, google_code);
      return kept;
    },
  });
}

interface CommandSteps<Data> {
  /** Checks everything that can be known before the batch, which checks it again under locks. */
  readonly check: () => Promise<void>;
  /** What the code confirms. */
  readonly audit: Noted;
  /** Hands the command to its batch, which claims the key and keeps the answer. */
  readonly submit: () => Promise<Data | Answer<Data>>;
}

/** A confirmed write that a batch does: what was answered before is found, then it is checked, then the code is taken, then it is done. */
export async function confirmedCommand<Data>(
  platform: Platform,
  { google_code }: { readonly google_code: string },
  context: MerchantContext,
  { check, audit: noted, submit }: CommandSteps<Data>,
): Promise<Data | Answer<Data>> {
  const { db, secrets } = platform;
  const owner = ownerOf(context);
  const replay = await findReplay<Data>(db, owner.ownerId, context);
  if (replay) return replay;
  const refused = await check().catch((error: unknown) => refuseForGood<Data>(db, owner.ownerId, context, error));
  if (refused) return refused;
  await db.scoped(owner.ownerId, async (tx) => {
    await takeGoogleCode(tx, platform, context, google_code);
    await audit(tx, secrets, { ...owner, ...noted, ip: context.ip });
  });
  return submit();
}

/** The call's answer, made of what was kept; `again` tells a repeated request, which is not shown what is shown once. */
export function answerOf<Kept, Data>(done: Kept | Answer<Kept>, make: (kept: Kept, again: boolean) => Data): Data | Answer<Data> {
  return done instanceof Answer ? new Answer(done.outcome, make(done.data, true)) : make(done, false);
}

function ownerOf(context: MerchantWrite | PayerWrite) {
  return 'merchantId' in context
    ? { ownerId: context.merchantId, actorKind: 'merchant' as const, actor: String(context.merchantId) }
    : { ownerId: context.userId, actorKind: 'user' as const, actor: String(context.userId) };
}
