import { expect, it } from 'vitest';
import { derivedId } from './derived-id.ts';
import { reversalId } from './review-postings.ts';

it('an id that was given stays what it was: another one would let the same thing be posted again', () => {
  expect(derivedId('payment 10000001 PO1', new Date('2026-01-01T00:00:00.000Z'))).toBe('019b76da-a800-7ffe-95f7-2950dc395445');
  expect(reversalId({ owner_id: 10_000_001, posting_id: '01930000-0000-7000-8000-000000000001' })).toBe(
    '01930000-0000-86da-a2ad-c0eb99bc6225',
  );
});

it('ids of one owner grow with time, and are of what they are about', () => {
  const [early, late] = [new Date(1_700_000_000_000), new Date(1_700_000_000_001)];
  expect(derivedId('a', early) < derivedId('a', late)).toBe(true);
  expect(derivedId('a', early)).not.toBe(derivedId('b', early));
  expect(derivedId('a', early)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
