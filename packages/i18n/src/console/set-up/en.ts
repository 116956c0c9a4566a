/** Choosing password and authenticator by a one-time link. */
export const setUp = {
  'setUp.title': 'Set up your merchant account',
  'setUp.lead': 'This is the account of {name}. You log in as {username}; choose a password for that.',
  'setUp.password': 'New password',
  'setUp.passwordHint': 'At least {minimum} digits, letters or punctuation marks',
  'setUp.passwordRequired': 'Enter a new password',
  'setUp.passwordUnfit': '{minimum} to {maximum} digits, letters or punctuation marks, without spaces',
  'setUp.again': 'New password again',
  'setUp.differs': 'Passwords do not match',
  'setUp.continue': 'Continue',
  'setUp.authenticatorLead':
    'Every login and every payout needs a code from an authenticator app on your phone. If this page is opened anew, it shows another key: then delete the earlier entry in the app.',
  'setUp.done': 'Your account is ready',
  'setUp.refusedTitle': 'This link does not work',
  'setUp.refusedHint': 'It may have been withdrawn, or not copied whole. Ask whoever sent it to you for a new one.',
  'setUp.expiredTitle': 'This link is too old',
  'setUp.expiredHint': 'A link works for a limited time. Ask whoever sent it to you for a new one.',
  'setUp.usedTitle': 'This link was used already',
  'setUp.usedHint': 'If that was you, log in. If it was not, tell customer service at once: somebody else may have your account.',
  'setUp.toLogin': 'Go to the login',
} as const;
