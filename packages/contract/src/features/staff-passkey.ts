import { z } from 'zod';
import { call } from '../call.ts';
import { empty, idText, nothing } from '../fields.ts';
import { keptPasskey, newPasskey, passkeyCreation, passkeyRequest } from '../passkey.ts';

const own = { caller: 'staff', permission: 'self.manage' } as const;
const changes = { ...own, write: true, confirm: 'google_code' } as const;

export const staffPasskeyList = call({
  ...own,
  path: '/v1/operator/passkey/list',
  summary: "The member's own passkeys, the oldest first",
  input: empty,
  output: z.strictObject({ list: z.array(keptPasskey) }),
});

export const staffPasskeyConfirmation = call({
  ...own,
  path: '/v1/operator/passkey/confirmation',
  summary: 'What a browser is asked for so that the member confirms an act with one of their passkeys',
  input: empty,
  output: passkeyRequest,
  errors: ['passkeys_unavailable'],
});

export const staffPasskeyCreation = call({
  ...own,
  path: '/v1/operator/passkey/creation',
  summary: 'What a browser is asked for so that another passkey is made for the member',
  input: empty,
  output: passkeyCreation,
  errors: ['passkeys_unavailable'],
});

export const staffPasskeyAdd = call({
  ...changes,
  path: '/v1/operator/passkey/add',
  summary: 'Lets the member sign in and confirm with a passkey that was just made',
  input: z.strictObject({ passkey: newPasskey }),
  output: z.strictObject({ passkey_id: idText }),
  errors: ['new_passkey_refused', 'passkey_taken', 'passkeys_full'],
  fields: { new_passkey_refused: 'passkey', passkey_taken: 'passkey', passkeys_full: 'passkey' },
});

export const staffPasskeyRemove = call({
  ...changes,
  path: '/v1/operator/passkey/remove',
  summary: "Removes one of the member's own passkeys, and never their last second factor",
  input: z.strictObject({ passkey_id: z.uuid() }),
  output: nothing,
  errors: ['not_found', 'last_factor'],
});
