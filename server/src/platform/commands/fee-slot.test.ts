import { FEE_SLOTS } from '@purser/ledger/account';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { FeeSlot } from './fee-slot.ts';

let app: TestApp;
const slots: FeeSlot[] = [];
beforeAll(async () => {
  app = await createTestApp({ routes: () => [] });
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const slot of slots.splice(0)) await slot.close();
  await app.sql(`update fee_slot set holder = null, held_until = '-infinity'`);
});

async function started(): Promise<FeeSlot> {
  const slot = new FeeSlot(app.platform.db, pino({ level: 'silent' }));
  slots.push(slot);
  await slot.start();
  return slot;
}

it('gives every process a slot of its own, and one that is left to the next', async () => {
  const [first, second, third] = [await started(), await started(), await started()];
  expect([first, second, third].map(({ number }) => number)).toEqual([0, 1, 2]);
  await second.close();
  expect((await started()).number).toBe(1);
  await first.renew();
  expect(first.number).toBe(0);
});

it('knows how many processes have one', async () => {
  const first = await started();
  expect(first.programs).toBe(1);
  const second = await started();
  await started();
  await first.renew();
  expect([first.programs, second.programs]).toEqual([3, 2]);
  await second.close();
  await first.renew();
  expect(first.programs).toBe(2);
});

it('gives different slots to processes that start at the same moment', async () => {
  const all = await Promise.all(Array.from({ length: FEE_SLOTS }, started));
  expect(new Set(all.map(({ number }) => number)).size).toBe(FEE_SLOTS);
});

it('takes over what a process has left that was killed, which takes another if it comes back', async () => {
  const killed = await started();
  await app.sql(`update fee_slot set held_until = clock_timestamp() - interval '1 second' where slot = 0`);
  expect((await started()).number).toBe(0);
  await killed.renew();
  expect(killed.number).toBe(1);
});

it('lets processes share slots where there are more of them, and until they can ask again', async () => {
  for (let i = 0; i < FEE_SLOTS; i += 1) await started();
  const { number } = await started();
  expect(number).toBeGreaterThanOrEqual(0);
  expect(number).toBeLessThan(FEE_SLOTS);
  const [, one] = slots as [FeeSlot, FeeSlot];
  await app.sql('alter table fee_slot rename to fee_slot_away');
  await one.renew();
  await app.sql('alter table fee_slot_away rename to fee_slot');
  expect(one.number).toBe(1);
});
