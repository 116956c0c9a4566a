import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { merchantAddress, merchantIdOfAddress } from './address.ts';

const merchantId = fc.integer({ min: 10_000_001, max: 2 ** 48 - 1 });

describe('the address of a merchant', () => {
  it('names its merchant', () => {
    fc.assert(fc.property(merchantId, (id) => merchantIdOfAddress(merchantAddress(id)) === id));
  });

  it('is read as people copy it: with spaces around, in small letters', () => {
    expect(merchantIdOfAddress(`  ${merchantAddress(10_000_001).toLowerCase()}\n`)).toBe(10_000_001);
  });

  it('catches any single wrong digit', () => {
    fc.assert(
      fc.property(merchantId, fc.nat(), fc.integer({ min: 1, max: 9 }), (id, at, by) => {
        const address = merchantAddress(id);
        const place = 2 + (at % (address.length - 2));
        const wrong = (Number(address[place]) + by) % 10;
        expect(merchantIdOfAddress(address.slice(0, place) + wrong + address.slice(place + 1))).toBeUndefined();
      }),
    );
  });

  it('catches any two neighbouring digits that were swapped', () => {
    fc.assert(
      fc.property(merchantId, fc.nat(), (id, at) => {
        const address = merchantAddress(id);
        const place = 2 + (at % (address.length - 3));
        fc.pre(address[place] !== address[place + 1]);
        const swapped = address.slice(0, place) + address.charAt(place + 1) + address.charAt(place) + address.slice(place + 2);
        expect(merchantIdOfAddress(swapped)).toBeUndefined();
      }),
    );
  });

  it.each(['', 'PM', 'PM12', '10000001', 'XX1000000100', 'PM10000001', 'PM10 000001', 'PM1000000١'])('is not %j', (text) => {
    expect(merchantIdOfAddress(text)).toBeUndefined();
  });

  it('is the only one of its merchant: no zeros in front, no other check digits of the same remainder', () => {
    const [, digits = ''] = merchantAddress(10_000_001).split('PM');
    expect(merchantIdOfAddress(`PM00${digits}`)).toBeUndefined();
    fc.assert(
      fc.property(merchantId, fc.integer({ min: 0, max: 99 }), (id, check) => {
        const text = `PM${id}${String(check).padStart(2, '0')}`;
        expect(merchantIdOfAddress(text)).toBe(text === merchantAddress(id) ? id : undefined);
      }),
    );
  });

  it('is none when its number is beyond what a number holds exactly', () => {
    const tooMany = BigInt(Number.MAX_SAFE_INTEGER) + 2n;
    const check = (98n - ((tooMany * 100n) % 97n)).toString().padStart(2, '0');
    expect(merchantIdOfAddress(`PM${tooMany}${check}`)).toBeUndefined();
  });
});
