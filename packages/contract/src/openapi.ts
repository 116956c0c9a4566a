import type { Call } from './call.ts';
import { DEEPEST_NESTING, IDEMPOTENCY_HEADER, LONGEST_IDEMPOTENCY_KEY } from './wire.ts';
import { CALLS } from './calls.ts';
import { outcomesOf } from './call-outcomes.ts';
import { openApiWebhooks, WEBHOOK_TAG } from './openapi-webhooks.ts';
import { OUTCOMES, type OutcomeName } from './errors.ts';
import { HTTP_GUIDE, SIGNING_GUIDE, WEBHOOK_GUIDE } from './openapi-guide.ts';
import { schemaOf } from './openapi-schema.ts';
import { SUCCESS_CODES } from './success-codes.ts';
import { withPlurals } from './text.ts';
import { LANGUAGES } from './language.ts';
import { SIGNATURE_HEADERS } from './signature.ts';
import { CONSOLE_VERSION } from './version.ts';

type Json = Record<string, unknown>;

const TAGS: Record<string, string> = {
  open: `Open API: called by a merchant's own system, signed with its access key\n\n${SIGNING_GUIDE}`,
  merchant: 'Console: called by a signed-in merchant',
  checkout: 'Checkout: called by a payment page',
  wallet: 'Wallet: called by a wallet user',
  operator: "Operator console: called by a signed-in member of the provider's staff",
  user: 'Configuration',
  system: 'Files of a signed-in merchant',
  [WEBHOOK_TAG]: `Webhooks: sent by Purser to a merchant's endpoints\n\n${WEBHOOK_GUIDE}`,
};

/** Where an installation is: of one that nobody names, whoever reads the document says it. */
const ANY_SERVER = {
  url: '{scheme}://{host}',
  variables: {
    scheme: { enum: ['https', 'http'], default: 'https', description: '`http` of a demo only; cookies have no prefix `__Host-` there' },
    host: { default: 'pay.example.com', description: 'The host of the installation, with its port where it has one of its own' },
  },
};

/** The whole call table, and what webhooks say, as an OpenAPI 3.1 document: of the installation at an address, or of any. */
export function openApiDocument(serverUrl?: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Purser',
      version: CONSOLE_VERSION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description: HTTP_GUIDE,
    },
    servers: [serverUrl === undefined ? ANY_SERVER : { url: serverUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(CALLS.map((call) => [call.path, { [call.method.toLowerCase()]: operation(call) }])),
    webhooks: openApiWebhooks(),
    components: {
      securitySchemes: securitySchemes(!serverUrl?.startsWith('http:')),
      parameters: PARAMETERS,
      schemas: { Refusal: REFUSAL },
      headers: HEADERS,
      responses: refusedResponses(),
    },
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

/** A refusal whose code is one of some; without them, of any. */
const refusal = (code: Json, msg: Json): Json => ({
  type: 'object',
  required: ['code', 'msg', 'detail', 'data', 'request_id'],
  properties: {
    code: { type: 'integer', ...code },
    msg: { type: 'string', description: 'The name of the code: neither ever changes its meaning', ...msg },
    detail: { type: 'string', description: 'For people, in the language of the request' },
    data: { description: 'null, or what the refusal is about: of invalid_input `{fields: [{field, problem}]}`' },
    request_id: { type: 'string', description: 'Names the request, also in the header x-request-id: quote it when you ask for help' },
  },
});

const REFUSAL = refusal({}, {});

const HEADERS = {
  RequestId: { description: 'The same as `request_id`', schema: { type: 'string' } },
  RetryAfter: { description: 'After how many seconds asking again makes sense', schema: { type: 'integer' } },
};

const REQUEST_ID = { 'x-request-id': { $ref: '#/components/headers/RequestId' } };

/** The statuses at which asking again later may succeed, and the answer may say when. */
const LATER: ReadonlySet<number> = new Set([429, 503]);

/** What is answered with each HTTP status other than 200, by the name under which calls refer to it. */
function refusedResponses(): Record<string, Json> {
  const statuses = [...new Set(Object.values(OUTCOMES).map(({ http }) => http))].filter((http) => http !== 200).toSorted((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((http) => [
      `Refused${http}`,
      {
        description: 'Refused: the description of the call names the codes',
        headers: { ...REQUEST_ID, ...(LATER.has(http) ? { 'retry-after': { $ref: '#/components/headers/RetryAfter' } } : {}) },
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    ]),
  );
}

/** Over TLS a cookie has the prefix that binds it to its host. */
const cookie = (name: string, isOverTls: boolean) => ({
  type: 'apiKey',
  in: 'cookie',
  name: isOverTls ? `__Host-${name}` : name,
});

const SIGNED: Readonly<Record<string, string>> = {
  key: 'The ID of the access key, pk_…',
  timestamp: 'Unix time in seconds',
  nonce: '1 to 64 characters that were never used before',
  signature: 'HMAC-SHA256 in hexadecimal: how it is made is told under the tag `open`',
};

const securitySchemes = (isOverTls: boolean) => ({
  merchant: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The session token of a login' },
  payer: cookie('purser_wallet', isOverTls),
  staff: cookie('purser_operator', isOverTls),
  ...Object.fromEntries(
    Object.entries(SIGNATURE_HEADERS).map(([part, name]) => [
      `signature_${part}`,
      { type: 'apiKey', in: 'header', name, description: SIGNED[part] },
    ]),
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
    responses: responsesOf(call),
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

function responsesOf(call: Call): Json {
  const statuses = new Set(outcomesOf(call).map((name) => OUTCOMES[name].http));
  const refused = [...statuses].filter((http) => http !== 200).map((http) => [http, { $ref: `#/components/responses/Refused${http}` }]);
  return { 200: { description: 'The outcome', headers: REQUEST_ID, content: contentOf(call) }, ...Object.fromEntries(refused) };
}

/** What comes with HTTP 200: a success with the data of the call, or a refusal. The code tells which, also to a generated client. */
function contentOf(call: Call): Json {
  const names = outcomesOf(call).filter((name) => OUTCOMES[name].http === 200);
  const refused = names.length === 0 ? [] : [refusal({ enum: names.map((name) => OUTCOMES[name].code) }, { enum: names })];
  if (call.answer !== 'envelope') {
    const [type, format] = call.answer === 'file' ? ['application/octet-stream', { format: 'binary' }] : ['text/event-stream', {}];
    const json = refused.map((schema) => ['application/json', { schema }]);
    return { [type]: { schema: { type: 'string', ...format } }, ...Object.fromEntries(json) };
  }
  const success = refusal({ enum: [...SUCCESS_CODES] }, {}) as { properties: Json };
  const done = { ...success, properties: { ...success.properties, data: schemaOf(call.output, 'output') } };
  return { 'application/json': { schema: refused.length === 0 ? done : { anyOf: [done, ...refused] } } };
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
