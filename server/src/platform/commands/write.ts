import type { Act } from '@purser/contract/acts';
import type { MerchantTopic } from '@purser/contract/features/events';
import type { Confirmation } from '@purser/contract/passkey';
import type { StaffRole } from '@purser/contract/staff';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import type { Database } from '../database/database.ts';
import type { Scope } from '../database/scope.ts';
import type { Tx } from '../database/tx.ts';
import {
  Answer,
  type MerchantContext,
  type PayerContext,
  type RequestContext,
  type SignedContext,
  type StaffContext,
} from '../http/route.ts';
import type { Platform } from '../platform.ts';
import { audit, type AuditEntry } from '../proof/audit.ts';
import type { Session } from '../security/sessions.ts';
import { lockStaff } from '../security/staff-lock.ts';
import { actorOf, lockMember, lockMerchant } from '../security/member-login.ts';
import { takeConfirmation } from '../security/staff-confirmation.ts';
import { takeGoogleCode } from '../security/totp.ts';
import { announce } from '../streams/hub.ts';
import { findReplay, refuseForGood, UNKEYED, write } from './idempotency.ts';

type Written = Pick<RequestContext, 'idempotencyKey' | 'requestHash' | 'ip'> & Partial<Pick<RequestContext, 'userAgent'>>;
/** Whose write it is, and what tells it from another: part of the context of a merchant's or a key's call. */
export type MerchantWrite = Written &
  Pick<MerchantContext, 'merchantId'> &
  Partial<Pick<SignedContext, 'caller'> & Pick<MerchantContext, 'session' | 'permission'>>;
/** The same of a payer's call. */
export type PayerWrite = Written & Pick<PayerContext, 'userId'>;
/** The same of one that ends all sessions but its own. */
export type PayerSessionWrite = PayerWrite & Pick<PayerContext, 'session'>;

/** The same of a call of staff, whose permission is looked at again in the transaction. */
export type StaffWrite = Written & Pick<StaffContext, 'staffId' | 'permission' | 'requestId'>;

/** A payer's write by a plain form, which has no key. */
export function unkeyed({ ownerId }: Pick<Session, 'ownerId'>, ip: string): PayerWrite {
  return { userId: ownerId, ip, ...UNKEYED };
}

/** What an audit entry says beside who acted, and from where. */
export interface Noted {
  readonly action: Act;
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
  readonly audit?: (kept: Kept) => Noted | undefined;
  /** What the merchant's open consoles read again. */
  readonly tells?: readonly MerchantTopic[];
  /** Acts on rows of other owners too, so the transaction is not scoped to its own. */
  readonly acrossOwners?: boolean;
}

/** The steps of a write of staff's, which is noted; not one of which nothing was done, as each part of it was refused on its own. */
export interface StaffSteps<Kept, Prepared> extends Omit<WriteSteps<Kept, Prepared>, 'act'> {
  /** The same with the role of whoever acts, as it stays until the act is done; that of the context is the request's. */
  readonly act: (tx: Tx, prepared: Prepared, role: StaffRole) => Promise<Kept | Answer<Kept>>;
  /** Whom the act is for: a party, whose rows alone the transaction sees, or the provider, who sees all. The act stands in their audit log. */
  readonly whose: number | 'provider';
  readonly audit: (kept: Kept) => Noted | undefined;
}

type AppStanding = Pick<Platform, 'db' | 'secrets'>;
type StaffStanding = Pick<Platform, 'operator' | 'secrets'>;

/**
 * Writes once in one transaction: claims the request's key, acts, notes it in the audit log, tells who is to know, keeps the answer.
 * A request that was answered before gets what was kept, under `already_done`. What staff write is written on the operator's connections.
 */
export function keyedWrite<Kept, Prepared = undefined>(
  platform: AppStanding,
  context: MerchantWrite | PayerWrite,
  steps: WriteSteps<Kept, Prepared>,
): Promise<Kept | Answer<Kept>>;
export function keyedWrite<Kept, Prepared = undefined>(
  platform: StaffStanding,
  context: StaffWrite,
  steps: StaffSteps<Kept, Prepared>,
): Promise<Kept | Answer<Kept>>;
export function keyedWrite<Kept, Prepared = undefined>(
  platform: AppStanding | StaffStanding,
  context: MerchantWrite | PayerWrite | StaffWrite,
  steps: WriteSteps<Kept, Prepared> | StaffSteps<Kept, Prepared>,
): Promise<Kept | Answer<Kept>> {
  if (!('staffId' in context)) {
    const own = steps as WriteSteps<Kept, Prepared>;
    const writer = writerOf(platform as AppStanding, context, own);
    return writeSteps(platform.secrets, writer, context, {
      ...own,
      act: async (tx, prepared: Prepared) => {
        await lockActor(tx, context);
        return own.act(tx, prepared);
      },
    });
  }
  const staffs = steps as StaffSteps<Kept, Prepared>;
  const writer = staffWriterOf(platform as StaffStanding, context, staffs);
  return writeSteps(platform.secrets, writer, context, {
    ...staffs,
    act: async (tx, prepared: Prepared) => staffs.act(tx, prepared, await lockStaff(tx, context, 'share')),
  });
}

/** In whose name and how a write is made. */
interface Writer {
  readonly db: Database;
  /** Under whom the request's key is kept. */
  readonly keyOwner: number;
  readonly scope: Scope;
  readonly entry: Omit<AuditEntry, 'action' | 'details'>;
  /** What every entry says beside what the act itself notes. */
  readonly details: Readonly<Record<string, unknown>>;
}

function writerOf(
  { db }: AppStanding,
  context: MerchantWrite | PayerWrite,
  { acrossOwners = false }: Pick<WriteSteps<never, never>, 'acrossOwners'>,
): Writer {
  const entry = { ...ownerOf(context), ...placeOf(context) };
  return { db, keyOwner: entry.ownerId, scope: acrossOwners ? 'system' : entry.ownerId, entry, details: {} };
}

function staffWriterOf(
  { operator }: StaffStanding,
  context: StaffWrite,
  { whose, acrossOwners }: Pick<StaffSteps<never, never>, 'whose' | 'acrossOwners'>,
): Writer {
  const ownerId = whose === 'provider' ? PROVIDER_OWNER_ID : whose;
  return {
    db: operator.db,
    keyOwner: context.staffId,
    scope: whose === 'provider' || acrossOwners ? 'system' : whose,
    entry: { ownerId, actorKind: 'operator', actor: String(context.staffId), ip: context.ip },
    details: { request_id: context.requestId },
  };
}

async function writeSteps<Kept, Prepared>(
  secrets: Platform['secrets'],
  { db, keyOwner, scope, entry, details }: Writer,
  context: Written,
  { prepare, act, audit: notedOf, tells = [] }: WriteSteps<Kept, Prepared>,
): Promise<Kept | Answer<Kept>> {
  const replay = prepare && (await findReplay<Kept>(db, keyOwner, context));
  if (replay) return replay;
  const prepared = await prepare?.().catch((error: unknown) => refuseForGood<Kept>(db, keyOwner, context, error));
  if (prepared instanceof Answer) return prepared;
  const work = async (tx: Tx): Promise<Kept | Answer<Kept>> => {
    const kept = await act(tx, prepared as Prepared);
    if (kept instanceof Answer) return kept;
    const noted = notedOf?.(kept);
    if (noted) await audit(tx, secrets, { ...entry, action: noted.action, details: { ...noted.details, ...details } });
    if (tells.length > 0) await announce(tx, { merchants: [[entry.ownerId, tells]] });
    return kept;
  };
  return write(db, keyOwner, context, work, { scope });
}

/**
 * A keyed write that a merchant, or a member of staff, confirms with the authenticator's code; staff may answer with a passkey in its place. Who
 * confirms is locked first, so that two acts of one come one after the other; the code is taken last, so that a refusal for another reason does
 * not use it up.
 */
export function confirmedWrite<Kept, Prepared = undefined>(
  platform: Platform,
  input: { readonly google_code: string },
  context: MerchantContext,
  steps: WriteSteps<Kept, Prepared>,
): Promise<Kept | Answer<Kept>>;
export function confirmedWrite<Kept, Prepared = undefined>(
  platform: Platform,
  input: { readonly google_code: Confirmation },
  context: StaffContext,
  steps: StaffSteps<Kept, Prepared>,
): Promise<Kept | Answer<Kept>>;
export function confirmedWrite<Kept, Prepared = undefined>(
  platform: Platform,
  { google_code }: { readonly google_code: Confirmation },
  context: MerchantContext | StaffContext,
  steps: WriteSteps<Kept, Prepared> | StaffSteps<Kept, Prepared>,
): Promise<Kept | Answer<Kept>> {
  const isStaff = 'staffId' in context;
  const writer = isStaff ? staffWriterOf(platform, context, steps as StaffSteps<Kept, Prepared>) : writerOf(platform, context, steps);
  return writeSteps(platform.secrets, writer, context, {
    ...steps,
    act: async (tx, prepared: Prepared): Promise<Kept | Answer<Kept>> => {
      if (isStaff) {
        const role = await lockStaff(tx, context, 'update');
        const kept = await (steps as StaffSteps<Kept, Prepared>).act(tx, prepared, role);
        await takeConfirmation(tx, platform, context, google_code);
        return kept;
      }
      // A member's lock takes the merchant's first.
      await (context.session.member ? lockActor(tx, context) : lockMerchant(tx, context.merchantId));
      const kept = await (steps as WriteSteps<Kept, Prepared>).act(tx, prepared);
      await takeGoogleCode(tx, platform, context, google_code as string);
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
    await lockActor(tx, context);
    await takeGoogleCode(tx, platform, context, google_code);
    await audit(tx, secrets, { ...owner, ...noted, ...placeOf(context) });
  });
  return submit();
}

/** The call's answer, made of what was kept; `again` tells a repeated request, which is not shown what is shown once. */
export function answerOf<Kept, Data>(done: Kept | Answer<Kept>, make: (kept: Kept, again: boolean) => Data): Data | Answer<Data> {
  return done instanceof Answer ? new Answer(done.outcome, make(done.data, true)) : make(done, false);
}

function ownerOf(context: MerchantWrite | PayerWrite) {
  if (!('merchantId' in context)) return { ownerId: context.userId, actorKind: 'user' as const, actor: String(context.userId) };
  const { merchantId, caller, session } = context;
  return caller
    ? { ownerId: merchantId, actorKind: 'access_key' as const, actor: caller.accessKey }
    : { ownerId: merchantId, actorKind: 'merchant' as const, actor: actorOf(merchantId, session?.member) };
}

/** A member of a merchant's team stays as they are until the write is done. Whoever else writes has nobody above them who would stop it. */
async function lockActor(tx: Tx, context: MerchantWrite | PayerWrite): Promise<void> {
  if (!('merchantId' in context) || !context.session) return;
  await lockMember(tx, { merchantId: context.merchantId, session: context.session, permission: context.permission });
}

/** From where a merchant or a user acts. What payers' browsers say they are is not kept. */
function placeOf(context: MerchantWrite | PayerWrite): Pick<AuditEntry, 'ip' | 'userAgent'> {
  const { ip, userAgent } = context;
  return 'merchantId' in context && userAgent !== undefined ? { ip, userAgent } : { ip };
}
