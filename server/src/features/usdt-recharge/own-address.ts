import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import { USDT, USDT_DECIMALS } from '@purser/contract/exchange';
import { RECHARGE_WAYS } from '@purser/contract/features/account';
import type * as calls from '@purser/contract/features/usdt-recharge';
import { formatAmount } from '@purser/contract/money';
import { z } from 'zod';
import { approvalKind, enterApproval } from '../../domain/approval.ts';
import { chainAddress } from '../../domain/chain-address.ts';
import { coinTerms } from '../../domain/coin-terms.ts';
import { ownerName } from '../../domain/owners.ts';
import { isSigners } from '../../domain/signer-address.ts';
import { depositAddressOf } from '../../domain/deposit-address.ts';
import { offerOf } from '../../platform/chain/test-chain.ts';
import { readAsStaff } from '../../platform/commands/staff-acts.ts';
import { confirmedWrite } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { audit } from '../../platform/proof/audit.ts';
import { announce } from '../../platform/streams/hub.ts';
import { openNetworks, type OwnerStanding, ownAddress, ownerStanding, rechargeCoins } from './queries.ts';

type Entered = OutputOf<typeof calls.depositAddressSet>;

/** Refuses whoever has not been allowed quick recharges. */
export function mustBeQuick({ recharge_configuration }: OwnerStanding): void {
  if (!recharge_configuration.includes(RECHARGE_WAYS.quick)) throw refuse('quick_recharge_off');
}

/** The networks over which USDT comes in, as a merchant with quick recharges sees them. */
export function blockchains(platform: Platform, merchantId: number): Promise<OutputOf<typeof calls.chargeBlockchainList>> {
  return platform.db.scoped(merchantId, async (tx) => {
    await quickMerchant(tx, merchantId);
    const list = [];
    for (const { network, deposit_xpub } of await openNetworks(tx)) {
      list.push({ network, has_address: deposit_xpub !== null || (await ownAddress(tx, merchantId, network)) !== undefined });
    }
    return { list, test_usdt: platform.settings.testChain ? offerOf(platform.settings.testChain) : null };
  });
}

/** The merchant's own address on a network, with what is credited for what arrives there. */
export function addressOn(
  { db }: Platform,
  merchantId: number,
  { network }: ParsedInputOf<typeof calls.chargeQueryAddress>,
): Promise<OutputOf<typeof calls.chargeQueryAddress>> {
  return db.scoped(merchantId, async (tx) => {
    const merchant = await quickMerchant(tx, merchantId);
    const open = (await openNetworks(tx)).find((one) => one.network === network);
    const address = open && (await depositAddressOf(tx, merchantId, open));
    if (address === undefined) throw refuse('deposit_network_missing');
    const coins = await rechargeCoins(tx, { type: 'merchant', id: merchantId }, merchant);
    const keys = coins.map((coin) => ({ merchantId, coin }));
    const terms = await coinTerms(tx, keys);
    // As it is credited: in the first coin that is on.
    const key = keys.find((one) => terms.of(one)?.is_on) ?? { merchantId, coin: coins[0] ?? USDT };
    const minimum = terms.of(key)?.usdt_recharge_minimum ?? 0n;
    return { network, address, coin_name: key.coin, usdt_recharge_minimum: formatAmount(minimum, USDT_DECIMALS) };
  });
}

async function quickMerchant(tx: Tx, merchantId: number): Promise<OwnerStanding> {
  const merchant = await ownerStanding(tx, { type: 'merchant', id: merchantId });
  if (!merchant) throw new Error(`merchant ${merchantId} is not there`);
  mustBeQuick(merchant);
  return merchant;
}

/** A merchant's own addresses, as staff see them. */
export function addressesOfMerchant(platform: Platform, merchantId: number): Promise<OutputOf<typeof calls.depositAddressList>> {
  return readAsStaff(platform, async (tx) => {
    if (!(await ownerStanding(tx, { type: 'merchant', id: merchantId }))) throw refuse('terms_merchant_unknown');
    const { rows } = await tx.query<{ network: string; address: string | null; set_at: Date | null }>(
      `select coin_network.network, own.address, own.set_at from coin_network join network using (network)
       left join deposit_address as own on own.owner_id = $1 and own.network = coin_network.network
       where coin_network.coin = $2 order by network.added_at, network.network`,
      [merchantId, USDT],
    );
    return { list: rows.map(({ network, address, set_at }) => ({ network, address, set_time: set_at?.toISOString() ?? null })) };
  });
}

const content = z.strictObject({ merchant: z.string(), network: z.string(), before: z.string().nullable(), after: z.string() });

/**
 * A merchant's own address on a network: one member of staff enters it, another gives it, as whoever names it alone would have the merchant's money sent to themselves. One that
 * it had before stays its own, and is never given to anybody else.
 */
export const ownAddressGiven = approvalKind({
  kind: 'recharge.deposit_address',
  permission: 'market.approve',
  content,
  acrossOwners: true,
  describe: ({ merchant, network, before, after }, ownerId) => ({
    merchant_id: String(ownerId),
    merchant,
    network,
    address: before === null ? after : `${before} → ${after}`,
  }),
  apply: async (tx, { ownerId, content: { network, before, after }, reason, staffId, platform }) => {
    if (!(await ownerStanding(tx, { type: 'merchant', id: ownerId }, 'for share'))) throw refuse('terms_changed');
    if (((await ownAddress(tx, ownerId, network)) ?? null) !== before) throw refuse('terms_changed');
    if (!(await takeAddress(tx, { network, address: after, ownerId }))) throw refuse('deposit_address_taken');
    await tx.query(
      `insert into deposit_address (owner_id, network, address, set_by, set_at) values ($1, $2, $3, $4, now())
       on conflict (owner_id, network) do update set address = excluded.address, set_by = excluded.set_by, set_at = excluded.set_at, derivation_index = null`,
      [ownerId, network, after, staffId],
    );
    const details = { reason, network, before, after };
    await audit(tx, platform.secrets, {
      ownerId,
      actorKind: 'operator',
      actor: String(staffId),
      action: 'recharge.deposit_address',
      details,
      ip: null,
    });
    await announce(tx, { merchants: [[ownerId, ['reviews']]] });
  },
});

/** Enters an address for a merchant, of a network's form and nobody else's. */
export function enterAddress(
  platform: Platform,
  input: ParsedInputOf<typeof calls.depositAddressSet>,
  context: StaffContext,
): Promise<Entered | Answer<Entered>> {
  const { merchant_id, network, reason } = input;
  let entered: z.output<typeof content>;
  return confirmedWrite<Entered>(platform, input, context, {
    whose: merchant_id,
    acrossOwners: true,
    act: async (tx) => {
      if (!(await ownerStanding(tx, { type: 'merchant', id: merchant_id }, 'for share'))) throw refuse('terms_merchant_unknown');
      const found = await tx.selectFrom('network').select('kind').where('network', '=', network).executeTakeFirst();
      if (!found) throw refuse('network_unknown');
      const after = chainAddress(found.kind, input.address);
      if (after === undefined) throw refuse('address_malformed');
      if (await isOthers(tx, { network, address: after, ownerId: merchant_id })) throw refuse('deposit_address_taken');
      const before = (await ownAddress(tx, merchant_id, network)) ?? null;
      entered = { merchant: await ownerName(tx, merchant_id), network, before, after };
      return enterApproval(tx, context, ownAddressGiven, { ownerId: merchant_id, content: entered, reason });
    },
    audit: ({ approval_id }) => ({ action: 'approval.enter', details: { approval_id, kind: ownAddressGiven.kind, reason, ...entered } }),
  });
}

interface Named {
  readonly network: string;
  readonly address: string;
  readonly ownerId: number;
}

/** Whether an address is another's, the signer's, where everybody sends to, or a token's contract. */
async function isOthers(tx: Tx, { network, address, ownerId }: Named): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from coin_network where network = $1 and (deposit_address = $2 or lower(contract_address) = lower($2))
     union all select from address_directory where network = $1 and address = $2 and owner_id <> $3 limit 1`,
    [network, address, ownerId],
  );
  return rowCount !== 0 || (await isSigners(tx, network, address));
}

/** Names an address as somebody's; false where it is not to be had. */
async function takeAddress(tx: Tx, { network, address, ownerId }: Named): Promise<boolean> {
  if (await isOthers(tx, { network, address, ownerId })) return false;
  await tx.query('insert into address_directory (network, address, owner_id) values ($1, $2, $3) on conflict do nothing', [
    network,
    address,
    ownerId,
  ]);
  const { rows } = await tx.query<{ owner_id: bigint }>('select owner_id from address_directory where network = $1 and address = $2', [
    network,
    address,
  ]);
  return Number(rows[0]?.owner_id) === ownerId;
}
