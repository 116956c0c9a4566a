import { OUTCOMES } from '@purser/contract/errors';
import { openOrderCreate, openOrderQuery } from '@purser/contract/features/open-order';
import { webhookEvent } from '@purser/contract/features/webhook';
import { z } from 'zod';

/**
 * Writes the SDK's types out as plain TypeScript, from the same schemas that sdk-types.ts derives them from. Only the
 * shapes that the open API uses are known here; an unknown one stops the build instead of becoming `any`.
 */
export function typeDeclarations(): string {
  const input = (schema: z.ZodType) => print(z.toJSONSchema(schema, { io: 'input' }) as Schema, '');
  const output = (schema: z.ZodType) => print(z.toJSONSchema(schema, { io: 'output' }) as Schema, '');
  const outcomes = Object.keys(OUTCOMES).map((name) => `'${name}'`);
  const order = output(openOrderCreate.output);
  return [
    declare('CreateOrder', 'An order to create.', input(openOrderCreate.input)),
    declare('WhichOrder', "Which order: by Purser's serial number or by your own number.", input(openOrderQuery.input)),
    declare('Order', 'An order as it is, or was when an event happened.', order),
    // Every event but the ping carries an order; naming it keeps the declaration readable.
    declare(
      'WebhookBody',
      'What a webhook says. `timestamp` is when it happened.',
      output(webhookEvent).replaceAll(indent(order, '  '), 'Order'),
    ),
    declare('PurserOutcome', 'The names of the outcomes known when this version was made.', `\n  | ${outcomes.join('\n  | ')}`),
  ].join('\n\n');
}

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly example?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

function declare(name: string, comment: string, body: string): string {
  return `/** ${comment} */\nexport type ${name} = ${body};`;
}

function print(schema: Schema, margin: string): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((choice) => print(choice, margin)).join(' | ');
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  if (schema.type === 'integer') return 'number';
  if (schema.type === 'string' || schema.type === 'number' || schema.type === 'boolean' || schema.type === 'null') return schema.type;
  if (schema.type === 'object') return printObject(schema, margin);
  throw new Error(`the SDK's types cannot express ${JSON.stringify(schema)}`);
}

function printObject(schema: Schema, margin: string): string {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return 'Record<string, never>';
  const lines = fields.map(([name, field]) => {
    const optional = schema.required?.includes(name) ? '' : '?';
    return `${comment(field, `${margin}  `)}${margin}  ${name}${optional}: ${print(field, `${margin}  `)};`;
  });
  return `{\n${lines.join('\n')}\n${margin}}`;
}

function comment(field: Schema, margin: string): string {
  if (field.description === undefined) return '';
  const example = field.example === undefined ? '' : `, for example ${JSON.stringify(field.example)}`;
  return `${margin}/** ${field.description}${example} */\n`;
}

function indent(text: string, margin: string): string {
  return text.replaceAll('\n', `\n${margin}`);
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}
