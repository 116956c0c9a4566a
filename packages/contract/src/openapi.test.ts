import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CALLS } from './calls.ts';
import { EVENT_TYPES } from './features/webhook.ts';
import { openApiDocument } from './openapi.ts';
import { textToSign } from './signature.ts';

type Json = Record<string, unknown>;
interface Operation {
  readonly operationId: string;
  readonly tags: string[];
  readonly summary: string;
  readonly security: Record<string, string[]>[];
  readonly parameters: (Json & { name?: string; in?: string; $ref?: string })[];
  readonly requestBody?: Json;
  readonly responses: Record<string, { description: string }>;
}

const document = openApiDocument('https://pay.example.com') as Json & {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  tags: { name: string }[];
  components: { securitySchemes: Json; parameters: Json };
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

/** Every object in the document, with the way to it. */
function* walk(value: unknown, at = '#'): Generator<[string, Json]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [at, value as Json];
  for (const [key, child] of Object.entries(value)) yield* walk(child, `${at}/${key}`);
}

function resolve(reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Json | undefined)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], document);
}

describe('the OpenAPI document', () => {
  it('is 3.1 with what the specification requires of a document', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Purser', version: expect.any(String) } });
    expect(document['servers']).toEqual([{ url: 'https://pay.example.com' }]);
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  it('has every call, under its method, once', () => {
    expect(operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`).toSorted()).toEqual(
      CALLS.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
  });

  it('resolves every $ref', () => {
    const references = [...walk(document)].flatMap(([at, value]) =>
      typeof value['$ref'] === 'string' ? [[at, value['$ref']] as const] : [],
    );
    for (const [at, reference] of references) {
      expect(reference, at).toMatch(/^#\//);
      expect(resolve(reference), `${at} -> ${reference}`).toBeDefined();
    }
  });

  it('gives every operation an id of its own that generators can make a name of', () => {
    const webhooks = Object.values(document.webhooks).map(({ post }) => post);
    const ids = [...operations.map(({ operation }) => operation), ...webhooks].map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z]\w*$/);
  });

  it('tags, describes and secures every operation with what is declared', () => {
    const tags = new Set(document.tags.map(({ name }) => name));
    for (const { path, operation } of operations) {
      expect(operation.summary, path).not.toBe('');
      for (const tag of operation.tags) expect(tags, path).toContain(tag);
      for (const scheme of operation.security.flatMap(Object.keys))
        expect(document.components.securitySchemes, path).toHaveProperty(scheme);
    }
  });

  it('gives a body to a POST and none to a GET, whose input are query parameters', () => {
    for (const { path, method, operation } of operations) {
      expect(operation.requestBody !== undefined, path).toBe(method === 'post');
      const named = operation.parameters.map((parameter) => parameter.$ref ?? `${parameter.in}:${parameter.name}`);
      expect(new Set(named).size, path).toBe(named.length);
      expect(operation.responses, path).toHaveProperty('200.description');
    }
  });

  it('describes inputs as closed objects, as the server takes them', () => {
    for (const { path, operation } of operations) {
      const schema = Object.values((operation.requestBody?.['content'] ?? {}) as Record<string, { schema: Json }>)[0]?.schema;
      const objects = schema ? [...walk(schema)].filter(([, value]) => value['type'] === 'object') : [];
      for (const [at, object] of objects) {
        // What may have any names says what names look like, and what is under them.
        if ('propertyNames' in object)
          expect(object, `${path} ${at}`).toMatchObject({ propertyNames: { pattern: /^\^.*\$$/ }, additionalProperties: { type: /./ } });
        else expect(object['additionalProperties'], `${path} ${at}`).toBe(false);
      }
    }
  });

  it('leaves open what is answered and told, as fields may be added', () => {
    for (const [at, value] of [
      ...operations.map(({ path, operation }) => [path, operation.responses] as const),
      ...Object.entries(document.webhooks),
    ])
      for (const [where, object] of walk(value)) expect(object['additionalProperties'], `${at} ${where}`).not.toBe(false);
  });

  it('has every event that an endpoint is told of, with the fields of what it happened to', () => {
    expect(Object.keys(document.webhooks)).toEqual([...EVENT_TYPES]);
    const schema = ['requestBody', 'content', 'application/json', 'schema', 'properties'];
    for (const [type, { post }] of Object.entries(document.webhooks)) {
      expect(post, type).toHaveProperty([...schema, 'type', 'const'], type);
      expect(post, type).toHaveProperty([...schema, 'timestamp', 'format'], 'date-time');
      expect(post, type).toHaveProperty([...schema, 'data', 'type'], 'object');
      expect(post.summary, type).not.toBe('');
    }
    const data = [...schema, 'data', 'properties'];
    expect(document.webhooks['order.paid']?.post).toHaveProperty([...data, 'refunded_amount', 'type'], 'string');
    expect(document.webhooks['withdrawal.rejected']?.post).toHaveProperty([...data, 'remark', 'type'], 'string');
  });

  it('tells a generated client by the code whether data is what was asked for', () => {
    const answered = document.paths['/v1/open/order/create']?.['post']?.responses['200'] as unknown as Json;
    const of = ['content', 'application/json', 'schema', 'anyOf'];
    expect(answered).toHaveProperty([...of, '0', 'properties', 'code', 'enum'], [200, 6032, 42110]);
    expect(answered).toHaveProperty([...of, '0', 'properties', 'data', 'properties', 'payment_url', 'type'], 'string');
    expect(answered).toHaveProperty([...of, '1', 'properties', 'code', 'enum'], expect.arrayContaining([6305, 6207]));
    for (const { path, operation } of operations) {
      const schemas = [...walk(operation.responses)]
        .filter(([, value]) => 'anyOf' in value)
        .flatMap(([, value]) => value['anyOf'] as Json[]);
      for (const schema of schemas) expect(Object.keys(schema).length, `${path}: anything at all`).toBeGreaterThan(0);
    }
  });

  it('has the answers that come with a status of their own, with their headers', () => {
    const responses = document.paths['/v1/open/order/create']?.['post']?.responses ?? {};
    expect(Object.keys(responses).toSorted()).toEqual(['200', '400', '401', '403', '413', '421', '429', '500', '503']);
    const [busy, wrong] = ['429', '401'].map((status) => resolve((responses[status] as unknown as { $ref: string }).$ref));
    expect(busy).toHaveProperty(['headers', 'retry-after']);
    expect(wrong).toHaveProperty(['headers', 'x-request-id']);
    expect(wrong).not.toHaveProperty(['headers', 'retry-after']);
  });

  it('has no pattern that stops programs in other languages than JavaScript', () => {
    for (const [at, { pattern }] of walk(document)) if (typeof pattern === 'string') expect(pattern, at).not.toMatch(/\\u\{|\\p\{/);
  });

  it('says how to sign, with an example that comes out so', () => {
    const said = document.tags.find(({ name }) => name === 'open') as unknown as { description: string };
    const bodyHash = createHash('sha256').update('{"order_id":"A-1001"}').digest('hex');
    const parts = { method: 'POST', path: '/v1/open/order/query', query: '', bodyHash, timestamp: '1700000000', nonce: '0123456789abcdef' };
    expect(said.description).toContain(createHmac('sha256', 'sk_example').update(textToSign(parts)).digest('hex'));
  });

  it('has at every call what is answered whatever was asked: that the host is not ours', () => {
    for (const { path, operation } of operations) expect(operation.responses, path).toHaveProperty('421');
  });

  it('has at every stream that too many are open', () => {
    const streams = CALLS.filter(({ answer }) => answer === 'events');
    expect(streams).not.toEqual([]);
    for (const { path, method } of streams) expect(document.paths[path]?.[method.toLowerCase()]?.responses, path).toHaveProperty('429');
  });

  it('leaves the server to the reader when nobody says where it is, as one that is reached by https', () => {
    const ofAny = openApiDocument() as Json & { servers: { url: string; variables: Record<string, { default: string }> }[] };
    const [server] = ofAny.servers;
    const url = server?.url.replaceAll(/\{(\w+)\}/g, (_, name: string) => server.variables[name]?.default ?? '');
    expect({ ...ofAny, servers: [{ url }] }).toEqual(document);
  });

  it('names cookies as a browser is given them', () => {
    const nameAt = (serverUrl: string) =>
      (openApiDocument(serverUrl) as typeof document).components.securitySchemes['payer'] as { name: string };
    expect(nameAt('https://pay.example.com')).toMatchObject({ name: '__Host-purser_wallet' });
    expect(nameAt('http://localhost:3000')).toMatchObject({ name: 'purser_wallet' });
  });
});
