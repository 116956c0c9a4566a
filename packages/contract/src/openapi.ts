import { z } from 'zod';
import type { Call } from './call.ts';
import { DEEPEST_NESTING, IDEMPOTENCY_HEADER, LONGEST_IDEMPOTENCY_KEY } from './wire.ts';
import { CALLS } from './calls.ts';
import { outcomesOf } from './call-outcomes.ts';
import { openApiWebhooks, WEBHOOK_TAG } from './openapi-webhooks.ts';
import { OUTCOMES, type OutcomeName } from './errors.ts';
import { withPlurals } from './text.ts';
import { LANGUAGES } from './language.ts';
import { SIGNATURE_HEADERS } from './signature.ts';
import { CONSOLE_VERSION } from './version.ts';

type Json = Record<string, unknown>;

const TAGS: Record<string, string> = {
  open: "Open API: called by a merchant's own system, signed with its access key",
  merchant: 'Console: called by a signed-in merchant',
  checkout: 'Checkout: called by a payment page',
  wallet: 'Wallet: called by a wallet user',
  operator: "Operator console: called by a signed-in member of the provider's staff",
  user: 'Configuration',
  system: 'Files of a signed-in merchant',
  [WEBHOOK_TAG]: "Webhooks: sent by Purser to a merchant's endpoints",
};

/** The whole call table, and what webhooks say, as an OpenAPI 3.1 document. */
export function openApiDocument(serverUrl?: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Purser',
      version: CONSOLE_VERSION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description:
        'Every answer is an envelope `{code, msg, detail, data, request_id}`. Codes 200, 6032 and 42110 are success; 6016 is advice. ' +
        'Business outcomes come with HTTP 200; 400, 401, 403, 404, 413, 429 and 5xx where HTTP itself has the meaning.',
    },
    ...(serverUrl ? { servers: [{ url: serverUrl }] } : {}),
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(CALLS.map((call) => [call.path, { [call.method.toLowerCase()]: operation(call) }])),
    webhooks: openApiWebhooks(),
    components: { securitySchemes: securitySchemes(serverUrl), parameters: PARAMETERS },
  };
}

const PARAMETERS = {
  Language: { name: 'Language', in: 'header', description: 'Language of `detail`', schema: { enum: [...LANGUAGES], default: 'zh_Hans' } },
  IdempotencyKey: {
    name: IDEMPOTENCY_HEADER,
    in: 'header',
    description: 'The same key and content gets the first answer again (code 42110); other content is refused',
    schema: { type: 'string', minLength: 1, maxLength: LONGEST_IDEMPOTENCY_KEY },
  },
};

/** Over TLS a cookie has the prefix that binds it to its host. */
const cookie = (name: string, serverUrl: string) => ({
  type: 'apiKey',
  in: 'cookie',
  name: serverUrl.startsWith('https:') ? `__Host-${name}` : name,
});

const securitySchemes = (serverUrl = '') => ({
  merchant: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The session token of a login' },
  payer: cookie('purser_wallet', serverUrl),
  staff: cookie('purser_operator', serverUrl),
  ...Object.fromEntries(
    Object.entries(SIGNATURE_HEADERS).map(([part, name]) => [`signature_${part}`, { type: 'apiKey', in: 'header', name }]),
  ),
});

const SECURITY: Record<Call['caller'], Json[]> = {
  public: [],
  merchant: [{ merchant: [] }],
  payer: [{ payer: [] }],
  payer_maybe: [{ payer: [] }, {}],
  staff: [{ staff: [] }],
  access_key: [Object.fromEntries(Object.keys(SIGNATURE_HEADERS).map((part) => [`signature_${part}`, []]))],
};

function operation(call: Call): Json {
  const headers = [
    { $ref: '#/components/parameters/Language' },
    ...(call.keyed ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
  const input = schemaOf(call.input, 'input');
  return {
    operationId: call.path.replace(/^\/v\d+\//, '').replaceAll(/[/]/g, '_'),
    tags: [call.path.split('/')[2] ?? ''],
    summary: call.summary,
    description: [...(call.permission ? [`Permission: \`${call.permission}\``, ''] : []), outcomesText(outcomesOf(call))].join('\n'),
    security: SECURITY[call.caller],
    parameters: call.method === 'GET' ? [...headers, ...queryParameters(input)] : headers,
    ...(call.method === 'POST' ? { requestBody: bodyOf(call, input) } : {}),
    responses: { 200: { description: 'The outcome', content: contentOf(call) } },
  };
}

/** OpenAPI has no word for the size of a body, so it is said in words. */
function bodyOf(call: Call, schema: Json): Json {
  if (call.body === 'multipart') {
    const description = `At most ${call.bodyLimit} bytes, its length said in advance; the file comes last.`;
    return { required: true, description, content: { 'multipart/form-data': { schema } } };
  }
  const description = `At most ${call.bodyLimit} bytes, nested at most ${DEEPEST_NESTING} deep.`;
  return { required: true, description, content: { 'application/json': { schema } } };
}

function contentOf(call: Call): Json {
  if (call.answer === 'file') return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  if (call.answer === 'events') return { 'text/event-stream': { schema: { type: 'string' } } };
  return {
    'application/json': {
      schema: {
        type: 'object',
        required: ['code', 'msg', 'detail', 'data', 'request_id'],
        properties: {
          code: { type: 'integer' },
          msg: { type: 'string' },
          detail: { type: 'string' },
          data: { anyOf: [schemaOf(call.output, 'output'), {}] },
          request_id: { type: 'string' },
        },
      },
    },
  };
}

function queryParameters(input: Json): Json[] {
  const properties = (input['properties'] ?? {}) as Record<string, Json>;
  const required = (input['required'] ?? []) as string[];
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }));
}

function outcomesText(names: readonly OutcomeName[]): string {
  const rows = names.map(
    (name) => `| ${OUTCOMES[name].code} | ${name} | ${OUTCOMES[name].http} | ${withPlurals(OUTCOMES[name].text.en)} |`,
  );
  return ['Refusals, in order of precedence:', '', '| code | name | HTTP | text |', '|---|---|---|---|', ...rows].join('\n');
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return json;
}
