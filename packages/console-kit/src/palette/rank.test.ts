import { expect, test } from 'vitest';
import { ranked } from './rank.ts';

const ENTRIES = [
  { name: 'Tổng quan', also: ['Dashboard'] },
  { name: 'Chuyển và nhận tiền', also: ['Transfer and collection'] },
  { name: 'Lịch sử đăng nhập', also: ['Login records'], beside: 'Quản lý hệ thống' },
  { name: 'Tài khoản và bảo mật', also: ['Account and security', 'mật khẩu múi giờ'], beside: 'Quản lý hệ thống' },
  { name: 'Rút USDT', also: ['Withdraw USDT'] },
  { name: 'Quản lý rút USDT', also: ['USDT withdrawal management'] },
  { name: '资金流水', also: ['Fund flow'] },
];
const names = (text: string) => ranked(ENTRIES, text).map(({ name }) => name);

test('a page is found by its name with and without accents, in any case', () => {
  for (const text of ['đăng nhập', 'ĐĂNG NHẬP', 'dang nhap', 'đăng nhập'.normalize('NFD')])
    expect(names(text)).toEqual(['Lịch sử đăng nhập']);
  expect(names('资金')).toEqual(['资金流水']);
});

test('a page is found by its English name, by its group and by other words', () => {
  expect(names('dashboard')).toEqual(['Tổng quan']);
  expect(names('quan ly he thong')).toEqual(['Lịch sử đăng nhập', 'Tài khoản và bảo mật']);
  expect(names('mui gio')).toEqual(['Tài khoản và bảo mật']);
});

test('every word counts, in any order, and no other', () => {
  expect(names('nhap dang')).toEqual(['Lịch sử đăng nhập']);
  expect(names('dang nhap ngay')).toEqual([]);
  expect(names('he thong mat khau')).toEqual(['Tài khoản và bảo mật']);
});

test('the name goes before other words, its beginning before its middle', () => {
  expect(names('rut usdt')).toEqual(['Rút USDT', 'Quản lý rút USDT']);
  expect(names('tai')).toEqual(['Tài khoản và bảo mật']);
  expect(names('ch')[0]).toBe('Chuyển và nhận tiền');
  expect(
    ranked([{ name: 'Record of login' }, { name: 'Prelogin' }, { name: 'Login records' }, { name: 'Login' }], 'login').map(
      ({ name }) => name,
    ),
  ).toEqual(['Login', 'Login records', 'Record of login', 'Prelogin']);
  expect(ranked([{ name: 'Mật khẩu', also: ['Fees'] }, { name: 'Fees' }], 'fees').map(({ name }) => name)).toEqual(['Fees', 'Mật khẩu']);
});

test('without a text all are as they were', () => {
  expect(names('  ')).toEqual(ENTRIES.map(({ name }) => name));
});
