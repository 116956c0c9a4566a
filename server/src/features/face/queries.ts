import { FACE_ATTEMPTS, FACE_LOCK_H, type FaceStanding } from '@purser/contract/face';
import type { Selectable } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { MODEL } from './engine/messages.ts';

export type SessionRow = Selectable<Schema['face_session']>;
type EnrolmentRow = Selectable<Schema['face_enrolment']>;

/** A wallet user as far as their face is concerned. */
export interface Standing extends Pick<EnrolmentRow, 'consented_at' | 'document' | 'selfie' | 'enrolled_at'> {
  readonly failures: number;
  /** Null when it is not locked now. */
  readonly locked_until: Date | null;
  readonly status: 'normal' | 'suspended';
  readonly is_identified: boolean;
  readonly has_payment_password: boolean;
}

/** Within the user's own scope; what was described by other models counts as not described. */
export async function findStanding(tx: Tx, userId: number): Promise<Standing> {
  const { rows } = await tx.query<Standing>(
    `select consented_at, case when locked_until <= now() then 0 else coalesce(failures, 0) end as failures,
       case when model = $2 then document end as document, case when model = $2 then selfie end as selfie,
       case when model = $2 then enrolled_at end as enrolled_at, case when locked_until > now() then locked_until end as locked_until,
       wallet_user.status, authentication_status = 'approved' as is_identified, payment_password_hash is not null as has_payment_password
     from wallet_user left join face_enrolment on owner_id = user_id where user_id = $1`,
    [userId, MODEL],
  );
  const [row] = rows;
  if (!row) throw new Error(`wallet user ${userId} is gone`);
  return row;
}

export function standingOf({ consented_at, document, selfie }: Pick<Standing, 'consented_at' | 'document' | 'selfie'>): FaceStanding {
  if (consented_at === null) return 'none';
  if (selfie !== null) return 'enrolled';
  return document === null ? 'consented' : 'documented';
}

export interface Offer {
  readonly is_offered: boolean;
  readonly limits: readonly { readonly coin: string; readonly most: bigint }[];
}

/** Whether it is offered, and up to which amount in each coin that it is offered in. */
export async function readOffer(tx: Tx): Promise<Offer & { readonly revision: number }> {
  const { rows } = await tx.query<{ is_offered: boolean; revision: number }>('select is_offered, revision from face_setting');
  const { rows: limits } = await tx.query<{ coin: string; most: bigint }>('select coin, most from face_limit order by coin');
  const [setting] = rows;
  if (!setting) throw new Error('the face setting is always one row');
  return { ...setting, limits };
}

export async function saveConsent(tx: Tx, userId: number): Promise<void> {
  await tx.query(
    `insert into face_enrolment (owner_id, consented_at) values ($1, now()) on conflict (owner_id) do update set consented_at = excluded.consented_at`,
    [userId],
  );
}

/** Erases what describes the face, and what is under way. Whether there was an agreement. */
export async function eraseFace(tx: Tx, userId: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update face_enrolment set consented_at = null, model = null, document = null, selfie = null, enrolled_at = null
     where owner_id = $1 and consented_at is not null`,
    [userId],
  );
  await tx.query('delete from face_session where owner_id = $1', [userId]);
  return rowCount !== 0;
}

export async function saveDocument(tx: Tx, userId: number, document: Buffer): Promise<void> {
  await tx.query(
    `update face_enrolment set model = $2, document = $3, selfie = null, enrolled_at = null where owner_id = $1 and consented_at is not null`,
    [userId, MODEL, document],
  );
}

export async function saveSelfie(tx: Tx, userId: number, selfie: Buffer): Promise<void> {
  await tx.query(
    `update face_enrolment set model = $2, selfie = $3, enrolled_at = now() where owner_id = $1 and consented_at is not null`,
    [userId, MODEL, selfie],
  );
}

/** Counts an attempt as failed, before it is known whether it is; the last one that is borne locks, for as long as it says. How many are left. */
export async function countAttempt(tx: Tx, userId: number): Promise<number> {
  const { rows } = await tx.query<{ failures: number }>(
    `update face_enrolment set
       failures = case when locked_until <= moment.now then 1 else least(failures + 1, ${FACE_ATTEMPTS}) end,
       locked_until = case when locked_until > moment.now then locked_until when locked_until is null and failures + 1 >= ${FACE_ATTEMPTS} then until end
     from (select now(), now() + make_interval(hours => ${FACE_LOCK_H}) as until) as moment
     where owner_id = $1 returning failures`,
    [userId],
  );
  return FACE_ATTEMPTS - (rows[0]?.failures ?? FACE_ATTEMPTS);
}

/** An attempt that succeeded gives all attempts back. */
export async function giveAttemptsBack(tx: Tx, userId: number): Promise<void> {
  await tx.query('update face_enrolment set failures = 0, locked_until = null where owner_id = $1', [userId]);
}

/** The photograph of the approved document's front, as the newest approved identity has it. */
export async function findDocument(tx: Tx, userId: number): Promise<Selectable<Schema['file']> | undefined> {
  const { rows } = await tx.query<Selectable<Schema['file']>>(
    `select file.* from (
       select file_ids[1] as front from identity_submission where owner_id = $1 and status = 'approved' order by submission_id desc limit 1
     ) as approved
     join file on file.owner_id = $1 and file.file_id = approved.front and file.state = 'kept'`,
    [userId],
  );
  return rows[0];
}
