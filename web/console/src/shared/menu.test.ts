import { expect, test } from 'vitest';
import { MENU } from './menu.ts';
import { PATHS } from './paths.ts';

/** The menu of the specification, section 2, as far as its pages are there, and beside its neighbours what it does not name. */
const SPECIFIED = [
  '/payment/InstrumentPanel',
  '/payment/PaymentMethod',
  '/transfer/AccountsManage',
  '/recharge/RechargeRecord',
  '/adjustment/AccountAdjustment',
  '/user/WithdrawalRecord',
  '/assets/Assets',
  '/Property/RunningWater',
  '/ustd-recharge/manualRecharge',
  '/ustd-recharge/index',
  '/ustd-withdraw/index',
  '/coin-withdraw/index',
  '/records/EntryRecord',
  '/white/WhiteList',
  '/system/AccountSecurity',
  '/api/ManagementIndex',
  '/withdraw/ImmunityTrial',
];
const entries = MENU.flatMap((item) => (item.menu_type === 'group' ? item.children : [item]));

test('has the entries of the specification in its order', () => {
  const there = entries.map(({ path }) => path);
  const known = SPECIFIED.filter((path) => Object.values<string>(PATHS).includes(path));
  expect(there.filter((path) => SPECIFIED.includes(path))).toEqual(known);
});

test('has every entry once, by its number, name and path', () => {
  const items = [...MENU, ...MENU.flatMap(({ children }) => children)];
  for (const of of ['id', 'name'] as const) expect(new Set(items.map((item) => item[of])).size).toBe(items.length);
  expect(new Set(entries.map(({ path }) => path)).size).toBe(entries.length);
});
