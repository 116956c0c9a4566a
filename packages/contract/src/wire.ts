/** What client and server agree on beside the calls; apart from the schemas so that a client needs no validator. */

/** Idempotency keys travel in this header (draft-ietf-httpapi-idempotency-key-header). */
export const IDEMPOTENCY_HEADER = 'idempotency-key';
export const LONGEST_IDEMPOTENCY_KEY = 128;
/** How long an idempotency key is remembered, in hours. */
export const IDEMPOTENCY_KEPT_H = 48;
/** How long a client waits for an answer. */
export const REQUEST_TIMEOUT_MS = 60_000;
/** The largest body of a call that does not say otherwise, in bytes: no input of ours comes near it. */
export const USUAL_BODY_LIMIT = 16_384;
/** How deep arrays and objects of a body may stand within each other. */
export const DEEPEST_NESTING = 32;
/** Where everybody downloads the program that verifies proofs of liabilities. */
export const VERIFIER_PATH = '/verify-liabilities.mjs';
