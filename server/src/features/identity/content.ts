import type { ParsedInputOf } from '@purser/contract/call';
import type { identitySubmit } from '@purser/contract/features/identity';
import { DOCUMENTS, type DocumentName, type IdType } from '@purser/contract/identity';
import type { Selectable } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import type { Secrets } from '../../platform/security/secrets.ts';

export type SubmissionRow = Selectable<Schema['identity_submission']>;
export type Submitted = Omit<ParsedInputOf<typeof identitySubmit>, 'google_code'>;

/** What a submission says, as it is sealed. */
export interface IdentityContent extends Pick<
  Submitted,
  'surname' | 'middle_name' | 'name' | 'id_number' | 'company_name' | 'registration_number' | 'company_address'
> {
  readonly id_type: IdType;
  readonly documents: readonly { readonly document: DocumentName; readonly file_id: string }[];
}

const PURPOSE = 'identity';

/** How a submission is kept: sealed for this owner and submission, and known again by its document's kind and number. */
export function keptContent(
  secrets: Secrets,
  { ownerId, id }: { readonly ownerId: number; readonly id: string },
  content: IdentityContent,
) {
  return {
    content: secrets.sealBytes(PURPOSE, `${ownerId} ${id}`, Buffer.from(JSON.stringify(content), 'utf8')),
    document_mac: secrets.mac(PURPOSE, `${content.id_type} ${content.id_number.toUpperCase()}`),
  };
}

/** What a submission says; null once it was erased. */
export function contentOf(
  secrets: Secrets,
  { owner_id, submission_id, content }: Pick<SubmissionRow, 'owner_id' | 'submission_id' | 'content'>,
): IdentityContent | null {
  if (content === null) return null;
  return JSON.parse(secrets.openBytes(PURPOSE, `${owner_id} ${submission_id}`, content).toString('utf8')) as IdentityContent;
}

/** The photographs that came with what was handed in. */
export function documentsIn(input: Pick<Submitted, `${DocumentName}_file_id`>): IdentityContent['documents'] {
  return DOCUMENTS.flatMap((document) => {
    const file_id = input[`${document}_file_id`];
    return file_id === null ? [] : [{ document, file_id }];
  });
}
