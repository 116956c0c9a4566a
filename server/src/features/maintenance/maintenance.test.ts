import { userConfigGet } from '@purser/contract/features/config';
import { accountDetail } from '@purser/contract/features/account';
import { maintenanceEnd, maintenancePlan, maintenanceQuery } from '@purser/contract/features/maintenance';
import { staffSession } from '@purser/contract/features/staff';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { eventually } from '../../platform/testing/eventually.ts';
import { endMaintenance as endAll } from '../../platform/testing/maintenance.ts';
import { makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { accountRoutes } from '../account/routes.ts';
import { configRoutes } from '../config/routes.ts';
import { staffRoutes } from '../staff/routes.ts';
import { maintenanceRoutes } from './routes.ts';

let app: TestApp;
let merchant: TestMerchant;
let admin: TestStaff;

beforeAll(async () => {
  app = await createTestApp({
    routes: (platform) => [...accountRoutes(platform), ...configRoutes(platform), ...staffRoutes(platform), ...maintenanceRoutes(platform)],
  });
  merchant = await makeMerchant(app);
  admin = await makeStaff(app, 'admin', { name: 'Ada' });
});
afterEach(async () => {
  await endAll(app);
  await app.sql('delete from maintenance');
});
afterAll(() => app.close());

const inHours = (hours: number): string => new Date(Date.now() + hours * 3600_000).toISOString();
const plan = async (wishes: { starts_at?: string | null; ends_at?: string | null; texts?: Record<string, string> }, by = admin) =>
  by.call(maintenancePlan, { starts_at: null, ends_at: null, texts: {}, ...wishes, google_code: await by.code() });
const end = async (maintenance_id: string) => admin.call(maintenanceEnd, { maintenance_id, google_code: await admin.code() });
const asMerchant = () => app.call(accountDetail, {}, { token: merchant.token });
const notice = async () => dataOf(await app.call(userConfigGet, {})).maintenance_notice;

describe('maintenance at once', () => {
  it('closes the console within a second, tells the reason, lets staff work, and is over when it is ended', async () => {
    const entered = dataOf(await plan({ texts: { en: 'We are moving.', vi: 'Đang chuyển máy chủ.' } }));
    expect(entered).toMatchObject({ state: 'running', ends_at: null, entered_by: 'Ada', ended_by: null });
    await eventually(async () => expect(await asMerchant()).toMatchObject({ code: 511, data: { text: 'We are moving.' } }));
    expect(await app.call(accountDetail, {}, { token: merchant.token, headers: { language: 'vi' } })).toMatchObject({
      data: { text: 'Đang chuyển máy chủ.' },
    });
    expect(await app.call(accountDetail, {}, { token: merchant.token, headers: { language: 'zh_Hans' } })).toMatchObject({
      data: { text: 'We are moving.' },
    });
    expect(await admin.call(staffSession, {})).toMatchObject({ code: 200 });

    expect(dataOf(await end(entered.maintenance_id))).toMatchObject({ state: 'over', ended_by: 'Ada' });
    await eventually(async () => expect(await asMerchant()).toMatchObject({ code: 200 }));
    expect(await end(entered.maintenance_id)).toMatchObject({ msg: 'maintenance_over' });
    expect(dataOf(await admin.call(maintenanceQuery, {})).list).toEqual([expect.objectContaining({ state: 'over', entered_by: 'Ada' })]);
  });

  it('ends by itself at its time', async () => {
    dataOf(await plan({ ends_at: new Date(Date.now() + 1_500).toISOString() }));
    await eventually(async () => expect(await asMerchant()).toMatchObject({ code: 511 }));
    await eventually(async () => expect(await asMerchant()).toMatchObject({ code: 200 }));
    expect(dataOf(await admin.call(maintenanceQuery, {})).list).toEqual([expect.objectContaining({ state: 'over', ended_by: null })]);
  });
});

describe('planned maintenance', () => {
  it('is announced a day before, begins by itself, and disturbs nobody until then', async () => {
    const starts_at = new Date(Date.now() + 1_500).toISOString();
    dataOf(await plan({ starts_at, ends_at: inHours(1), texts: { en: 'New disks.' } }));
    expect(await asMerchant()).toMatchObject({ code: 200 });
    await eventually(async () => expect(await notice()).toMatchObject({ starts_at, text: 'New disks.' }));
    await eventually(async () => expect(await asMerchant()).toMatchObject({ code: 511 }));
  });

  it('is not announced when it is far off, and can be called off', async () => {
    const { maintenance_id } = dataOf(await plan({ starts_at: inHours(48), ends_at: inHours(49) }));
    await eventually(async () => expect(await notice()).toBeNull());
    expect(dataOf(await end(maintenance_id))).toMatchObject({ state: 'called_off' });
    expect(await plan({ starts_at: inHours(48), ends_at: inHours(49) })).toMatchObject({ code: 200 });
  });

  it.each([
    ['starts in the past', 'starts_at', () => ({ starts_at: inHours(-1), ends_at: inHours(1) })],
    ['is over before it starts', undefined, () => ({ starts_at: inHours(2), ends_at: inHours(1) })],
    ['ended already', undefined, () => ({ ends_at: inHours(-1) })],
    ['starts in more than 30 days', 'starts_at', () => ({ starts_at: inHours(31 * 24), ends_at: inHours(31 * 24 + 1) })],
    ['lasts longer than 30 days', undefined, () => ({ ends_at: inHours(31 * 24) })],
  ])('is refused when it %s', async (_, field, wishes) => {
    expect(await plan(wishes())).toMatchObject({ msg: 'maintenance_time_refused', data: field ? { fields: [{ field }] } : null });
    expect(dataOf(await admin.call(maintenanceQuery, {})).list).toEqual([]);
  });

  it.each([
    ['within it', 3, 4],
    ['around it', 1, 9],
    ['over its start', 1, 3],
    ['over its end', 4, 9],
  ])('is refused %s when there is other maintenance', async (_, from, to) => {
    dataOf(await plan({ starts_at: inHours(2), ends_at: inHours(5) }));
    expect(await plan({ starts_at: inHours(from), ends_at: inHours(to) })).toMatchObject({ msg: 'maintenance_overlaps' });
    expect(await plan({ starts_at: inHours(5.01), ends_at: inHours(6) })).toMatchObject({ code: 200 });
  });

  it('is entered once when two members of staff enter it at the same moment', async () => {
    const other = await makeStaff(app, 'admin');
    const both = await Promise.all([admin, other].map((by) => plan({ starts_at: inHours(2), ends_at: inHours(3) }, by)));
    expect(both.map(({ msg }) => msg).toSorted()).toEqual(['maintenance_overlaps', 'ok']);
  });
});
