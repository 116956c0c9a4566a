import { z } from 'zod';

type Json = Record<string, unknown>;

/**
 * A schema as JSON Schema, for a document that programs in any language read: a pattern with escapes that only JavaScript's `u` flag knows
 * stops Python, Go and Java, and is said in words instead. What has a format needs no pattern beside it. What is answered may get more fields, and
 * is left open for them.
 */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      portable(jsonSchema as Written);
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  }) as Json;
  return json;
}

const FOR_JAVASCRIPT_ALONE = /\\u\{|\\p\{/;

interface Written {
  pattern?: string | undefined;
  format?: string | undefined;
  description?: string | undefined;
  allOf?: Written[] | undefined;
}

function portable(schema: Written): void {
  schema.allOf?.forEach(portable);
  if (schema.pattern === undefined) return;
  if (schema.format !== undefined) delete schema.pattern;
  else if (FOR_JAVASCRIPT_ALONE.test(schema.pattern)) {
    const words = wordsFor(schema.pattern);
    schema.description = schema.description === undefined ? words : `${schema.description}. ${words}`;
    delete schema.pattern;
  }
}

function wordsFor(pattern: string): string {
  if (pattern.startsWith('^\\p{L}')) return 'Letters, with spaces between them';
  const line = pattern.includes('\\p{Cc}') ? 'One line without control characters' : 'Text';
  return `${line}, without characters that are invisible or turn the direction of writing`;
}
