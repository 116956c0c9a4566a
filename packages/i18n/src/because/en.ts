/** Why a withdrawal is not approved by itself, or is looked at twice; in both consoles, and the last ones in the wallet. */
export const quotaBecause = {
  'because.no_limit': 'No exemption quota is set for this coin.',
  'because.limit_off': 'The exemption quota of this coin is switched off.',
  'because.single_limit': 'The amount is above the limit for a single withdrawal.',
  'because.day_limit': 'With it, the day would be above its limit.',
  'because.hour_limit': 'With it, the hour would be above its limit.',
  'because.day_count': 'There were as many today as go without a review.',
  'because.hour_count': 'There were as many this hour as go without a review.',
} as const;

export const riskBecause = {
  'because.title': 'Why it is looked at closely',
  'because.new_device': 'Signed in with a new device within the last 24 hours.',
  'because.new_address': 'Signed in from a new address within the last 24 hours.',
  'because.password_changed': 'The login password was changed within the last 24 hours.',
  'because.code_changed': 'The authenticator was changed within the last 24 hours.',
  'because.payment_password_changed': 'The payment password was set or changed within the last 24 hours.',
  'because.key_changed': 'The access key was made or changed within the last 24 hours.',
  'because.key_new_address': 'The access key was first used from this address within the last 24 hours.',
} as const;
