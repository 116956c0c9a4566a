import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bestProducts, HASH_RANGE, HASHES_KEPT, medianToPay, NO_SUMS, payersOf, payTimesOf, type Sums, together } from './figures.ts';
import { classOf, secondsOf } from './pay-classes.ts';

const having = (some: Partial<Sums>): Sums => ({ ...NO_SUMS, ...some });

it('divides seconds such that the middle of a class is within 2 % of each', () => {
  for (let seconds = 0; seconds < 90_000; seconds += seconds < 300 ? 1 : 37) {
    const middle = secondsOf(classOf(seconds));
    expect(Math.abs(middle - seconds), `${seconds}`).toBeLessThanOrEqual(seconds < 64 ? 0 : seconds * 0.02);
  }
});

it('names the middle time, or the earlier of two; none of nothing', () => {
  const of = (...seconds: number[]) => medianToPay({ pay_times: payTimesOf(seconds, Array<bigint>(seconds.length).fill(1n)) });
  expect([of(), of(7), of(30, 60), of(60, 1, 30), of(5, 5, 5, 60)]).toEqual([null, 7, 30, 30, 5]);
});

it('counts each payer once, exactly while there are few, and within some percent when there are many', () => {
  const one = having({ payers: [3, 5, 9] });
  expect(payersOf(together([one, having({ payers: [1, 5] }), NO_SUMS]))).toEqual({ count: 4, estimated: false });
  let state = 1;
  const chance = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const hashes = Array.from({ length: 40_000 }, () => Math.floor(chance() * HASH_RANGE)).toSorted((a, b) => a - b);
  const half = (rest: number) => having({ payers: hashes.filter((_, index) => index % 2 === rest).slice(0, HASHES_KEPT) });
  const { count, estimated } = payersOf(together([half(0), half(1), half(0)]));
  expect(estimated).toBe(true);
  expect(Math.abs(count - 40_000)).toBeLessThan(4_000);
});

it('keeps the smallest hashes of any lists, each once', () => {
  const list = fc
    .uniqueArray(fc.integer({ min: 0, max: 3_000 }), { maxLength: HASHES_KEPT, size: 'max' })
    .map((hashes) => hashes.toSorted((a, b) => a - b));
  fc.assert(
    fc.property(fc.array(list, { maxLength: 6 }), (lists) => {
      const all = [...new Set(lists.flat())].toSorted((a, b) => a - b);
      expect(together(lists.map((payers) => having({ payers }))).payers).toEqual(all.slice(0, HASHES_KEPT));
    }),
  );
});

it('puts products together by their descriptions, those for which most was paid first', () => {
  const product = (count: bigint, amount: bigint) => ({ count, amount });
  const all = together([
    having({
      products: new Map([
        ['tea', product(1n, 500n)],
        ['', product(9n, 90n)],
      ]),
    }),
    having({
      products: new Map([
        ['tea', product(2n, 700n)],
        ['rice', product(1n, 800n)],
      ]),
      products_cut: true,
    }),
  ]);
  expect(all.products_cut).toBe(true);
  expect(bestProducts(all.products, 2)).toEqual([
    { name: 'tea', count: 3n, amount: 1_200n },
    { name: 'rice', count: 1n, amount: 800n },
  ]);
});
