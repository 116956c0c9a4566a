import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../platform/testing/database.ts';
import { type Calendar, calendarOf, SERIES_DAYS } from './calendar.ts';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = new Database({ url: database.url });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const calendar = (zone: string, now: string): Promise<Calendar> =>
  db.systemTransaction((client) => calendarOf(client, zone, new Date(now)));
const hours = ({ from, to }: { from: Date; to: Date }) => (to.getTime() - from.getTime()) / 3_600_000;

it('has thirty days, today last, each beginning where the one before ends', async () => {
  const { days, today, yesterday } = await calendar('Asia/Ho_Chi_Minh', '2026-11-21T18:30:00Z');
  expect(days).toHaveLength(SERIES_DAYS);
  expect(today).toMatchObject({ day: '2026-11-22', from: new Date('2026-11-21T17:00:00Z'), to: new Date('2026-11-22T17:00:00Z') });
  expect(yesterday.day).toBe('2026-11-21');
  expect(days[0]?.day).toBe('2026-10-24');
  for (const [index, day] of days.slice(1).entries()) expect(day.from).toEqual(days[index]?.to);
});

describe('where clocks change', () => {
  it('gives the day 23 hours in spring, and yesterday the same time of day', async () => {
    // Berlin, 29 March 2026: 02:00 becomes 03:00.
    const { today, yesterdayNow } = await calendar('Europe/Berlin', '2026-03-29T10:00:00Z');
    expect(today.day).toBe('2026-03-29');
    expect(hours(today)).toBe(23);
    expect(yesterdayNow).toEqual(new Date('2026-03-28T11:00:00Z'));
  });

  it('gives the day 25 hours in autumn', async () => {
    // Berlin, 25 October 2026: 03:00 becomes 02:00.
    const { yesterday, yesterdayNow } = await calendar('Europe/Berlin', '2026-10-26T11:00:00Z');
    expect(hours(yesterday)).toBe(25);
    expect(yesterdayNow).toEqual(new Date('2026-10-25T11:00:00Z'));
  });

  it('takes a time of day that yesterday skipped for the moment it skipped to', async () => {
    const { yesterdayNow } = await calendar('Europe/Berlin', '2026-03-30T00:30:00Z');
    expect(yesterdayNow).toEqual(new Date('2026-03-29T01:30:00Z'));
  });

  it('begins a day whose midnight was skipped when it began', async () => {
    // Beirut, 29 March 2026: midnight becomes 01:00.
    const { today } = await calendar('Asia/Beirut', '2026-03-29T09:00:00Z');
    expect(today).toMatchObject({ day: '2026-03-29', from: new Date('2026-03-28T22:00:00Z') });
    expect(hours(today)).toBe(23);
  });

  it('begins a day that has two midnights at the first of them', async () => {
    // The Azores, 25 October 2026: 01:00 becomes 00:00.
    const { today, yesterday } = await calendar('Atlantic/Azores', '2026-10-25T00:30:00Z');
    expect(today).toMatchObject({ day: '2026-10-25', from: new Date('2026-10-25T00:00:00Z'), to: new Date('2026-10-26T01:00:00Z') });
    expect(hours(yesterday)).toBe(24);
  });
});

it('knows zones that are off by part of an hour', async () => {
  const { today } = await calendar('Asia/Kathmandu', '2026-11-21T18:20:00Z');
  expect(today).toMatchObject({ day: '2026-11-22', from: new Date('2026-11-21T18:15:00Z') });
});
