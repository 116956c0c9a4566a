import { randomBytes } from 'node:crypto';
import { PREVIOUS_SECRET_SIGNS_FOR_H } from '@purser/contract/features/webhook';
import type { Secrets } from '../../platform/security/secrets.ts';
import { type SignedMessage, standardSignature, WEBHOOK_SECRET_PREFIX } from '../../platform/security/standard-webhooks.ts';

const PURPOSE = 'webhook';
const SECRET_BYTES = 32;
/** After a change of secrets both sign for this long, so that the receiver can change over without losing an event. */
const PREVIOUS_SIGNS_FOR_S = PREVIOUS_SECRET_SIGNS_FOR_H * 3600;
/** How many sign at the same time, however often they are changed. */
const SECRETS_THAT_SIGN = 5;

export function newWebhookSecret(): string {
  return WEBHOOK_SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** Seals a secret for its endpoint's row. A text with a time after it ("whsec_... 1763700000") signs until then. */
export function sealWebhookSecret(secrets: Secrets, secret: string): Buffer {
  return secrets.seal(PURPOSE, secret);
}

/**
 * Puts a new secret in the place of the sealed one, which goes on signing beside it for a while. So do those before it whose time is not over:
 * the receiver may hold any of them, such as after a change whose answer was lost.
 */
export function rotateWebhookSecret(secrets: Secrets, sealed: Buffer, next: string, nowS: number): Buffer {
  const [current = '', ...earlier] = linesOf(secrets, sealed);
  const signing = [next, `${current} ${nowS + PREVIOUS_SIGNS_FOR_S}`, ...earlier.filter((line) => signsUntilS(line) > nowS)];
  return secrets.seal(PURPOSE, signing.slice(0, SECRETS_THAT_SIGN).join('\n'));
}

/** Until when the secret before the present one signs, in seconds; undefined where it does not, or there was none. */
export function previousSignsUntilS(secrets: Secrets, sealed: Buffer, nowS: number): number | undefined {
  const previous = linesOf(secrets, sealed)[1];
  return previous !== undefined && signsUntilS(previous) > nowS ? signsUntilS(previous) : undefined;
}

/** The header `webhook-signature`: a signature for every secret that signs now. */
export function webhookSignature(secrets: Secrets, sealed: Buffer, message: SignedMessage): string {
  return linesOf(secrets, sealed)
    .filter((line) => signsUntilS(line) > message.timestampS)
    .map((line) => standardSignature(line.split(' ')[0] ?? '', message))
    .join(' ');
}

/** The secrets of a sealed text, the one that the merchant was given last first. */
function linesOf(secrets: Secrets, sealed: Buffer): string[] {
  return secrets.open(PURPOSE, sealed).split('\n');
}

function signsUntilS(line: string): number {
  return Number(line.split(' ')[1] ?? Infinity);
}
