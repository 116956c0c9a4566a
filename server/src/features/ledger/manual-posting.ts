import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import { ADJUSTMENT_SOURCES, type ledgerManualPostingEnter, MANUAL_ACTS, type ManualAct } from '@purser/contract/features/ledger';
import { formatAmount } from '@purser/contract/money';
import { newSerialNumber } from '@purser/contract/serial';
import { type AccountKey, accountText, mainAccount, rewardAccount, UNBOUNDED_PURPOSES } from '@purser/ledger/account';
import { openAccounts } from '@purser/ledger/accounts';
import { adjustmentAccount, planAdjustment } from '@purser/ledger/posting';
import { postBatch, type PostingResult } from '@purser/ledger/store';
import { z } from 'zod';
import { approvalKind, enterApproval } from '../../domain/approval.ts';
import { holdOpenWallets } from '../../domain/payee.ts';
import { confirmedWrite } from '../../platform/commands/write.ts';
import type { Coin } from '../../platform/database/coins.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { askedAmount } from '../../platform/http/asked-amount.ts';
import { refuse, wrongField } from '../../platform/http/refusal.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { announce } from '../../platform/streams/hub.ts';
import { availableOf, findParty } from './queries.ts';

type Input = ParsedInputOf<typeof ledgerManualPostingEnter>;
type Entered = OutputOf<typeof ledgerManualPostingEnter>;

/** All of it is covered by the hash that is approved. */
const content = z.strictObject({
  direction: z.enum(MANUAL_ACTS),
  coin: z.string(),
  /** As money is sent: a decimal with all of the coin's places. */
  amount: z.string(),
  against: z.enum(ADJUSTMENT_SOURCES),
  /** What the party and the provider will call the posting. */
  serial_number: z.string(),
  party: z.enum(['merchant', 'user']),
  name: z.string(),
});

/**
 * Increases or decreases a party's available balance, or a wallet user's reward funds, against an account of the provider's. The posting bears the approval's id, so the ledger
 * itself refuses a second one; it is made in the transaction of the approval, so neither is without the other.
 */
export const manualPosting = approvalKind({
  kind: 'ledger.manual_posting',
  permission: 'ledger.approve',
  content,
  // It takes from the party's account and from the provider's.
  acrossOwners: true,
  describe: ({ direction, coin, amount, against, serial_number, name }, ownerId) => ({
    owner_id: String(ownerId),
    name,
    [direction === 'take_reward_back' ? 'reward' : 'amount']: `${direction === 'increase' ? '+' : '-'}${amount} ${coin}`,
    against,
    serial_number,
  }),
  apply: async (tx, { approvalId, ownerId, content: asked, reason, staffId, enteredBy, platform }) => {
    const { direction, coin, against, serial_number } = asked;
    const known = await coinOf(tx, coin);
    const amount_minor = askedAmount(asked.amount, known.decimals);
    if (direction === 'increase') await openForCrypto(tx, ownerId, known);
    const posting = planAdjustment({
      owner_id: ownerId,
      posting_id: approvalId,
      serial_number,
      party: ownerId,
      coin,
      amount_minor,
      ...(direction === 'take_reward_back' ? { direction: 'decrease', purpose: 'reward' } : { direction }),
      against,
      note: { reason, entered_by: enteredBy, approved_by: staffId },
    });
    const [result] = await postBatch(tx, platform.ledgerKey, [posting]);
    refuseUnlessMade(result, ownerId);
    if (asked.party === 'merchant') await announce(tx, { merchants: [[ownerId, ['balances']]] });
  },
});

/** Enters a manual posting. What it asks is checked now, so that a mistake is told to whoever makes it, and by the ledger as it is made. */
export function enterManualPosting(platform: Platform, input: Input, context: StaffContext): Promise<Entered | Answer<Entered>> {
  const { owner_id: ownerId, direction, coin_name, against, reason } = input;
  return confirmedWrite<Entered>(platform, input, context, {
    whose: ownerId,
    // It looks at the provider's balance too.
    acrossOwners: true,
    act: async (tx) => {
      const party = await findParty(tx, ownerId);
      if (!party) throw refuse('not_found');
      if (direction === 'take_reward_back') {
        if (party.party !== 'user') throw refuse('not_found');
        if (against !== 'reward_pool') throw wrongField('against', 'one_of', { choices: 'reward_pool' });
      }
      // Nobody could take it out any more. What is left there may be taken back.
      const toWallet = direction === 'increase' && party.party === 'user';
      if (toWallet && !(await holdOpenWallets(tx, [ownerId])).has(ownerId)) throw refuse('account_closed');
      const coin = await coinOf(tx, coin_name);
      // A wallet holds the coins of markets, and shows no others.
      if (toWallet && coin.market === null) throw refuse('market_not_enabled');
      const amount = askedAmount(input.amount, coin.decimals);
      if (amount === 0n) throw refuse('amount_below_minimum', { minimum: `${formatAmount(1n, coin.decimals)} ${coin.code}` });
      await mustHold(tx, ownerId, coin, { direction, against, amount });
      const asked = { direction, coin: coin.code, amount: formatAmount(amount, coin.decimals), against, ...party };
      const serial_number = newSerialNumber('adjustment');
      const entered = await enterApproval(tx, context, manualPosting, { ownerId, content: { ...asked, serial_number }, reason });
      return { ...entered, serial_number };
    },
    audit: ({ approval_id, serial_number }) => ({
      action: 'approval.enter',
      details: { approval_id, kind: manualPosting.kind, serial_number, direction, coin: coin_name, amount: input.amount, against, reason },
    }),
  });
}

async function coinOf(tx: Tx, code: string): Promise<Coin> {
  await tx.coins.know([code], tx);
  const coin = tx.coins.find(code);
  if (!coin) throw refuse('coin_unknown');
  return coin;
}

/** A crypto coin belongs to no market that a party enables: its account is opened with the first money in it. */
async function openForCrypto(tx: Tx, ownerId: number, coin: Coin): Promise<void> {
  if (coin.market === null) await openAccounts(tx, [mainAccount(ownerId, coin.code)]);
}

interface Asked {
  readonly direction: ManualAct;
  readonly against: Input['against'];
  readonly amount: bigint;
}

/** Looks whether the accounts are there and hold as much as is taken from them, as things are now. */
async function mustHold(tx: Tx, ownerId: number, { code, market }: Coin, { direction, against, amount }: Asked): Promise<void> {
  const held = await availableOf(tx, direction === 'take_reward_back' ? rewardAccount(ownerId, code) : mainAccount(ownerId, code));
  if (held === undefined && (market !== null || direction !== 'increase')) throw refuse('market_not_enabled');
  if (direction !== 'increase') {
    if ((held ?? 0n) < amount) throw refuse('insufficient_balance');
    return;
  }
  const source = adjustmentAccount(against, ownerId, code);
  if (!isUnbounded(source) && ((await availableOf(tx, source)) ?? 0n) < amount) throw refuse('provider_balance_short');
}

function isUnbounded({ purpose }: AccountKey): boolean {
  return (UNBOUNDED_PURPOSES as ReadonlySet<string>).has(purpose);
}

/** Says why the ledger did not make it. Made before means made: the id is the approval's. */
function refuseUnlessMade(result: PostingResult | undefined, ownerId: number): void {
  switch (result?.outcome) {
    case 'posted':
    case 'replayed':
      return;
    case 'account_missing':
      if (result.account.owner_id !== ownerId) throw new Error(`the provider has no account ${accountText(result.account)}`);
      throw refuse('market_not_enabled');
    case 'insufficient':
      throw refuse(result.account.owner_id === ownerId ? 'insufficient_balance' : 'provider_balance_short');
    case 'overflow':
      throw refuse('balance_too_large');
    default:
      throw new Error(`a manual posting was ${result?.outcome}`);
  }
}
