import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AUTHENTICATION_STATUSES, PARTY_STATUSES } from '@purser/contract/features/account';
import { LANGUAGES } from '@purser/contract/language';
import { TRANSFER_STATUSES, TRANSFER_TYPES } from '@purser/contract/features/transfer';
import { USER_KINDS } from '@purser/contract/features/wallet';
import { DELIVERY_STATES } from '@purser/contract/features/webhook';
import { CANCELLED_BY, PAYMENT_ORDER_SOURCES, PAYMENT_ORDER_STATES } from '@purser/contract/payment-order';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { generateSchema, readChecks, type Checks } from '../testing/generate-schema.ts';

let database: TestDatabase;
let checks: Checks;
beforeAll(async () => {
  database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  checks = await readChecks(client);
  await client.end();
});
afterAll(() => database.drop());

/** The enum of the contract that says the same as a column's list of words. */
const ENUMS: Readonly<Record<string, readonly string[]>> = {
  'merchant.status': PARTY_STATUSES,
  'merchant.authentication_status': AUTHENTICATION_STATUSES,
  'wallet_user.status': PARTY_STATUSES,
  'wallet_user.authentication_status': AUTHENTICATION_STATUSES,
  'wallet_user.kind': USER_KINDS,
  'payment_order.language': LANGUAGES,
  'payment_order.status': PAYMENT_ORDER_STATES,
  'payment_order.cancelled_by': CANCELLED_BY,
  'payment_order.order_from': PAYMENT_ORDER_SOURCES,
  'merchant_transfer.transfer_type': TRANSFER_TYPES,
  'merchant_transfer.transfer_status': TRANSFER_STATUSES,
  'webhook_delivery.state': DELIVERY_STATES,
};
/** Lists that no call shows: the server's types are generated from them. */
const OF_THE_SERVER_ALONE = [
  'audit_log.actor_kind',
  'login_directory.kind',
  'operator.role',
  'session.party',
  'sign_in_failure.kind',
  'system_setting.seeded',
];
/** Checks that hold a text and are no list of words: rules between columns, and what a name must not be. */
const RULES = [
  'ledger.account.account_ceiling',
  'ledger.posting.posting_type_check',
  'public.payment_order.payment_order_check1',
  'public.payment_order.payment_order_check2',
  'public.webhook_delivery.webhook_delivery_check',
];

it('schema.ts is what the migrations make (npm run schema writes it anew)', async () => {
  expect(await readFile(join(import.meta.dirname, 'schema.ts'), 'utf8')).toBe(await generateSchema(database.url));
});

it("every list of words in a check is the contract's enum of that column", () => {
  const lists = Object.fromEntries(checks.lists.map(({ table, column, words }) => [`${table}.${column}`, words.toSorted()]));
  const shown = Object.fromEntries(Object.entries(lists).filter(([column]) => !OF_THE_SERVER_ALONE.includes(column)));
  expect(shown).toEqual(Object.fromEntries(Object.entries(ENUMS).map(([column, words]) => [column, words.toSorted()])));
  expect(Object.keys(lists)).toEqual(expect.arrayContaining(OF_THE_SERVER_ALONE));
});

it('every other check with a text in it is a known rule, so that no list hides among them', () => {
  expect(checks.others.map(({ table, name }) => `${table}.${name}`)).toEqual(RULES);
});
