import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { mainAccount } from '../account.ts';
import { ALICE, Bank, BOB, COIN, USER } from './bank.ts';

/** The bank of a test file that has called `useFundedBank`. */
export let bank: Bank;

export const alice = mainAccount(ALICE, COIN);
export const bob = mainAccount(BOB, COIN);
export const user = mainAccount(USER, COIN);
export const POSTED = { outcome: 'posted', posted_at: expect.any(Date) };

/** Opens a bank for the tests of the calling file. Every test starts from 1,000.00 with Alice and nothing elsewhere. */
export function useFundedBank(): void {
  beforeAll(async () => {
    bank = await Bank.open();
  });
  afterAll(() => bank.close());
  beforeEach(async () => {
    await bank.empty();
    await bank.issue(alice, 100_000n);
  });
}
