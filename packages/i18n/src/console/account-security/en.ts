import { ownAccount } from '../own-account/en.ts';

export const own = {
  'accountSecurity.hint': 'What you log in with, and where you are logged in.',
  'accountSecurity.identity': 'Identity verification',
  'accountSecurity.team': 'Team',
  'accountSecurity.audit': 'Audit trail',
  'accountSecurity.present': 'Code of the present authenticator, or a recovery code',
  'accountSecurity.presentHint': 'The present authenticator stays good until this is done.',
  'accountSecurity.presentRequired': 'Enter the {digits} digits of the present authenticator, or a recovery code',
  'accountSecurity.recovery': 'Recovery codes',
  'accountSecurity.recoveryHint':
    'For the day your authenticator is lost: each logs you in once in place of a code, and lets you set up another authenticator.',
  'accountSecurity.recoveryNone': 'None made yet',
  'accountSecurity.recoveryLeft': '{left} of {of} left',
  'accountSecurity.recoveryMade': 'Made {time}',
  'accountSecurity.recoveryMake': 'Make recovery codes',
  'accountSecurity.recoveryRenew': 'Make new recovery codes',
  'accountSecurity.recoveryEffect': 'You see them once. Keep them where your phone is not.',
  'accountSecurity.recoveryRenewEffect': 'Those made before are good no more. You see the new ones once.',
  'accountSecurity.recoveryUnseen': 'The codes were made, but their answer was lost. Please make new ones.',
  'accountSecurity.recoveryLead':
    'Print or write them down, and keep them where your phone is not. Whoever has one and your password can log in.',
  'accountSecurity.recoveryStored': 'I have stored the recovery codes',
  'accountSecurity.recoveryStoredFirst': 'Store them first: they are not shown again.',
  'accountSecurity.recoveryDone': 'Done',
  'accountSecurity.mail': 'Notification mail',
  'accountSecurity.mailHint': 'You are told here when the password, the authenticator or this address is changed.',
  'accountSecurity.mailPresent': 'Present address',
  'accountSecurity.mailNone': 'None yet',
  'accountSecurity.mailNew': 'New mail address',
  'accountSecurity.mailWrong': 'Invalid email format',
  'accountSecurity.mailSend': 'Send a code to it',
  'accountSecurity.mailSent': 'A code is on its way to {mail}.',
  'accountSecurity.mailCode': 'Code from the mail',
  'accountSecurity.mailCodeRequired': 'Enter the {digits} digits of the mailed code',
  'accountSecurity.mailLanguageHint': 'The language of what is mailed.',
  'accountSecurity.mailSet': 'Set notification mail',
  'accountSecurity.mailEffect': 'The address before it is told of this once.',
  'accountSecurity.mailDone': 'The notification mail is set',
  'accountSecurity.zone': 'Time zone',
  'accountSecurity.zoneHint':
    'Times in the console are shown in it, its days and sums are counted in it, and so are the days of your withdrawal exemption quotas.',
  'accountSecurity.zonePresent': 'At present',
  'accountSecurity.zoneNew': 'Time zone of the console',
  'accountSecurity.zoneBrowser': 'The browser’s ({zone})',
  'accountSecurity.zoneSame': 'This is the present time zone',
  'accountSecurity.zoneSet': 'Set time zone',
  'accountSecurity.zoneEffect': 'The days of quotas begin at midnight in this zone; where the browser’s is chosen, at midnight UTC.',
  'accountSecurity.zoneDone': 'The time zone is set',
} as const;

/** The merchant's account and security. */
export const accountSecurity = { ...ownAccount, ...own } as const;
