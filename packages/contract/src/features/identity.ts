import { z } from 'zod';
import { call } from '../call.ts';
import { empty, fileId, idText, instant, merchantId, nothing, shownLine, shownText } from '../fields.ts';
import {
  DOCUMENTS,
  ID_NUMBER,
  ID_TYPES,
  IDENTITY_DECISIONS,
  IDENTITY_KINDS,
  IDENTITY_PARTIES,
  IDENTITY_STATES,
  LONGEST_COMPANY_ADDRESS,
  LONGEST_COMPANY_NAME,
  LONGEST_IDENTITY_REASON,
  LONGEST_PERSON_NAME,
  LONGEST_REGISTRATION_NUMBER,
  PERSON_NAME,
} from '../identity.ts';
import { exportCall, listCall } from '../list-call.ts';
import { AUTHENTICATION_STATUSES } from './account.ts';
import { staffId } from './staff.ts';

/** Who merchants and wallet users are: handed in with photographs of documents, decided on by staff. */

const personName = shownLine.trim().min(1).max(LONGEST_PERSON_NAME).regex(PERSON_NAME);
const companyText = (longest: number) => shownLine.trim().max(longest).default('');
const photograph = fileId.nullable().default(null);

/** What a person says of themselves. */
export const personOfIdentity = {
  surname: personName,
  middle_name: z.union([z.literal(''), personName]).default(''),
  name: personName,
  id_type: z.enum(ID_TYPES),
  id_number: z.string().trim().regex(ID_NUMBER).meta({ description: 'Digits and letters' }),
};

export const identitySubmission = z.strictObject({
  kind: z.enum(IDENTITY_KINDS),
  /** The person; of a company, whoever represents it. */
  ...personOfIdentity,
  /** Of a company all three are wanted, and its entry in the register; of a person they stay empty. */
  company_name: companyText(LONGEST_COMPANY_NAME),
  registration_number: companyText(LONGEST_REGISTRATION_NUMBER),
  company_address: companyText(LONGEST_COMPANY_ADDRESS),
  /** Files that were sent for the purpose `identity`. The back of a passport is not wanted. */
  front_file_id: photograph,
  back_file_id: photograph,
  holder_file_id: photograph,
  registration_file_id: photograph,
});

const own = z.strictObject({
  submission_id: idText,
  kind: z.enum(IDENTITY_KINDS),
  status: z.enum(IDENTITY_STATES),
  /** Empty, like the number and the company, once it was erased. */
  full_name: z.string(),
  id_type: z.enum(ID_TYPES).nullable(),
  id_number: z.string().meta({ description: 'Masked', example: '••••5678' }),
  company_name: z.string(),
  /** Why it was rejected; empty otherwise. */
  reason: z.string(),
  create_time: instant,
  decide_time: instant.nullable(),
});

export const identityDetail = call({
  path: '/v1/merchant/identity/detail',
  caller: 'merchant',
  summary: "How the merchant's identity stands, and what was handed in last",
  input: empty,
  output: z.strictObject({ authentication_status: z.enum(AUTHENTICATION_STATUSES), submission: own.nullable() }),
});

export const identitySubmit = call({
  path: '/v1/merchant/identity/submit',
  caller: 'merchant',
  write: true,
  confirm: 'google_code',
  summary: "Hands in the merchant's identity, a person's or a company's, for staff to decide on; again after a rejection",
  input: identitySubmission,
  output: z.strictObject({ submission_id: idText }),
  errors: ['identity_approved', 'identity_under_review', 'identity_incomplete', 'file_not_usable'],
});

const by = z.strictObject({ staff_id: staffId, name: z.string() });

export const identityRow = z.strictObject({
  owner_id: merchantId,
  owner_name: z.string(),
  party: z.enum(IDENTITY_PARTIES),
  submission_id: idText,
  kind: z.enum(IDENTITY_KINDS),
  status: z.enum(IDENTITY_STATES),
  reason: z.string(),
  create_time: instant,
  decide_time: instant.nullable(),
  /** Who decided; null while nobody has. */
  decided_by: by.nullable(),
});

export const staffIdentityQuery = listCall({
  path: '/v1/operator/identity/query',
  caller: 'staff',
  permission: 'identity.read',
  summary: 'Identities that merchants and wallet users have handed in, the newest first; without what they say',
  row: identityRow,
  sort: ['create_time'],
  filters: {
    submission_id: z.uuid().optional(),
    owner_id: merchantId.optional(),
    party: z.enum(IDENTITY_PARTIES).optional(),
    kind: z.enum(IDENTITY_KINDS).optional(),
    status: z.enum(IDENTITY_STATES).optional(),
  },
});

export const staffIdentityExport = exportCall(staffIdentityQuery, 'Identities that were handed in, without what they say,');

const which = { owner_id: merchantId, submission_id: z.uuid() };

export const staffIdentityDetail = call({
  path: '/v1/operator/identity/detail',
  caller: 'staff',
  permission: 'identity.read',
  summary:
    "What was handed in, whole to roles that decide and masked to those that only look; that it was looked at stands in its owner's audit log. The photographs are files of the purpose identity",
  input: z.strictObject(which),
  output: z.strictObject({
    /** Null once it was erased. */
    content: z
      .strictObject({
        surname: z.string(),
        middle_name: z.string(),
        name: z.string(),
        id_type: z.enum(ID_TYPES),
        id_number: z.string(),
        company_name: z.string(),
        registration_number: z.string(),
        company_address: z.string(),
        documents: z.array(z.strictObject({ document: z.enum(DOCUMENTS), file_id: fileId })),
      })
      .nullable(),
    authentication_status: z.enum(AUTHENTICATION_STATUSES),
    erase_time: instant.nullable(),
    /** Other parties that have handed in the same document. */
    same_document: z.array(identityRow),
    /** What this party has handed in before and after, the newest first. */
    others: z.array(identityRow),
  }),
  errors: ['not_found'],
  fields: { not_found: 'submission_id' },
});

export const staffIdentityDecide = call({
  path: '/v1/operator/identity/decide',
  caller: 'staff',
  permission: 'identity.decide',
  write: true,
  confirm: 'google_code',
  summary:
    'Approves or rejects an identity that was handed in; the party is told. Rejecting one that was approved ends the sessions of the party, and the access keys of a merchant',
  input: z.strictObject({
    ...which,
    /** As it stood when it was looked at: one that somebody has decided since is refused. */
    status: z.enum(IDENTITY_STATES),
    decision: z.enum(IDENTITY_DECISIONS),
    /** Wanted for a rejection: the party reads it. */
    reason: shownText.trim().max(LONGEST_IDENTITY_REASON).default(''),
  }),
  output: nothing,
  errors: ['not_found', 'identity_decided'],
  fields: { not_found: 'submission_id' },
});
