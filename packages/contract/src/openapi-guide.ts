import { IDEMPOTENCY_KEPT_H } from './wire.ts';
import { SIGNATURE_WINDOW_S } from './signature.ts';

/** What the OpenAPI document says in words, in Markdown: whoever has nothing but the document can sign a request and check a webhook. */

const code = (...lines: string[]): string => ['```', ...lines, '```'].join('\n');

export const HTTP_GUIDE = [
  'Every answer is an envelope `{code, msg, detail, data, request_id}`. Codes 200, 6032 and 42110 are success; 6016 is advice. ' +
    'Business outcomes come with HTTP 200; 400, 401, 403, 404, 413, 421, 429 and 5xx where HTTP itself has the meaning. A path or method that there is ' +
    "none of is answered 404 `not_found`, a host name that is not the installation's 421 `host_unknown`.",
  'Decide by `code` or `msg`, which never change their meaning. `detail` is for people, in the language of the header `Language`. `request_id`, also in the ' +
    'header `x-request-id`, names the request: quote it when you ask for help. After 429 and 503 ask again once the seconds of `Retry-After` have passed.',
  `A repeated write under the same \`Idempotency-Key\` takes effect once, and is answered 42110 with the first answer; keys are kept for ${IDEMPOTENCY_KEPT_H} hours. ` +
    'Amounts are decimal strings, never numbers.',
  'Within `/v1` calls, fields of answers, events and codes may be added; none changes its meaning. Ignore fields and events that you do not know. Unknown fields of ' +
    'requests are refused.',
].join('\n\n');

export const SIGNING_GUIDE = [
  'Each request carries `purser-key`, `purser-timestamp`, `purser-nonce` and `purser-signature`, with',
  code(
    'purser-signature = hex( HMAC-SHA256( secret, text ) )',
    '',
    'text = METHOD        POST',
    '    \\n PATH          /v1/open/order/create',
    '    \\n QUERY         the query as sent, without "?"; empty if none',
    '    \\n BODY HASH     hex( SHA-256( body ) ), lower case',
    '    \\n TIMESTAMP     as in purser-timestamp',
    '    \\n NONCE         as in purser-nonce',
  ),
  `The secret is used as it is shown, \`sk_\` included. The timestamp may be ${SIGNATURE_WINDOW_S} seconds off. To test: of the body \`{"order_id":"A-1001"}\`, sent to ` +
    '`/v1/open/order/query` at 1700000000 with the nonce `0123456789abcdef` and the secret `sk_example`, the signature is ' +
    '`4ed09723022ff273ba42f41f4248b94845ed1f9406aef5a781f2ea8892d8898c`. A wrong signature is answered with the text that was to be signed, in `data.text_to_sign`.',
].join('\n\n');

export const WEBHOOK_GUIDE = [
  'Signed as [Standard Webhooks](https://www.standardwebhooks.com) 1.0 says: `webhook-signature` holds `v1,` and the base64 of an HMAC-SHA256 over ' +
    '`webhook-id.webhook-timestamp.body`, with the bytes of the body as they came, under the base64-decoded part of the signing secret after `whsec_`. For a day after a new ' +
    'secret was made there is one signature more, with a space between them, and after several changes there are as many, at most five: one that matches is enough.',
  `Refuse a timestamp more than ${SIGNATURE_WINDOW_S} seconds from your clock. An event comes at least once, each time with the same \`webhook-id\`: do nothing the second time.`,
].join('\n\n');
