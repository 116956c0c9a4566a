import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { staffIdentityDecide, staffIdentityDetail } from '@purser/contract/features/identity';
import { maskIdNumber, maskName } from '@purser/contract/identity';
import { isPermitted } from '@purser/contract/staff';
import { mayDecide, settleSubmissions, tellOfIdentity } from '../../domain/identity-decision.ts';
import { asOwner, readAsStaff } from '../../platform/commands/staff-acts.ts';
import { confirmedWrite } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse, wrongField } from '../../platform/http/refusal.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import { staffReader } from '../../platform/lists/list.ts';
import type { Platform } from '../../platform/platform.ts';
import { decideIdentity } from '../../platform/security/party-access.ts';
import { contentOf, type IdentityContent, type SubmissionRow } from './content.ts';
import { staffIdentities } from './list.ts';

type Detail = OutputOf<typeof staffIdentityDetail>;
type Which = ParsedInputOf<typeof staffIdentityDetail>;

const MOST_BESIDE = 20;

/** One submission with what it says. That it was looked at is noted before it is shown. */
export async function identityForStaff(platform: Platform, which: Which, context: StaffContext): Promise<Detail> {
  const { owner_id, submission_id } = which;
  const reader = staffReader(context);
  const detail = await readAsStaff(platform, async (tx): Promise<Detail> => {
    const row = await find(tx, which);
    const content = contentOf(platform.secrets, row);
    const { rows: same } = await tx.query<SubmissionRow>(
      `select distinct on (owner_id) * from identity_submission
       where document_mac = $1 and owner_id <> $2 order by owner_id, submission_id desc limit ${MOST_BESIDE}`,
      [row.document_mac, owner_id],
    );
    const { rows: others } = await tx.query<SubmissionRow>(
      `select * from identity_submission where owner_id = $1 and submission_id <> $2 order by submission_id desc limit ${MOST_BESIDE}`,
      [owner_id, submission_id],
    );
    return {
      content: content && shownTo(context, content),
      authentication_status: await statusOf(tx, row),
      erase_time: row.erase_at?.toISOString() ?? null,
      same_document: await staffIdentities.shown(tx, same, reader),
      others: await staffIdentities.shown(tx, others, reader),
    };
  });
  await asOwner(platform, context, owner_id, { action: 'identity.view', details: { submission_id } }, async () => null);
  return detail;
}

/** Whole to whoever compares it with the photographs; masked to whoever only looks. */
function shownTo({ role }: Pick<StaffContext, 'role'>, content: IdentityContent): NonNullable<Detail['content']> {
  const { documents, ...texts } = content;
  const shown = { ...texts, documents: [...documents] };
  if (isPermitted(role, 'identity.decide')) return shown;
  return {
    ...shown,
    surname: maskName(content.surname),
    middle_name: maskName(content.middle_name),
    name: maskName(content.name),
    id_number: maskIdNumber(content.id_number),
    documents: [],
  };
}

/** Decides on what was seen: what a submission says never changes, and how it stands must be as it was. */
export function decideSubmission(
  platform: Platform,
  input: ParsedInputOf<typeof staffIdentityDecide>,
  context: StaffContext,
): Promise<null | Answer<null>> {
  const { owner_id, submission_id, decision, reason } = input;
  if (decision === 'reject' && reason === '') throw wrongField('reason', 'required');
  return confirmedWrite<null>(platform, input, context, {
    whose: owner_id,
    act: async (tx) => {
      const { party, status } = await find(tx, input, 'for no key update');
      if (status !== input.status || !mayDecide(status, decision)) throw refuse('identity_decided');
      const decided = { party, ownerId: owner_id, decision, reason, staffId: context.staffId };
      await settleSubmissions(tx, decided, submission_id);
      const becomes = decision === 'approve' ? 'approved' : 'rejected';
      await decideIdentity(tx, { party, ownerId: owner_id }, becomes, { withdraws: status === 'approved' });
      await tellOfIdentity(tx, platform, decided);
      return null;
    },
    audit: () => ({ action: `identity.${decision}`, details: { submission_id, reason } }),
  });
}

async function find(tx: Tx, { owner_id, submission_id }: Which, suffix = ''): Promise<SubmissionRow> {
  const { rows } = await tx.query<SubmissionRow>(`select * from identity_submission where owner_id = $1 and submission_id = $2 ${suffix}`, [
    owner_id,
    submission_id,
  ]);
  const [row] = rows;
  if (!row) throw refuse('not_found');
  return row;
}

async function statusOf(tx: Tx, { party, owner_id }: SubmissionRow): Promise<Detail['authentication_status']> {
  const text =
    party === 'merchant'
      ? 'select authentication_status from merchant where merchant_id = $1'
      : 'select authentication_status from wallet_user where user_id = $1';
  const { rows } = await tx.query<{ authentication_status: Detail['authentication_status'] }>(text, [owner_id]);
  return rows[0]?.authentication_status ?? 'not_authenticated';
}
