import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { OutcomeName } from '@purser/contract/errors';
import type { faceConsent, faceEnrolDocument, faceView } from '@purser/contract/features/face';
import { checkPaymentPassword } from '../../domain/payment-password.ts';
import { lockWalletUser } from '../../domain/wallet-bank.ts';
import { refuseOtherPayer } from '../../platform/http/shown-payer.ts';
import { keyedWrite, type PayerWrite } from '../../platform/commands/write.ts';
import { refuse, type Refusal } from '../../platform/http/refusal.ts';
import { Answer } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { FaceLooker } from './engine.ts';
import { MODEL } from './engine/messages.ts';
import { eraseFace, findDocument, findStanding, readOffer, saveConsent, saveDocument, type Standing, standingOf } from './queries.ts';
import { sealedTemplate } from './templates.ts';

/** Of a document's photograph: eyes that are nearer to each other show too little of a face. */
const LEAST_DOCUMENT_EYES_PX = 45;

/** The face of a document, and which photograph of it was looked at. */
interface Described {
  readonly file_id: string;
  readonly descriptor: readonly number[];
}

/** What a wallet user does with their face but for showing it: agreeing, having the document's face described, withdrawing. */
export class FaceConsent {
  readonly #platform: Platform;
  readonly #engine: FaceLooker;

  constructor(platform: Platform, engine: FaceLooker) {
    this.#platform = platform;
    this.#engine = engine;
  }

  view(userId: number): Promise<OutputOf<typeof faceView>> {
    return this.#platform.db.scoped(userId, async (tx) => {
      const standing = await findStanding(tx, userId);
      const { is_offered, limits } = await readOffer(tx);
      await tx.coins.know(
        limits.map(({ coin }) => coin),
        tx,
      );
      return {
        is_offered,
        limits: limits.map(({ coin, most }) => ({ coin_name: coin, most: tx.coins.format(most, coin) })),
        standing: standingOf(standing),
        identity_approved: standing.is_identified,
        has_payment_password: standing.has_payment_password,
        consent_time: standing.consented_at?.toISOString() ?? null,
        enrol_time: standing.enrolled_at?.toISOString() ?? null,
        locked_until: standing.locked_until?.toISOString() ?? null,
      };
    });
  }

  /** The payment password says that it is the owner who agrees, and not whoever has found the session open. */
  consent({ payment_password }: ParsedInputOf<typeof faceConsent>, context: PayerWrite): Promise<null | Answer<null>> {
    const { userId: ownerId, ip } = context;
    return keyedWrite<null>(this.#platform, context, {
      prepare: async () => {
        await this.refuseUnfit(ownerId);
        await checkPaymentPassword(this.#platform, { ownerId, ip }, payment_password);
      },
      act: async (tx) => {
        await lockWalletUser(tx, ownerId);
        const { consented_at } = await findStanding(tx, ownerId);
        if (consented_at !== null) return new Answer('already_done', null);
        await saveConsent(tx, ownerId);
        return null;
      },
      audit: () => ({ action: 'face.consent', details: { model: MODEL } }),
    });
  }

  withdraw(context: PayerWrite): Promise<null | Answer<null>> {
    return keyedWrite<null>(this.#platform, context, {
      act: async (tx) => ((await eraseFace(tx, context.userId)) ? null : new Answer('already_done', null)),
      audit: () => ({ action: 'face.withdraw', details: {} }),
    });
  }

  /** Describes the face on the approved document. The photograph is read for this alone, as its owner has agreed, and shown to nobody. */
  describeDocument({ user_id }: ParsedInputOf<typeof faceEnrolDocument>, context: PayerWrite): Promise<null | Answer<null>> {
    const { userId } = context;
    refuseOtherPayer(user_id, userId);
    return keyedWrite<null, Described>(this.#platform, context, {
      prepare: async () => {
        refuseUnready(await this.refuseUnfit(userId));
        const { db, vault } = this.#platform;
        const file = await db.scoped(userId, (tx) => findDocument(tx, userId));
        const content = file && (await vault.read({ ...file, size: Number(file.size) }));
        if (!file || !content) throw refuse('face_document_missing');
        const look = await this.#engine.look({ bytes: content, kind: 'document' });
        if (!('face' in look) || look.face.eyes_px < LEAST_DOCUMENT_EYES_PX) throw refuse('face_document_unfit');
        return { file_id: file.file_id, descriptor: look.face.descriptor };
      },
      act: async (tx, { file_id, descriptor }) => {
        await lockWalletUser(tx, userId);
        const standing = await findStanding(tx, userId);
        if (!standing.is_identified) throw refuse('face_needs_identity');
        refuseUnready(standing);
        // Staff may have taken that document back meanwhile, and approved another.
        if ((await findDocument(tx, userId))?.file_id !== file_id) throw refuse('face_document_missing');
        await saveDocument(tx, userId, sealedTemplate(this.#platform.secrets, userId, 'document', descriptor));
        return null;
      },
    });
  }

  /** Refuses in this order: payer_suspended, face_not_offered, face_needs_identity. */
  refuseUnfit(userId: number): Promise<Standing> {
    return this.#platform.db.scoped(userId, async (tx) => {
      const { is_offered } = await readOffer(tx);
      const standing = await findStanding(tx, userId);
      const refusal = unfitness(is_offered, standing);
      if (refusal) throw refusal;
      return standing;
    });
  }
}

export function unfitness(isOffered: boolean, { status, is_identified }: Standing): Refusal | undefined {
  if (status === 'suspended') return refuse('payer_suspended');
  if (!isOffered) return refuse('face_not_offered');
  return is_identified ? undefined : refuse('face_needs_identity');
}

/** Refuses to enrol where nobody agreed, and where a face is enrolled. */
export function refuseUnready({ consented_at, selfie }: Standing): void {
  const outcome: Extract<OutcomeName, 'face_not_consented' | 'face_enrolled'> | undefined =
    consented_at === null ? 'face_not_consented' : selfie === null ? undefined : 'face_enrolled';
  if (outcome) throw refuse(outcome);
}
