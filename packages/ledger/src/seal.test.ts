import { expect, it } from 'vitest';
import { NO_SEAL, sealKey, sealMac } from './seal.ts';

it('a seal takes in its key, the seal before it, what its entries say, and each part of its range', () => {
  const key = sealKey(Buffer.alloc(32, 'ledger'));
  const digest = Buffer.alloc(32, 'entries');
  const range = { owner_id: 10_000_001, coin: 'USDP', purpose: 'main', from_version: 1n, to_version: 20n, round: 3n };
  const others = [
    sealMac(sealKey(Buffer.alloc(32, 'other')), NO_SEAL, range, digest),
    // The same range as it would be sealed in a copy of the database that went another way before.
    sealMac(key, Buffer.alloc(32, 'another seal'), range, digest),
    sealMac(key, NO_SEAL, range, Buffer.alloc(32, 'other entries')),
    sealMac(key, NO_SEAL, { ...range, owner_id: 10_000_002 }, digest),
    sealMac(key, NO_SEAL, { ...range, coin: 'USDT' }, digest),
    sealMac(key, NO_SEAL, { ...range, purpose: 'reward' }, digest),
    sealMac(key, NO_SEAL, { ...range, from_version: 2n }, digest),
    sealMac(key, NO_SEAL, { ...range, to_version: 21n }, digest),
    sealMac(key, NO_SEAL, { ...range, round: 4n }, digest),
  ].map((mac) => mac.toString('hex'));
  expect(new Set(others).size).toBe(others.length);
  expect(others).not.toContain(sealMac(key, NO_SEAL, range, digest).toString('hex'));
  expect(sealMac(key, NO_SEAL, { ...range }, digest)).toEqual(sealMac(key, NO_SEAL, range, digest));
});
