/**
 * Messages as they are shipped: `kind.subject` and `kind.body` of a mail, `kind.sms` of a text message. Blank lines part paragraphs; a
 * paragraph that is only {link} is shown as a button, one that is only {code} in large digits.
 */
export const en = {
  'merchant_setup.subject': 'Set up your {service} merchant account',
  'merchant_setup.body': `Hello {name},

your merchant account at {service} is ready. Choose your password and set up your authenticator here:

{link}

This link is good for {hours} hours and can be used once. Whoever has it can take over the account: do not pass it on.

If you did not expect this message, please ignore it.`,

  'staff_invitation.subject': 'Your invitation to the {service} operator console',
  'staff_invitation.body': `Hello {name},

you have been invited to work in the operator console of {service}. Choose your password and set up your second factor here:

{link}

This link is good for {hours} hours and can be used once. Do not pass it on.

If you did not expect this invitation, please tell whoever runs {service}.`,

  'member_invitation.subject': 'Your invitation to the team of {merchant}',
  'member_invitation.body': `Hello {name},

you have been invited to act for {merchant} at {service}. You will log in as {username}. Choose your password and set up your authenticator here:

{link}

This link is good for {hours} hours and can be used once. Do not pass it on.

If you did not expect this invitation, please ignore it.`,

  'login_code.subject': 'Your login code for {service}',
  'login_code.body': `Your login code is:

{code}

It is good for {minutes} minutes and can be used once. We never ask you for it by phone or chat.

If you did not just try to log in, somebody may know your password: please change it.`,
  'login_code.sms': '{service}: your login code is {code}, good for {minutes} minutes. Never tell it to anybody.',

  'verification_code.subject': 'Your verification code for {service}',
  'verification_code.body': `Your verification code is:

{code}

It is good for {minutes} minutes and can be used once. We never ask you for it by phone or chat.

If you did not ask for this code, please ignore this message.`,
  'verification_code.sms': '{service}: your verification code is {code}, good for {minutes} minutes. Never tell it to anybody.',

  'already_registered.subject': 'You already have a {service} account',
  'already_registered.body': `Somebody, probably you, wanted to register with this address. It has an account at {service} already, so no other one was made.

Log in here, or get a new password there if you have forgotten yours:

{link}

If this was not you, there is nothing to do. Nobody was told that you have an account.`,
  'already_registered.sms': '{service}: this number has an account already. Log in, or get a new password: {link}',

  'new_sign_in_place.subject': 'New login to your {service} account',
  'new_sign_in_place.body': `Hello {name},

somebody logged in to your account from a place that we have not seen before.

Address: {address}
Time: {time}

If this was you, there is nothing to do. If not, change your password at once and contact customer service.`,

  'second_factor_locked.subject': 'Wrong codes for your {service} account',
  'second_factor_locked.body': `Hello {name},

wrong codes or payment passwords were entered for your account again and again. We take none for a while.

Address: {address}
Time: {time}

If this was not you, change your password at once and contact customer service.`,

  'password_changed.subject': 'Your {service} password was changed',
  'password_changed.body': `Hello {name},

a password of your account was changed.

Time: {time}

If this was not you, contact customer service at once.`,

  'authenticator_changed.subject': 'Your {service} authenticator was changed',
  'authenticator_changed.body': `Hello {name},

another authenticator was set up for your account, in the place of the one before it.

Time: {time}

If this was not you, contact customer service at once.`,

  'notice_mail_changed.subject': 'Your {service} notification mail was changed',
  'notice_mail_changed.body': `Hello {name},

what happens to your account is told at another mail address from now on:

{address}

Time: {time}

If this was not you, contact customer service at once.`,

  'account_suspended.subject': 'Your {service} account is suspended',
  'account_suspended.body': `Hello {name},

your account has been suspended. What it holds stays yours and is not touched.

Time: {time}

Please contact customer service to learn more.`,

  'account_closed.subject': 'Your {service} account is closed',
  'account_closed.body': `Hello {name},

your account has been closed, as you asked. What we kept about you is erased, except for the records that the law makes us keep; those no longer carry your name. You will get no further messages.

Your account number was {number}. Give it to customer service if money of yours arrives later.

Time: {time}

If this was not you, contact customer service at once.`,

  'account_unlocked.subject': 'Your {service} account is unlocked',
  'account_unlocked.body': `Hello {name},

your account was locked for a while, as wrong passwords or codes had been entered. Customer service has unlocked it.

Time: {time}

If you did not ask for this, contact customer service at once.`,

  'identity_approved.subject': 'Your {service} identity is approved',
  'identity_approved.body': `Hello {name},

your identity has been approved. What asks for it is open to you from now on.

Time: {time}`,

  'identity_rejected.subject': 'Your {service} identity was not approved',
  'identity_rejected.body': `Hello {name},

your identity could not be approved:

{reason}

Time: {time}

You can hand it in again after you sign in.`,

  'white_list_cleared.subject': 'Your {service} login white list was cleared',
  'white_list_cleared.body': `Hello {name},

customer service has cleared the white list of login addresses of your account, because it shut you out. Logins from any address are taken again.

Time: {time}

Put your addresses on the list anew after you sign in. If you did not ask for this, contact customer service at once.`,

  'payout_address_changed.subject': 'Withdrawal address changed at {service}',
  'payout_address_changed.body': `Hello {name},

the address that USDT is withdrawn to over {network} was changed at {time}. It is now:

{address}

It can be used from {usable} on. If this was not you, change your password and contact us before then.`,

  'payment_receipt.subject': 'Your receipt for {amount} to {merchant}',
  'payment_receipt.body': `Hello {name},

you paid {merchant} from your {service} wallet.

Amount: {amount}
Time: {time}
Merchant order number: {order}
Serial number: {serial}

The receipt is in your wallet, to print or to keep as a PDF file:

{link}

You asked for this message on the receipt's page. If you did not, change your password and contact customer service.`,

  'passkey_added.subject': 'A passkey was added to your {service} account',
  'passkey_added.body': `Hello {name},

the passkey “{passkey}” was added to your account. It signs in and confirms payments from now on. If this was not you, remove it in your wallet under “Passkeys” and change your passwords.

Time: {time}`,

  'passkey_removed.subject': 'A passkey was removed from your {service} account',
  'passkey_removed.body': `Hello {name},

the passkey “{passkey}” was removed from your account. If this was not you, change your passwords.

Time: {time}`,

  'test.subject': 'Test message from {service}',
  'test.body': `This is a test message. It was asked for in the operator console of {service}.

Time: {time}

Nothing needs to be done.`,
  'test.sms': '{service}: this is a test message ({time}).',
} as const;
