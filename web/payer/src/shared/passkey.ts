import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { OutputOf } from '@purser/contract/call';
import type { walletPasskeyCreation, walletPasskeyRequest } from '@purser/contract/features/wallet-passkey';
import type { NewPasskey, PasskeyAssertion } from '@purser/contract/passkey';

/** The browser's own part of passkeys: fetched when somebody uses one. Both reject where the browser gives none. */

type Asked = OutputOf<typeof walletPasskeyRequest>;

/** Asks the browser for a passkey. */
export async function askForPasskey({ allowCredentials, ...rest }: Asked): Promise<{ passkey: PasskeyAssertion; user_handle: string }> {
  const optionsJSON = { ...rest, ...(allowCredentials && { allowCredentials }) };
  const { id, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response;
  return { passkey: { id, response: { clientDataJSON, authenticatorData, signature } }, user_handle: userHandle };
}

const TRANSPORTS = [
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
] as const satisfies NewPasskey['response']['transports'];

/** Asks the browser to make a passkey. */
export async function makePasskey(optionsJSON: OutputOf<typeof walletPasskeyCreation>, name: string): Promise<NewPasskey> {
  const { id, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return {
    name,
    id,
    response: { clientDataJSON, attestationObject, transports: TRANSPORTS.filter((known) => transports.includes(known)) },
  };
}
