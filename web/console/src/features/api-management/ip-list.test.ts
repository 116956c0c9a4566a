import { expect, test } from 'vitest';
import { ipListProblem, readIpList, sameIps } from './ip-list.ts';

test('reads addresses however they are parted, each once', () => {
  expect(readIpList(' 203.0.113.7\n\n203.0.113.8, 203.0.113.7；2001:db8::/32 ')).toEqual(['203.0.113.7', '203.0.113.8', '2001:db8::/32']);
  expect(readIpList('  \n ')).toEqual([]);
});

test('takes addresses and ranges of both families', () => {
  expect(
    ipListProblem(['203.0.113.7', '203.0.113.0/24', '0.0.0.0/0', '::1', '2001:db8::1', '2001:db8::/32', '::ffff:192.0.2.1']),
  ).toBeUndefined();
});

test('names the first entry that is neither', () => {
  const wrong = [
    '256.1.1.1',
    '1.2.3',
    '1.2.3.4.5',
    '010.1.1.1',
    '1.2.3.4/33',
    '1.2.3.4/',
    '1.2.3.4/8/8',
    ':::',
    '2001:db8::/129',
    'fe80::1%eth0',
    'example.com',
    '1.2.3.-4',
  ];
  for (const entry of wrong) expect(ipListProblem(['203.0.113.7', entry]), entry).toEqual({ kind: 'wrong', entry });
});

test('counts no further than the contract allows', () => {
  const many = Array.from({ length: 51 }, (_, index) => `203.0.113.${index}`);
  expect(ipListProblem(many.slice(1))).toBeUndefined();
  expect(ipListProblem(many)).toEqual({ kind: 'too_many' });
});

test('the same addresses in another order are no change', () => {
  expect(sameIps(['a', 'b'], ['b', 'a'])).toBe(true);
  expect(sameIps(['a'], ['a', 'b'])).toBe(false);
  expect(sameIps([], [])).toBe(true);
});
