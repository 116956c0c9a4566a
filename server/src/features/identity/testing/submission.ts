import type { InputOf } from '@purser/contract/call';
import { identitySubmit } from '@purser/contract/features/identity';
import { dataOf, type TestApp } from '../../../platform/testing/app.ts';
import { googleCode, type TestMerchant } from '../../../platform/testing/parties.ts';
import { keptFile } from '../../file/testing/kept-file.ts';

type Input = Omit<InputOf<typeof identitySubmit>, 'google_code'>;

/** What a person hands in, with photographs that were sent before. */
export async function identityInput(app: TestApp, ownerId: number, wishes: Partial<Input> = {}): Promise<Input> {
  const photograph = () => keptFile(app, ownerId, 'identity');
  return {
    kind: 'person',
    surname: 'Nguyễn',
    middle_name: 'Thị',
    name: 'Minh',
    id_type: 'id_card',
    id_number: '079301004321',
    front_file_id: await photograph(),
    back_file_id: await photograph(),
    holder_file_id: await photograph(),
    ...wishes,
  };
}

/** Hands a merchant's identity in and answers the submission's number. */
export async function submitted(app: TestApp, merchant: TestMerchant, wishes: Partial<Input> = {}): Promise<string> {
  const input = await identityInput(app, merchant.merchant_id, wishes);
  const google_code = await googleCode(app, merchant);
  return dataOf(await app.call(identitySubmit, { ...input, google_code }, { token: merchant.token })).submission_id;
}
