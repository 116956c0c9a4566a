import { expect, test } from 'vitest';
import { choicesFound } from './choices-found.ts';

const CHOICES = [
  { value: 'staff.invite', label: 'Đã mời nhân viên' },
  { value: 'staff.suspend', label: 'Đã tạm ngưng nhân viên' },
  { value: 'login', label: '登录成功' },
];
const found = (text: string) => choicesFound(CHOICES, text).map(({ value }) => value);

test('a choice is found by words of its name in any order, case and with or without accents', () => {
  expect(found('')).toHaveLength(3);
  expect(found(' NHÂN viên  mời ')).toEqual(['staff.invite']);
  expect(found('da tam')).toEqual(['staff.suspend']);
  expect(found('登录')).toEqual(['login']);
});

test('a choice is found by its value', () => {
  expect(found('staff.')).toEqual(['staff.invite', 'staff.suspend']);
  expect(found('staff.remove')).toEqual([]);
});
