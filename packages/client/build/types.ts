import { OUTCOMES } from '@purser/contract/errors';
import { openBalanceQuery, openRateQuery, openUserQuery } from '@purser/contract/features/open-look-up';
import { openOrderCreate, openOrderQuery } from '@purser/contract/features/open-order';
import { openWithdrawalCreate, openWithdrawalQuery } from '@purser/contract/features/open-withdrawal';
import { openRefundCreate, openRefundQuery } from '@purser/contract/features/refund';
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
  const refund = output(openRefundCreate.output);
  const withdrawal = output(openWithdrawalCreate.output);
  return [
    declare('CreateOrder', 'An order to create.', input(openOrderCreate.input)),
    declare('WhichOrder', "Which order: by Purser's serial number or by your own number.", input(openOrderQuery.input)),
    declare('Order', 'An order as it is, or was when an event happened.', order),
    declare('CreateRefund', 'What to give back of an order.', input(openRefundCreate.input)),
    declare('WhichRefund', "Which refund: by Purser's serial number or by your own number.", input(openRefundQuery.input)),
    declare('Refund', 'A refund as it was made.', refund),
    declare('CreateWithdrawal', 'What to pay out to a user.', input(openWithdrawalCreate.input)),
    declare('WhichWithdrawal', "Which withdrawal: by Purser's serial number or by your own number.", input(openWithdrawalQuery.input)),
    declare('Withdrawal', 'A withdrawal as it is, or was when an event happened.', withdrawal),
    declare('WhichUser', 'Which user: by the wallet ID or by what you called them in your orders.', input(openUserQuery.input)),
    declare('User', 'A wallet user.', output(openUserQuery.output)),
    declare('WhichBalances', 'Of one coin, or of all.', input(openBalanceQuery.input)),
    declare('Balances', 'Your balances.', output(openBalanceQuery.output)),
    declare('WhichRate', 'Of which coin.', input(openRateQuery.input)),
    declare('Rate', 'What one USDT is worth in a coin.', output(openRateQuery.output)),
    // Every event but the ping carries an order, a refund or a withdrawal; naming them keeps the declaration readable.
    declare(
      'WebhookBody',
      'What a webhook says. `timestamp` is when it happened.',
      output(webhookEvent)
        .replaceAll(indent(order, '  '), 'Order')
        .replaceAll(indent(refund, '  '), 'Refund')
        .replaceAll(indent(withdrawal, '  '), 'Withdrawal'),
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
  readonly items?: Schema;
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
  if (schema.type === 'array' && schema.items) return `(${print(schema.items, margin)})[]`;
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
