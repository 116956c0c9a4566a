import type { OutputOf } from '@purser/contract/call';
import type { OutcomeName } from '@purser/contract/errors';
import type { identityDetail } from '@purser/contract/features/identity';
import { documentsOf, type IdentityParty, maskIdNumber } from '@purser/contract/identity';
import { uuidv7 } from 'uuidv7';
import { useFile } from '../../domain/file-use.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse, Refusal } from '../../platform/http/refusal.ts';
import type { Platform } from '../../platform/platform.ts';
import { contentOf, documentsIn, keptContent, type Submitted, type SubmissionRow } from './content.ts';

export interface Whose {
  readonly party: IdentityParty;
  readonly ownerId: number;
}
type Own = NonNullable<OutputOf<typeof identityDetail>['submission']>;
type Standing = Pick<Platform, 'secrets'>;

/** How a party's identity stands, and what it handed in last. */
export async function identityOf(tx: Tx, { secrets }: Standing, whose: Whose): Promise<OutputOf<typeof identityDetail>> {
  const { rows } = await tx.query<SubmissionRow>(
    'select * from identity_submission where owner_id = $1 order by submission_id desc limit 1',
    [whose.ownerId],
  );
  const [latest] = rows;
  return { authentication_status: await statusOf(tx, whose), submission: latest ? ownOf(secrets, latest) : null };
}

/**
 * Hands an identity in. Refuses with identity_approved, identity_under_review, identity_incomplete, file_not_usable, in this order; the last two
 * name the field. Answers the submission's number.
 */
export async function submitIdentity(tx: Tx, { secrets }: Standing, whose: Whose, input: Submitted): Promise<string> {
  await refuseSettled(tx, whose, { locked: true });
  const wanted = wantedOf(input);
  const missing = missingIn(wanted);
  if (missing !== undefined) throw ofField('identity_incomplete', missing);
  const documents = documentsIn(wanted);
  for (const { document, file_id } of documents) await useIdentityFile(tx, whose.ownerId, document, file_id);
  const submission_id = uuidv7();
  const { surname, middle_name, name, id_type, id_number, company_name, registration_number, company_address } = wanted;
  const content = { surname, middle_name, name, id_type, id_number, company_name, registration_number, company_address, documents };
  await tx
    .insertInto('identity_submission')
    .values({
      owner_id: BigInt(whose.ownerId),
      submission_id,
      party: whose.party,
      kind: wanted.kind,
      ...keptContent(secrets, { ownerId: whose.ownerId, id: submission_id }, content),
      file_ids: documents.map(({ file_id }) => file_id),
    })
    .execute();
  await setPending(tx, whose);
  return submission_id;
}

/** Refuses what is handed in while nothing is asked for: identity_approved, identity_under_review. */
export async function refuseSettled(tx: Tx, whose: Whose, { locked = false } = {}): Promise<void> {
  if ((await statusOf(tx, whose, { locked })) === 'approved') throw refuse('identity_approved');
  const waiting = await tx.query(`select from identity_submission where owner_id = $1 and status = 'pending'`, [whose.ownerId]);
  if (waiting.rowCount !== 0) throw refuse('identity_under_review');
}

/** Without what its kind does not ask for: a person's is no company, a passport has no back. */
function wantedOf(input: Submitted): Submitted {
  const wanted = documentsOf(input.kind, input.id_type);
  const company = input.kind === 'company' ? {} : { company_name: '', registration_number: '', company_address: '' };
  return {
    ...input,
    ...company,
    back_file_id: wanted.includes('back') ? input.back_file_id : null,
    registration_file_id: wanted.includes('registration') ? input.registration_file_id : null,
  };
}

/** The first field that is wanted and empty. */
function missingIn(input: Submitted): keyof Submitted | undefined {
  const texts = input.kind === 'company' ? (['company_name', 'registration_number', 'company_address'] as const) : [];
  const files = documentsOf(input.kind, input.id_type).map((document) => `${document}_file_id` as const);
  return texts.find((field) => input[field] === '') ?? files.find((field) => input[field] === null);
}

async function useIdentityFile(tx: Tx, ownerId: number, document: string, fileId: string): Promise<void> {
  try {
    await useFile(tx, { ownerId, fileId, purpose: 'identity' });
  } catch (error) {
    throw error instanceof Refusal ? ofField(error.outcome as 'file_not_usable', `${document}_file_id`) : error;
  }
}

function ofField(outcome: Extract<OutcomeName, 'identity_incomplete' | 'file_not_usable'>, field: string): Refusal {
  return refuse(outcome, {}, { fields: [{ field }] });
}

async function statusOf(tx: Tx, { party, ownerId }: Whose, { locked = false } = {}): Promise<Status> {
  const suffix = locked ? 'for no key update' : '';
  const text =
    party === 'merchant'
      ? `select authentication_status from merchant where merchant_id = $1 ${suffix}`
      : `select authentication_status from wallet_user where user_id = $1 ${suffix}`;
  const { rows } = await tx.query<{ authentication_status: Status }>(text, [ownerId]);
  const [row] = rows;
  if (!row) throw refuse('unauthenticated');
  return row.authentication_status;
}
type Status = OutputOf<typeof identityDetail>['authentication_status'];

async function setPending(tx: Tx, { party, ownerId }: Whose): Promise<void> {
  const set = { authentication_status: 'pending' } as const;
  if (party === 'merchant') await tx.updateTable('merchant').set(set).where('merchant_id', '=', BigInt(ownerId)).execute();
  else await tx.updateTable('wallet_user').set(set).where('user_id', '=', BigInt(ownerId)).execute();
}

function ownOf(secrets: Platform['secrets'], row: SubmissionRow): Own {
  const content = contentOf(secrets, row);
  return {
    submission_id: row.submission_id,
    kind: row.kind,
    status: row.status,
    full_name: content ? [content.surname, content.middle_name, content.name].filter((part) => part !== '').join(' ') : '',
    id_type: content?.id_type ?? null,
    id_number: content ? maskIdNumber(content.id_number) : '',
    company_name: content?.company_name ?? '',
    reason: row.status === 'rejected' ? row.reason : '',
    create_time: row.created_at.toISOString(),
    decide_time: row.decided_at?.toISOString() ?? null,
  };
}
