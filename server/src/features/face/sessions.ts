import { randomInt } from 'node:crypto';
import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import { FACE_ATTEMPTS, type FaceFailure } from '@purser/contract/face';
import type { faceEnrolSelfie, faceFrame, faceSession } from '@purser/contract/features/face';
import { uuidv7 } from 'uuidv7';
import { GRANT_LIFETIME_S, paymentGrant } from '../../domain/payment-grant.ts';
import type { PaymentOrder } from '../../domain/payment-order.ts';
import { refuseUnverifiedPayer } from '../../domain/required-verification.ts';
import { refuseOtherPayer } from '../../platform/http/shown-payer.ts';
import { answerOf, keyedWrite, type PayerWrite } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { audit } from '../../platform/proof/audit.ts';
import { type Challenge, chosenMoves, faceOf, failed, hasBegun, newChallenge, promptOf, step, type Step, WHOLE_S } from './challenge.ts';
import { refuseUnready, unfitness } from './consent.ts';
import type { FaceLooker } from './engine.ts';
import { type Look, MODEL } from './engine/messages.ts';
import { distance } from './measure.ts';
import { countAttempt, findStanding, giveAttemptsBack, readOffer, saveSelfie, type SessionRow, type Standing } from './queries.ts';
import { openedTemplate, sealedTemplate } from './templates.ts';

type Begun = OutputOf<typeof faceSession>;
type Seen = OutputOf<typeof faceFrame>;

/** How near the face before the camera must be to the one that was enrolled, and to the one of the document. */
const NEAREST = { selfie: 0.5, document: 0.55 } as const;
/** What the look at one frame takes at the most, before the next one may come. */
const LOOK_S = 30;
/** A frame that comes too late is told so. */
const SPARE_S = 10;
const SEAL = 'face-challenge';
const HOUR_MS = 3_600_000;

/** As much of an order as a confirmation needs. */
export type ConfirmedOrder = Pick<PaymentOrder, 'coin' | 'amount' | 'status' | 'expire_time'>;

interface Match {
  readonly against: 'document' | 'selfie';
  readonly distance: number | null;
}

/** What was seen of a frame, and when that came. */
interface Looked {
  readonly came: Date;
  readonly look: Look;
}

interface Ended extends Partial<Match> {
  readonly outcome: FaceFailure | 'passed' | 'left';
}

/** The answer as it is kept: what was granted without the grant, which is made anew. */
type Kept = Omit<Seen, 'payment_grant'> & { readonly granted: { readonly order: string; readonly until: string } | null };

/** Confirmations by face: each is good once, for one payer and what it was begun for. */
export class FaceSessions {
  readonly #platform: Platform;
  readonly #engine: FaceLooker;
  readonly #orderOf: (token: string) => Promise<ConfirmedOrder>;

  constructor(platform: Platform, engine: FaceLooker, orderOf: (token: string) => Promise<ConfirmedOrder>) {
    this.#platform = platform;
    this.#engine = engine;
    this.#orderOf = orderOf;
  }

  /** Begins to enrol a face. */
  enrol({ user_id }: ParsedInputOf<typeof faceEnrolSelfie>, context: PayerWrite): Promise<Begun | Answer<Begun>> {
    refuseOtherPayer(user_id, context.userId);
    return keyedWrite<Begun>(this.#platform, context, {
      act: async (tx) => {
        const { is_offered } = await readOffer(tx);
        const standing = await findStanding(tx, context.userId);
        const refusal = unfitness(is_offered, standing);
        if (refusal) throw refusal;
        refuseUnready(standing);
        if (standing.document === null) throw refuse('face_not_consented');
        return this.#begin(tx, context, { purpose: 'enrol' });
      },
    });
  }

  /** Begins to confirm the payment of an order. */
  confirm({ token, user_id }: ParsedInputOf<typeof faceSession>, context: PayerWrite): Promise<Begun | Answer<Begun>> {
    const { userId } = context;
    refuseOtherPayer(user_id, userId);
    return keyedWrite<Begun, ConfirmedOrder>(this.#platform, context, {
      prepare: () => this.#orderOf(token),
      act: async (tx, order) => {
        const { is_offered, limits } = await readOffer(tx);
        if (!is_offered) throw refuse('face_not_offered');
        this.#refuseClosed(order);
        await refuseUnverifiedPayer(tx, userId);
        const standing = await findStanding(tx, userId);
        const refusal = unfitness(is_offered, standing);
        if (refusal) throw refusal;
        if (standing.selfie === null) throw refuse('face_not_enrolled');
        const most = limits.find(({ coin }) => coin === order.coin)?.most ?? 0n;
        if (order.amount > most) throw refuse('face_amount_above', { amount: `${tx.coins.format(most, order.coin)} ${order.coin}` });
        return this.#begin(tx, context, { purpose: 'pay', order_token: token, coin: order.coin, amount: order.amount });
      },
    });
  }

  /** Looks at one frame. The picture is in memory alone, here and in the process that looks at it. */
  async frame({ session_id, frame }: ParsedInputOf<typeof faceFrame>, context: PayerWrite): Promise<Seen | Answer<Seen>> {
    const { userId } = context;
    const seen = await keyedWrite<Kept, Looked>(this.#platform, context, {
      prepare: async () => {
        await this.#claim(userId, session_id);
        const came = this.#platform.clock.now();
        try {
          return { came, look: await this.#engine.look({ bytes: Buffer.from(frame, 'base64'), kind: 'frame' }) };
        } catch (error) {
          await this.#release(userId, session_id);
          throw error;
        }
      },
      act: (tx, looked) => this.#take(tx, context, session_id, looked),
    });
    return answerOf(seen, ({ granted, ...shown }) => ({
      ...shown,
      payment_grant:
        granted && paymentGrant(this.#platform.secrets, { user: userId, order: granted.order, face: session_id }, new Date(granted.until)),
    }));
  }

  /** Refuses with face_locked. */
  async #begin(tx: Tx, context: PayerWrite, what: Pick<SessionRow, 'purpose'> & Partial<SessionRow>): Promise<Begun> {
    const { userId } = context;
    // One after the other, where two are begun at once.
    await tx.query('select from wallet_user where user_id = $1 for no key update', [userId]);
    const { rows } = await tx.query<SessionRow>(`delete from face_session where owner_id = $1 and status = 'open' returning *`, [userId]);
    // What was begun before counts no attempt any more, and may just have counted the last one.
    this.#refuseLocked(await findStanding(tx, userId));
    for (const left of rows.filter(({ is_counted }) => is_counted)) await this.#note(tx, context, left, { outcome: 'left' });
    const now = this.#platform.clock.now();
    const expires_at = new Date(now.getTime() + (WHOLE_S + SPARE_S) * 1000);
    const challenge = newChallenge(chosenMoves(randomInt), now.getTime());
    const session_id = uuidv7();
    await tx
      .insertInto('face_session')
      .values({ ...what, owner_id: BigInt(userId), session_id, challenge: this.#sealed(userId, session_id, challenge), expires_at })
      .execute();
    return { session_id, prompt: promptOf(challenge) ?? 'front', moves: challenge.moves.length, expires_at: expires_at.toISOString() };
  }

  /** Takes the turn of one frame: frames of a session are looked at one after the other. */
  async #claim(userId: number, sessionId: string): Promise<void> {
    await this.#platform.db.scoped(userId, async (tx) => {
      const { rowCount } = await tx.query(
        `update face_session set busy_until = now() + make_interval(secs => ${LOOK_S})
         where owner_id = $1 and session_id = $2 and status = 'open' and expires_at > now() and (busy_until is null or busy_until <= now())`,
        [userId, sessionId],
      );
      if (rowCount !== 0) return;
      const { rowCount: open } = await tx.query(
        `select from face_session where owner_id = $1 and session_id = $2 and status = 'open' and expires_at > now()`,
        [userId, sessionId],
      );
      throw refuse(open === 0 ? 'face_session_over' : 'request_in_progress');
    });
  }

  async #release(userId: number, sessionId: string): Promise<void> {
    await this.#platform.db.scoped(userId, (tx) =>
      tx.query('update face_session set busy_until = null where owner_id = $1 and session_id = $2', [userId, sessionId]),
    );
  }

  async #lock(tx: Tx, userId: number, sessionId: string): Promise<SessionRow | undefined> {
    const { rows } = await tx.query<SessionRow>(
      `select * from face_session where owner_id = $1 and session_id = $2 and status = 'open' for no key update`,
      [userId, sessionId],
    );
    return rows[0];
  }

  async #take(tx: Tx, context: PayerWrite, sessionId: string, { came, look }: Looked): Promise<Kept> {
    const { userId } = context;
    const [session, standing] = await Promise.all([this.#lock(tx, userId, sessionId), findStanding(tx, userId)]);
    if (!session?.challenge) throw refuse('face_session_over');
    const now = this.#platform.clock.now();
    const stepped = step(this.#opened(userId, sessionId, session.challenge), look, came.getTime(), now.getTime());
    let left = FACE_ATTEMPTS - standing.failures;
    // Counted before it is known how it ends: whoever leaves in between has used it up.
    const counts = session.is_counted || hasBegun(stepped.challenge);
    if (counts && !session.is_counted) left = await countAttempt(tx, userId);
    const { challenge, hint, match } =
      stepped.challenge.stage === 'passed' ? this.#matched(stepped, session, standing) : { ...stepped, match: undefined };
    const { stage } = challenge;
    const isOver = stage === 'passed' || stage === 'failed';
    if (stage === 'passed') {
      await giveAttemptsBack(tx, userId);
      left = FACE_ATTEMPTS;
      if (session.purpose === 'enrol')
        await saveSelfie(tx, userId, sealedTemplate(this.#platform.secrets, userId, 'selfie', faceOf(challenge)));
    }
    const until = new Date(now.getTime() + GRANT_LIFETIME_S * 1000);
    await tx
      .updateTable('face_session')
      .set({
        status: isOver ? stage : 'open',
        challenge: isOver ? null : this.#sealed(userId, sessionId, challenge),
        is_counted: counts,
        busy_until: null,
        // Who has used what was granted is known for as long as it holds.
        ...(isOver ? { expires_at: until } : {}),
      })
      .where('owner_id', '=', BigInt(userId))
      .where('session_id', '=', sessionId)
      .execute();
    if (isOver) await this.#note(tx, context, session, { outcome: challenge.failure ?? 'passed', ...match });
    return {
      state: isOver ? stage : 'looking',
      prompt: promptOf(challenge),
      hint,
      moves_made: challenge.made,
      failure: challenge.failure,
      attempts_left: left,
      granted: stage === 'passed' && session.order_token !== null ? { order: session.order_token, until: until.toISOString() } : null,
    };
  }

  /** Compares the face that has passed with the one that it must be. */
  #matched(stepped: Step, { owner_id, purpose }: SessionRow, standing: Standing): Step & { readonly match: Match } {
    const kind = purpose === 'enrol' ? 'document' : 'selfie';
    const sealed = standing[kind];
    const { challenge } = stepped;
    const kept = sealed && openedTemplate(this.#platform.secrets, Number(owner_id), kind, sealed);
    const apart = kept ? distance(faceOf(challenge), kept) : Number.POSITIVE_INFINITY;
    const match = { against: kind, distance: kept ? Number(apart.toFixed(3)) : null } as const;
    return apart <= NEAREST[kind] ? { ...stepped, match } : { ...failed(challenge, 'no_match'), match };
  }

  /** Notes how a confirmation ended and what was measured: no picture, and nothing that describes a face. */
  async #note(tx: Tx, { userId, ip }: PayerWrite, session: SessionRow, ended: Ended): Promise<void> {
    const passed = ended.outcome === 'passed';
    const { session_id, purpose, coin, amount } = session;
    if (coin !== null) await tx.coins.know([coin], tx);
    const paying = purpose === 'pay' && coin !== null && amount !== null ? { amount: tx.coins.format(amount, coin), coin } : {};
    await audit(tx, this.#platform.secrets, {
      ownerId: userId,
      actorKind: 'user',
      actor: String(userId),
      action: passed ? (purpose === 'pay' ? 'face.confirm' : 'face.enrol') : 'face.fail',
      details: { session_id, purpose, model: MODEL, ...paying, ...ended },
      ip,
    });
  }

  #refuseClosed({ status, expire_time }: ConfirmedOrder): void {
    if (status === 'paid') throw refuse('order_already_paid');
    if (status === 'cancelled') throw refuse('order_cancelled');
    if (status === 'expired' || expire_time <= this.#platform.clock.now())
      throw refuse('order_expired', { time: expire_time.toISOString() });
  }

  #refuseLocked({ locked_until }: Standing): void {
    if (locked_until === null) return;
    const left_ms = locked_until.getTime() - this.#platform.clock.now().getTime();
    throw refuse('face_locked', { hours: Math.max(1, Math.ceil(left_ms / HOUR_MS)) });
  }

  /** How far a confirmation has come holds what describes a face, so it is sealed as well. */
  #sealed(userId: number, sessionId: string, challenge: Challenge): Buffer {
    return this.#platform.secrets.sealBytes(SEAL, `${userId} ${sessionId}`, Buffer.from(JSON.stringify(challenge), 'utf8'));
  }

  #opened(userId: number, sessionId: string, sealed: Buffer): Challenge {
    return JSON.parse(this.#platform.secrets.openBytes(SEAL, `${userId} ${sessionId}`, sealed).toString('utf8')) as Challenge;
  }
}
