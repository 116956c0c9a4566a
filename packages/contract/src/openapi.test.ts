import { describe, expect, it } from 'vitest';
import { CALLS } from './calls.ts';
import { EVENT_TYPES } from './features/webhook.ts';
import { openApiDocument } from './openapi.ts';

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

  it('leaves the server out when nobody says where it is', () => {
    expect(openApiDocument()).not.toHaveProperty('servers');
  });
});
