import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '@purser/contract/call';
import { orderExport } from '@purser/contract/features/order';
import { webhookDeliveryExport } from '@purser/contract/features/webhook';
import { staffOrderExport } from '@purser/contract/features/staff-order';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cutOnceUnwelcome } from '../platform/export/cut-file.ts';
import { createTestApp, headersOf, type CallOptions, type TestApp } from '../platform/testing/app.ts';
import { makeMember } from '../platform/testing/members.ts';
import { makeMerchant, type TestMerchant } from '../platform/testing/parties.ts';
import { makeStaff } from '../platform/testing/staff.ts';
import { allRoutes } from './features.ts';

/** Files that are on their way while whoever asked for them is let in no more. */

/** More than what lies between the two ends of a connection. */
const ORDERS = 60_000;

let app: TestApp;
let merchant: TestMerchant;
const open: IncomingMessage[] = [];
beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  merchant = await makeMerchant(app);
  await app.sql(
    `insert into payment_order (merchant_id, token, serial_number, order_id, coin, amount, handling_fee, settlement_amount, description, create_time, expire_time)
     select $1, 'cut' || i, 'PO' || i, 'T-' || i, 'USDP', 100, 1, 99, repeat(md5(i::text), 6), now() - make_interval(secs => 90000 - i), now() + interval '1 hour'
     from generate_series(1, ${ORDERS}) as i`,
    [merchant.merchant_id],
  );
});
afterAll(async () => {
  for (const answer of open) answer.destroy();
  await app.close();
});

/** Asks for all orders as a file, and reads nothing of it. */
async function begun(call: Call, options: CallOptions): Promise<IncomingMessage> {
  const body = JSON.stringify({ format: 'csv' });
  const { port } = app.fastify.server.address() as AddressInfo;
  const headers = { ...headersOf(call, body, options), 'content-length': body.length };
  const asked = request({ host: '127.0.0.1', port, path: call.path, method: 'POST', headers });
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.on('error', () => {});
  open.push(answer);
  return answer;
}

/** Reads on, slowly, and resolves when the file breaks off. */
async function cut(answer: IncomingMessage): Promise<void> {
  expect(answer.headers['content-type']).toContain('text/csv');
  const reading = async () => {
    for await (const _piece of answer) await sleep(100);
  };
  await expect(reading()).rejects.toThrow('aborted');
  expect(answer.complete).toBe(false);
}

it('are cut when their merchant is suspended', { timeout: 60_000 }, async () => {
  const answer = await begun(orderExport, { token: merchant.token });
  await app.sql(`update merchant set status = 'suspended' where merchant_id = $1`, [merchant.merchant_id]);
  await cut(answer);
  await app.sql(`update merchant set status = 'normal' where merchant_id = $1`, [merchant.merchant_id]);
});

it('are cut when a member of a team loses the session, and never keep the others’ from them', { timeout: 60_000 }, async () => {
  const [owner, viewer] = [await makeMember(app, merchant, { role: 'owner' }), await makeMember(app, merchant, { role: 'viewer' })];
  const files = [await begun(orderExport, viewer), await begun(orderExport, viewer)];
  expect((await begun(orderExport, viewer)).headers['content-type']).toContain('application/json');
  const owners = await begun(orderExport, owner);
  expect(owners.headers['content-type']).toContain('text/csv');
  owners.destroy();
  await app.sql('delete from session where owner_id = $1 and member_id = $2', [merchant.merchant_id, viewer.member_id]);
  await Promise.all(files.map(cut));
});

it('are cut when a member of a team has another role, which may not read the list', { timeout: 60_000 }, async () => {
  const member = await makeMember(app, merchant, { role: 'viewer' });
  await app.sql(
    `insert into webhook_delivery (merchant_id, delivery_id, event_id, event_type, payload, address, state, next_attempt_at, give_up_at)
     select $1, gen_random_uuid(), gen_random_uuid(), 'order.paid', '{}', 'https://hooks.example/' || repeat(md5(i::text), 3), 'failed', null, now()
     from generate_series(1, ${ORDERS}) as i`,
    [merchant.merchant_id],
  );
  const answer = await begun(webhookDeliveryExport, member);
  await app.sql(`update merchant_member set role = 'finance' where merchant_id = $1 and member_id = $2`, [
    merchant.merchant_id,
    member.member_id,
  ]);
  await cut(answer);
});

it('are cut when a member of staff may not read the list any more', { timeout: 60_000 }, async () => {
  const staff = await makeStaff(app, 'auditor');
  const answer = await begun(staffOrderExport, { staffToken: staff.token });
  await app.sql(`update staff set status = 'suspended' where staff_id = $1`, [staff.staffId]);
  await cut(answer);
});

it('go on while whoever asked is welcome, or nobody can tell, and are cut after the longest time', async () => {
  const endless = () =>
    Readable.from(
      (async function* () {
        for (;;) yield 'a';
      })(),
      { objectMode: false },
    );
  const [slow, lost] = [endless(), endless()];
  let asked = 0;
  cutOnceUnwelcome(slow, { isWelcome: async () => true, everyMs: 5, longestMs: 200 });
  cutOnceUnwelcome(lost, { isWelcome: () => ((asked += 1), Promise.reject(new Error('no database'))), everyMs: 5, longestMs: 200 });
  const ends = [slow, lost].map((file) => once(file, 'error').then(([error]) => (error as Error).message));
  await expect.poll(() => asked).toBeGreaterThan(2);
  expect([slow.destroyed, lost.destroyed]).toEqual([false, false]);
  expect(await Promise.all(ends)).toEqual(Array.from({ length: 2 }, () => 'a file was on its way for too long'));
});
