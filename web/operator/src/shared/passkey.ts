import { client } from '@purser/console-kit/client';
import type { OutputOf } from '@purser/contract/call';
import type { staffPasskeyRequest } from '@purser/contract/features/staff-auth';
import type { staffPasskeyCreation } from '@purser/contract/features/staff-passkey';
import type { NewPasskey, PasskeyAssertion } from '@purser/contract/passkey';
import { isTransport } from '@purser/contract/passkey-transport';
import { staffPasskeyConfirmation } from '@purser/contract/staff-first-pages';

/** The browser's own part of passkeys; fetched when somebody uses one. */
const library = () => import('@simplewebauthn/browser');

/** No passkey was used or made: cancelled, too late, none there, or there already. */
export class NoPasskey extends Error {
  override readonly name = 'NoPasskey';
}

/** Whether this browser knows passkeys, on this address. */
export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function';
}

/** Asks the browser for a passkey. Rejects with NoPasskey. */
export async function askForPasskey(asked: OutputOf<typeof staffPasskeyRequest>): Promise<PasskeyAssertion> {
  const { startAuthentication } = await library();
  const { allowCredentials, ...rest } = asked;
  const optionsJSON = { ...rest, ...(allowCredentials && { allowCredentials }) };
  const { id, response } = await startAuthentication({ optionsJSON }).catch(noPasskey);
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, response: { clientDataJSON, authenticatorData, signature } };
}

/** Asks the browser to make a passkey. Rejects with NoPasskey. */
export async function makePasskey(asked: OutputOf<typeof staffPasskeyCreation>, name: string): Promise<NewPasskey> {
  const { startRegistration } = await library();
  const { id, response } = await startRegistration({ optionsJSON: asked }).catch(noPasskey);
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { name, id, response: { clientDataJSON, attestationObject, transports: transports.filter(isTransport) } };
}

/** The signed-in member's answer that confirms an act. */
export async function confirmWithPasskey(): Promise<PasskeyAssertion> {
  return askForPasskey(await client.request(staffPasskeyConfirmation, {}, { quiet: true }));
}

function noPasskey(error: unknown): never {
  throw new NoPasskey('the browser gave none', { cause: error });
}
