import type { Call } from '@purser/contract/call';
import type { z } from 'zod';
import { requestHashOf } from '../commands/idempotency.ts';
import { type PayerWrite, unkeyed } from '../commands/write.ts';
import type { Platform } from '../platform.ts';
import { clientAddress } from './client-address.ts';
import { signedIn } from './payer-pages.ts';
import type { PayerForm, Texts } from './payer-request.ts';
import { refuse } from './refusal.ts';

/** A UUID that a page made. */
const KEY = /^[0-9a-f-]{36}$/;

/** Reads a form; the refusal names the first field that is wrong. */
export function readForm<Schema extends z.ZodType>(schema: Schema, form: Texts): z.output<Schema> {
  const read = schema.safeParse(form);
  if (!read.success) throw refuse('invalid_input', { field: read.error.issues[0]?.path.join('.') ?? '' });
  return read.data;
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
