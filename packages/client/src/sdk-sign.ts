import { SIGNATURE_HEADERS, textToSign } from '@purser/contract/signature';
import { createHash, createHmac, randomBytes } from 'node:crypto';

export interface ToSign {
  readonly method: string;
  /** Path and query as they travel, for example `/v1/open/order/create`. */
  readonly target: string;
  readonly body: string;
  readonly accessKey: string;
  readonly secret: string;
  readonly nowMs: number;
}

/** The four signature headers of one request. Every call makes a new nonce: a signed request is good for one use. */
export function signatureHeaders(request: ToSign): Record<string, string> {
  const timestamp = String(Math.floor(request.nowMs / 1000));
  const nonce = randomBytes(16).toString('base64url');
  const queryAt = request.target.indexOf('?');
  const text = textToSign({
    method: request.method,
    path: queryAt < 0 ? request.target : request.target.slice(0, queryAt),
    query: queryAt < 0 ? '' : request.target.slice(queryAt + 1),
    bodyHash: createHash('sha256').update(request.body, 'utf8').digest('hex'),
    timestamp,
    nonce,
  });
  return {
    [SIGNATURE_HEADERS.key]: request.accessKey,
    [SIGNATURE_HEADERS.timestamp]: timestamp,
    [SIGNATURE_HEADERS.nonce]: nonce,
    [SIGNATURE_HEADERS.signature]: createHmac('sha256', request.secret).update(text, 'utf8').digest('hex'),
  };
}
