/**
 * How a merchant's system signs a request: HMAC-SHA256 with the access key's secret over the lines below, in
 * hexadecimal. Only the text is made here; each side computes the HMAC with its own crypto.
 */
export const SIGNATURE_HEADERS = {
  key: 'purser-key',
  timestamp: 'purser-timestamp',
  nonce: 'purser-nonce',
  signature: 'purser-signature',
} as const;

export const SIGNATURE_WINDOW_S = 300;
export const LONGEST_NONCE = 64;

export interface SignedParts {
  readonly method: string;
  readonly path: string;
  /** The query as sent, without "?"; empty if none. */
  readonly query: string;
  /** SHA-256 of the body's bytes, lower-case hexadecimal. */
  readonly bodyHash: string;
  /** Unix time in seconds. */
  readonly timestamp: string;
  readonly nonce: string;
}

export function textToSign(parts: SignedParts): string {
  return [parts.method.toUpperCase(), parts.path, parts.query, parts.bodyHash, parts.timestamp, parts.nonce].join('\n');
}
