import type { Call } from './call.ts';
import type { OutcomeName } from './errors.ts';

/** Outcomes that any call may have, whoever makes it. */
const COMMON: Record<Call['caller'], readonly OutcomeName[]> = {
  public: ['invalid_input', 'too_many_requests', 'not_ready', 'internal'],
  merchant: [
    'invalid_input',
    'unauthenticated',
    'maintenance',
    'access_restricted',
    'login_ip_refused',
    'member_not_allowed',
    'not_ready',
    'internal',
  ],
  access_key: [
    'signature_missing',
    'access_key_unknown',
    'key_ip_refused',
    'timestamp_out_of_window',
    'signature_wrong',
    'merchant_suspended',
    'nonce_replayed',
    'invalid_input',
    'not_ready',
    'internal',
  ],
  payer: ['invalid_input', 'unauthenticated', 'payer_suspended', 'forbidden', 'not_ready', 'internal'],
  staff: ['invalid_input', 'unauthenticated', 'forbidden', 'staff_not_allowed', 'not_ready', 'internal'],
  payer_maybe: ['invalid_input', 'forbidden', 'not_ready', 'internal'],
};

/** Every refusal that a call may be answered with: its own in order of precedence, then those that any call has. */
export function outcomesOf({ errors, caller, method }: Call): OutcomeName[] {
  return [...new Set<OutcomeName>([...errors, ...COMMON[caller], ...(method === 'POST' ? (['body_too_large'] as const) : [])])];
}
