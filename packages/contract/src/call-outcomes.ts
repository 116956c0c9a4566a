import type { Call } from './call.ts';
import type { OutcomeName } from './errors.ts';

/** Refusals of any call of a caller that come before the call's own, in order of precedence. */
const BEFORE: Record<Call['caller'], readonly OutcomeName[]> = {
  public: ['body_too_large', 'invalid_input'],
  merchant: [
    'maintenance',
    'unauthenticated',
    'access_restricted',
    'login_ip_refused',
    'member_not_allowed',
    'body_too_large',
    'invalid_input',
  ],
  access_key: [
    'signature_missing',
    'access_key_unknown',
    'key_ip_refused',
    'timestamp_out_of_window',
    'body_too_large',
    'signature_wrong',
    'merchant_suspended',
    'nonce_replayed',
    'invalid_input',
  ],
  payer: ['forbidden', 'unauthenticated', 'payer_suspended', 'body_too_large', 'invalid_input'],
  payer_maybe: ['forbidden', 'body_too_large', 'invalid_input'],
  staff: ['forbidden', 'unauthenticated', 'staff_not_allowed', 'body_too_large', 'invalid_input'],
};

/** Refusals of any call that come whenever their cause does. */
const WHENEVER: readonly OutcomeName[] = ['not_ready', 'internal'];

/**
 * Every refusal that a call may be answered with, in order of precedence: which host was asked is looked at first of all, then, where the call
 * closes in maintenance, that. How many streams one may have open is counted last.
 */
export function outcomesOf({ errors, caller, method, answer }: Call): OutcomeName[] {
  const first: OutcomeName[] = ['host_unknown', ...(errors.includes('maintenance') ? (['maintenance'] as const) : [])];
  const limited: OutcomeName[] = caller === 'public' || answer === 'events' ? ['too_many_requests'] : [];
  const all = [...first, ...BEFORE[caller], ...errors, ...limited, ...WHENEVER];
  return [...new Set(all)].filter((name) => name !== 'body_too_large' || method === 'POST');
}
