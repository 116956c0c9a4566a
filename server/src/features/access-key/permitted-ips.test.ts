import { describe, expect, it } from 'vitest';
import { ipPermitted } from '../../platform/security/signed-requests.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { normaliseIps } from './permitted-ips.ts';

describe('the usual form of an entry', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['  203.0.113.7 ', '203.0.113.7'],
    ['203.0.113.7/32', '203.0.113.7'],
    ['203.0.113.77/24', '203.0.113.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:db8::1/128', '2001:db8::1'],
    ['2001:db8:1:2:3::/48', '2001:db8:1::/48'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7/120', '203.0.113.0/24'],
    ['::1', '::1'],
  ])('of %s is %s', (entry, usual) => {
    expect(normaliseIps([entry], 'en')).toEqual([usual]);
  });

  it('is one the check of signed requests understands', () => {
    const permitted = normaliseIps(['203.0.113.77/24', '2001:DB8::/32', '::ffff:198.51.100.9'], 'en');
    expect(ipPermitted(permitted, '203.0.113.200')).toBe(true);
    expect(ipPermitted(permitted, '::ffff:203.0.113.200')).toBe(true);
    expect(ipPermitted(permitted, '2001:db8:ffff::1')).toBe(true);
    expect(ipPermitted(permitted, '198.51.100.9')).toBe(true);
    expect(ipPermitted(permitted, '198.51.100.10')).toBe(false);
    expect(ipPermitted(permitted, '2001:db9::1')).toBe(false);
  });
});

it('drops entries that mean the same', () => {
  expect(normaliseIps(['203.0.113.7', '203.0.113.7/32', '::ffff:203.0.113.7', '203.0.113.8'], 'en')).toEqual([
    '203.0.113.7',
    '203.0.113.8',
  ]);
});

it.each([
  'localhost',
  '203.0.113',
  '203.0.113.256',
  '203.0.113.07',
  '0x7f.0.0.1',
  '2130706433',
  '203.0.113.7/33',
  '203.0.113.7/',
  '203.0.113.7/-1',
  '203.0.113.7/8/8',
  '203.0.113.1-203.0.113.9',
  '203.0.113.7:443',
  '2001:db8::/129',
  '2001:db8:::1',
  'fe80::1%eth0',
  ' ',
])('refuses %j', (entry) => {
  expect(() => normaliseIps([entry], 'en')).toThrow(Refusal);
});

it('names every entry that is wrong', () => {
  try {
    normaliseIps(['203.0.113.7', 'office', '10.0.0.0/8', '1.2.3'], 'en');
    expect.unreachable();
  } catch (error) {
    expect((error as Refusal).outcome).toBe('ip_invalid');
    expect((error as Refusal).data).toEqual({
      fields: [
        { field: 'ip_permission.1', problem: 'office: IP format is incorrect' },
        { field: 'ip_permission.3', problem: '1.2.3: IP format is incorrect' },
      ],
    });
  }
});
