import { ownAccount } from '../../console/own-account/en.ts';

export const own = {
  'account.hint': 'Who you are here, what you sign in with, and where you are signed in.',
  'account.who': 'You',
  'account.name': 'Name',
  'account.goOn': 'Continue',
  'account.authenticatorMissing': 'No app shows codes for this account: you sign in with passkeys.',
  'account.authenticatorAdd': 'Set up an authenticator',
  'account.authenticatorPresent': 'Confirm with what you have now: a code of the present authenticator, or a passkey.',
  'account.passkeys': 'Passkeys',
  'account.passkeysHint': 'Sign in and confirm by finger, face, PIN or security key, in place of a code. No other site can ask for them.',
  'account.passkeysNone': 'You have none yet.',
  'account.passkeysUnknown': 'This browser knows no passkeys at this address.',
  'account.passkeySynced': 'Synced between devices',
  'account.passkeyOfDevice': 'On one device',
  'account.passkeyUnused': 'Made {time}, not used yet',
  'account.passkeyUsed': 'Last used {time}',
  'account.passkeyAdd': 'Add a passkey',
  'account.passkeyAdded': 'The passkey was added',
  'account.passkeyLead': 'Your device will ask who you are, then you confirm with what you sign in with now.',
  'account.passkeyName': 'Name',
  'account.passkeyNameHint': 'By which you will know it, such as "Work laptop"',
  'account.passkeyNameRequired': 'Enter a name',
  'account.passkeyMake': 'Make the passkey',
  'account.passkeyNotMade': 'No passkey was made. Try again.',
  'account.passkeyEffect': 'From now on it signs you in beside your password, and confirms acts.',
  'account.passkeyRemove': 'Remove',
  'account.passkeyRemoveNamed': 'Remove {name}',
  'account.passkeyRemoveEffect':
    'It will not sign in or confirm any more, your other sessions end, and so do links you made that nobody used. You may remove it from the device as well.',
  'account.passkeyRemoved': 'The passkey was removed',
} as const;

/** The member's own account. */
export const account = { ...ownAccount, ...own } as const;
