import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { rewardFunds, rewardGrant } from '@purser/contract/features/reward';
import { newSerialNumber } from '@purser/contract/serial';
import { PROVIDER_OWNER_ID, rewardAccount } from '@purser/ledger/account';
import { balancesOf } from '@purser/ledger/accounts';
import { planRewardGrant } from '@purser/ledger/posting';
import { postBatch } from '@purser/ledger/store';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import { approvalKind, enterApproval } from '../../domain/approval.ts';
import { holdOpenWallets } from '../../domain/payee.ts';
import { readAsStaff } from '../../platform/commands/staff-acts.ts';
import { confirmedWrite } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { askedAmount } from '../../platform/http/asked-amount.ts';
import { refuse, wrongField } from '../../platform/http/refusal.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';

type Entered = OutputOf<typeof rewardGrant>;

/** What the reward pool of each coin holds. */
export function fundsOf(platform: Platform): Promise<OutputOf<typeof rewardFunds>> {
  return readAsStaff(platform, async (tx) => {
    const accounts = (await balancesOf(tx, PROVIDER_OWNER_ID)).filter(({ purpose }) => purpose === 'reward_pool');
    await tx.coins.know(
      accounts.map(({ coin }) => coin),
      tx,
    );
    return {
      list: accounts.map(({ coin, available_minor }) => ({
        coin_name: coin,
        available_asset: tx.coins.format(available_minor, coin),
      })),
    };
  });
}

/**
 * Moves money from the reward pool to a wallet user. The posting is named when the grant is entered, so the ledger itself refuses to make
 * it twice.
 */
export const rewardGrantKind = approvalKind({
  kind: 'reward.grant',
  permission: 'reward.grant',
  content: z.strictObject({
    nick: z.string(),
    coin: z.string(),
    /** A decimal text, as whoever approves is shown it. */
    amount: z.string(),
    posting_id: z.uuid(),
    serial_number: z.string(),
  }),
  acrossOwners: true,
  describe: ({ nick, coin, amount, serial_number }, ownerId) => ({
    user_id: String(ownerId),
    nick,
    reward: `${amount} ${coin}`,
    serial_number,
  }),
  apply: async (tx, { ownerId, content: { coin, amount, posting_id, serial_number }, platform }) => {
    await tx.coins.know([coin], tx);
    const grant = planRewardGrant({
      owner_id: ownerId,
      posting_id,
      serial_number,
      user: ownerId,
      coin,
      amount_minor: minorOf(amount, tx.coins.decimalsOf(coin)),
    });
    const [made] = await postBatch(tx, platform.ledgerKey, [grant]);
    if (made?.outcome === 'posted') return;
    if (made?.outcome === 'insufficient') throw refuse('provider_balance_short');
    if (made?.outcome === 'account_missing')
      throw refuse(made.account.owner_id === ownerId ? 'market_not_enabled' : 'provider_balance_short');
    throw new Error(`the grant ${serial_number} was ${made?.outcome}`);
  },
});

/** Enters a grant for another member to approve. Whether the pool holds enough is looked at now, and again when it is made. */
export function enterRewardGrant(
  platform: Platform,
  input: ParsedInputOf<typeof rewardGrant>,
  context: StaffContext,
): Promise<Entered | Answer<Entered>> {
  const { user_id: ownerId, coin_name: coin, reason } = input;
  return confirmedWrite<Entered>(platform, input, context, {
    whose: ownerId,
    acrossOwners: true,
    act: async (tx) => {
      const user = await tx.selectFrom('wallet_user').select('nick').where('user_id', '=', BigInt(ownerId)).executeTakeFirst();
      if (!user) throw refuse('not_found');
      if (!(await holdOpenWallets(tx, [ownerId])).has(ownerId)) throw refuse('account_closed');
      await tx.coins.know([coin], tx);
      if (!tx.coins.find(coin)) throw refuse('coin_unknown');
      const amount_minor = minorOf(input.amount, tx.coins.decimalsOf(coin));
      const own = rewardAccount(ownerId, coin);
      const isOpen = (await balancesOf(tx, ownerId, [coin])).some(({ purpose }) => purpose === own.purpose);
      if (!isOpen) throw refuse('market_not_enabled');
      if ((await heldByPool(tx, coin)) < amount_minor) throw refuse('provider_balance_short');
      const content = {
        nick: user.nick,
        coin,
        amount: tx.coins.format(amount_minor, coin),
        posting_id: uuidv7(),
        serial_number: newSerialNumber('reward'),
      };
      return enterApproval(tx, context, rewardGrantKind, { ownerId, content, reason });
    },
    audit: ({ approval_id }) => ({
      action: 'approval.enter',
      details: { approval_id, kind: rewardGrantKind.kind, coin, amount: input.amount, reason },
    }),
  });
}

async function heldByPool(tx: Tx, coin: string): Promise<bigint> {
  const accounts = await balancesOf(tx, PROVIDER_OWNER_ID, [coin]);
  return accounts.find(({ purpose }) => purpose === 'reward_pool')?.available_minor ?? 0n;
}

function minorOf(amount: string, decimals: number): bigint {
  const minor = askedAmount(amount, decimals);
  if (minor === 0n) throw wrongField('amount', 'above_zero');
  return minor;
}
