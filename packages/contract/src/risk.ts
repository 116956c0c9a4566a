/** For so long after one of these an owner's withdrawals are looked at by a person. */
export const RISK_LASTS_H = 24;

/**
 * What happens to an owner's access: a sign-in with a new device or from a new address; a changed login password, authenticator or payment
 * password.
 */
export const RISK_SIGNS = ['new_device', 'new_address', 'password_changed', 'code_changed', 'payment_password_changed'] as const;
export type RiskSign = (typeof RISK_SIGNS)[number];

/**
 * Why a withdrawal is looked at by a person: one of these within the last `RISK_LASTS_H` hours. Of what a merchant's system asks for also an access
 * key that was made or changed, or that was first used from the address.
 */
export const RISK_REASONS = [...RISK_SIGNS, 'key_changed', 'key_new_address'] as const;
export type RiskReason = (typeof RISK_REASONS)[number];
