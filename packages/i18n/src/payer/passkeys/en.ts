/** Passkeys in the wallet. */
export const passkeys = {
  passkeys_title: 'Passkeys',
  passkeys_wallet: 'Log in and pay by finger, face or PIN',
  passkeys_lead:
    'A passkey logs you in and confirms payments by finger, face, PIN or security key. No other site can ask for it, and nobody can guess it.',
  passkeys_none: 'You have no passkey yet.',
  passkey_add: 'Add a passkey',
  passkey_adding: 'Adding…',
  passkey_name: 'Name of the passkey',
  passkey_name_hint: 'By which you will know it, such as “My phone”',
  passkey_name_required: 'Please enter a name',
  passkey_add_lead: 'We check your payment password, then your device asks who you are.',
  passkey_no_script: 'A passkey is made by the browser: allow scripts on this page to add one. Your passwords work without.',
  passkey_unknown: 'This browser knows no passkeys at this address. Your passwords work as before.',
  passkey_needs_password: 'Set a payment password first: it confirms that it is you who adds a passkey.',
  passkey_synced: 'Synced between devices',
  passkey_of_device: 'On one device',
  passkey_unused: 'Added {time}, not used yet',
  passkey_used: 'Last used {time}',
  passkey_remove: 'Remove',
  passkey_remove_named: 'Remove {name}',
  passkey_remove_lead:
    'It will not log in or confirm any more. You may remove it from the device as well. You stay logged in on this device alone.',
  passkey_is_there: 'This device has a passkey of this wallet already. You can log in and confirm payments with it.',
  passkey_added: 'The passkey was added. You can log in and confirm payments with it.',
  passkey_removed: 'The passkey was removed.',
} as const;
