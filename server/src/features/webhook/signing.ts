import { createHmac, randomBytes } from 'node:crypto';
import type { Secrets } from '../../platform/security/secrets.ts';

const PURPOSE = 'webhook';
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
/** After a change of secrets both sign for this long, so that the receiver can change over without losing an event. */
const PREVIOUS_SIGNS_FOR_S = 24 * 3600;

export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** Seals a secret for the merchant's row. A text with a time after it ("whsec_... 1763700000") signs until then. */
export function sealWebhookSecret(secrets: Secrets, secret: string): Buffer {
  return secrets.seal(PURPOSE, secret);
}

/** The secret that the merchant was given last. */
function currentWebhookSecret(secrets: Secrets, sealed: Buffer): string {
  return secrets.open(PURPOSE, sealed).split('\n', 1)[0] ?? '';
}

/** Puts a new secret in the place of the sealed one, which goes on signing beside it for a while. */
export function rotateWebhookSecret(secrets: Secrets, sealed: Buffer | null, next: string, nowS: number): Buffer {
  const previous = sealed === null ? '' : `\n${currentWebhookSecret(secrets, sealed)} ${nowS + PREVIOUS_SIGNS_FOR_S}`;
  return secrets.seal(PURPOSE, next + previous);
}

/**
 * The header `webhook-signature` as Standard Webhooks 1.0 has it: "v1," and the base64 of an HMAC-SHA256 over id,
 * timestamp and body, once for every secret that signs now.
 */
export function webhookSignature(secrets: Secrets, sealed: Buffer, message: { id: string; timestampS: number; body: string }): string {
  const text = `${message.id}.${message.timestampS}.${message.body}`;
  return secrets
    .open(PURPOSE, sealed)
    .split('\n')
    .filter((line) => Number(line.split(' ')[1] ?? Infinity) > message.timestampS)
    .map((line) => Buffer.from((line.split(' ')[0] ?? '').slice(PREFIX.length), 'base64'))
    .map((key) => `v1,${createHmac('sha256', key).update(text).digest('base64')}`)
    .join(' ');
}
