import { createHmac } from 'node:crypto';

export const WEBHOOK_SECRET_PREFIX = 'whsec_';

export interface SignedMessage {
  readonly id: string;
  readonly timestampS: number;
  readonly body: string;
}

/** One signature of Standard Webhooks 1.0: "v1," and the base64 of an HMAC-SHA256 over id, timestamp and body. `secret` is whsec_ and base64. */
export function standardSignature(secret: string, { id, timestampS, body }: SignedMessage): string {
  const key = Buffer.from(secret.slice(WEBHOOK_SECRET_PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestampS}.${body}`).digest('base64')}`;
}
