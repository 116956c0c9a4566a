import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { checkoutPay } from '@purser/contract/features/checkout';
import { openOrderCreate } from '@purser/contract/features/open-order';
import { openWithdrawalCreate } from '@purser/contract/features/open-withdrawal';
import { SIGNATURE_HEADERS, textToSign } from '@purser/contract/signature';
import { PAYER_COOKIE } from '../../server/src/platform/http/payer-cookie.ts';
import type { Secrets } from '../../server/src/platform/security/secrets.ts';
import type { LoadMerchant, LoadUser } from '../../server/src/platform/testing/load-parties.ts';

/** A request that is ready to be sent: the load generator must not spend its time on making it. */
export interface ReadyRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A signed request for a new order, with a nonce and an idempotency key of its own. */
export function createRequest(merchant: LoadMerchant): ReadyRequest {
  return signedRequest(merchant, openOrderCreate.path, { order_id: randomUUID(), coin_name: 'USDP', amount: '12.34', lifetime_min: 60 });
}

/** A signed request that pays a user out of the merchant's balance: held until somebody has decided, where there is no quota. */
export function withdrawalRequest(merchant: LoadMerchant, { userId }: LoadUser): ReadyRequest {
  return signedRequest(merchant, openWithdrawalCreate.path, {
    order_id: randomUUID(),
    payment_id: userId,
    coin_name: 'USDP',
    amount: '12.34',
  });
}

function signedRequest(merchant: LoadMerchant, path: string, input: object): ReadyRequest {
  const body = JSON.stringify(input);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const nonce = randomBytes(12).toString('base64url');
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const text = textToSign({ method: 'POST', path, query: '', bodyHash, timestamp, nonce });
  return {
    path,
    body,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': nonce,
      [SIGNATURE_HEADERS.key]: merchant.accessKey,
      [SIGNATURE_HEADERS.timestamp]: timestamp,
      [SIGNATURE_HEADERS.nonce]: nonce,
      [SIGNATURE_HEADERS.signature]: createHmac('sha256', merchant.secret).update(text).digest('hex'),
    },
  };
}

/** A payment of one order with a payment grant, which is what the payment password was exchanged for. */
export function payRequest(secrets: Secrets, user: LoadUser, token: string): ReadyRequest {
  const grant = secrets.sign('payment-grant', { user: user.userId, order: token }, new Date(Date.now() + 3_600_000));
  return {
    path: checkoutPay.path,
    body: JSON.stringify({ token, payment_grant: grant, use_reward: false }),
    headers: { 'content-type': 'application/json', cookie: `${PAYER_COOKIE}=${user.token}` },
  };
}

/** The request as it goes over the wire, for a generator that sends bytes. */
export function toBytes({ path, headers, body }: ReadyRequest, host: string): string {
  const all = { host, ...headers, 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
