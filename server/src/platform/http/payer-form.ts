import type { Call } from '@purser/contract/call';
import type { z } from 'zod';
import { requestHashOf } from '../commands/idempotency.ts';
import { type PayerWrite, unkeyed } from '../commands/write.ts';
import type { Platform } from '../platform.ts';
import { clientAddress } from './client-address.ts';
import { signedIn } from './payer-pages.ts';
import { BETWEEN_FIELDS, type PayerForm } from './payer-request.ts';
import { refuse, type Refusal } from './refusal.ts';

/** A UUID that a page made. */
const KEY = /^[0-9a-f-]{36}$/;

/** Reads a form; the refusal names every field that is wrong. */
export function readForm<Schema extends z.ZodType>(schema: Schema, form: Readonly<Record<string, unknown>>): z.output<Schema> {
  const read = schema.safeParse(form);
  if (!read.success) throw wrongFields(namesIn(read.error));
  return read.data;
}

/** The refusal of a form for some of its fields. */
export function wrongFields(names: readonly string[]): Refusal {
  return refuse('invalid_input', { field: names.join(BETWEEN_FIELDS) });
}

/** The fields that a schema found wrong. */
export function namesIn({ issues }: z.ZodError): string[] {
  return [...new Set(issues.map(({ path }) => String(path[0] ?? '')))];
}

/** Who writes by a form. The same form sent twice has one `key`, and so writes once. */
export function keyedForm(
  { secrets }: Pick<Platform, 'secrets'>,
  asked: PayerForm,
  { path }: Pick<Call, 'path'>,
  input: object,
): PayerWrite {
  const plain = unkeyed(signedIn(asked), clientAddress(asked.request));
  const { key } = asked.form;
  if (key === undefined || !KEY.test(key)) return plain;
  return { ...plain, idempotencyKey: key, requestHash: requestHashOf(secrets, path, input) };
}

/** The page of a list that an address asks for: a whole number from 1 on, whatever it says. */
export function pageNumber(text: string | undefined): number {
  return Math.min(Math.max(1, Math.floor(Number(text ?? 1)) || 1), 500);
}
