import { staffPasskeyAdd, staffPasskeyConfirmation, staffPasskeyCreation } from '@purser/contract/features/staff-passkey';
import type { PasskeyAssertion } from '@purser/contract/passkey';
import { dataOf, type TestApp } from './app.ts';
import { SoftwareAuthenticator } from './passkey.ts';
import type { TestStaff } from './staff.ts';

/** Adds a passkey of a new authenticator to a member, who confirms with a code. */
export async function addTestPasskey(
  member: TestStaff,
  name = 'My key',
): Promise<{ authenticator: SoftwareAuthenticator; passkey_id: string }> {
  const authenticator = new SoftwareAuthenticator();
  const asked = dataOf(await member.call(staffPasskeyCreation, {}));
  const passkey = authenticator.create(asked, {}, name);
  const { passkey_id } = dataOf(await member.call(staffPasskeyAdd, { passkey, google_code: await member.code() }));
  return { authenticator, passkey_id };
}

/** The answer by which a member confirms an act with a passkey. */
export async function confirmation(
  member: TestStaff,
  authenticator: SoftwareAuthenticator,
  wishes: Parameters<SoftwareAuthenticator['answer']>[1] = {},
): Promise<PasskeyAssertion> {
  return authenticator.answer(dataOf(await member.call(staffPasskeyConfirmation, {})), wishes);
}

/** Takes the authenticator app off a member, who has passkeys alone from then on. */
export async function withoutAuthenticator(app: TestApp, { staffId }: TestStaff): Promise<void> {
  await app.sql('update staff set totp_secret = null where staff_id = $1', [staffId]);
}
