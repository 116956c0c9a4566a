import { USDT_DECIMALS } from '@purser/contract/exchange';
import { checksum } from 'ox/Address';
import type { Hex, TransactionReceipt } from 'viem';
import { addressBytes, type NetworkKind } from '../../domain/chain-address.ts';
import type { ChainNetwork } from '../../domain/chain-network.ts';
import { transfersIn } from '../../platform/chain/receipts.ts';
import { transferSigned } from '../../platform/chain/tron-transaction.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { audit } from '../../platform/proof/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Booking, lookAtNonces } from './nonce-outcomes.ts';
import { actOf, payoutsOf } from './payouts.ts';
import { type MovedRaw, type Nonce, sumOf } from './payout-witnesses.ts';
import { transferIn } from './signer/transaction-content.ts';
import { findWithdrawal } from './withdraw.ts';

const BY = { kind: 'system', id: 'chain', name: '' } as const;

/** Looks at every withdrawal that is on its way over these networks, once, and settles it or notes that it failed. */
export async function lookAtPayouts(platform: Platform, networks: readonly ChainNetwork[]): Promise<void> {
  await Promise.all(networks.map((network) => lookAtNonces(platform, network, payoutBooking(platform))));
}

/** Whether a transaction moved of the network's token what was signed, to where it was signed; else what it moved. */
export function hasTransferred({ token }: ChainNetwork, { sender }: Nonce, receipt: TransactionReceipt, raw: Hex): true | MovedRaw {
  const asked = transferIn(raw);
  const ofSender = transfersIn(receipt).filter((one) => checksum(one.token) === token && one.from === sender);
  const arrived = ofSender.filter((one) => checksum(one.to) === asked.to);
  if (asked.token === token && arrived.some((one) => one.raw === asked.raw)) return true;
  return { left: sumOf(ofSender), arrived: sumOf(arrived) };
}

/** Throws for a transaction that does not pay the withdrawal that it is kept for, whatever it has done: whoever wrote it down may not have signed it. */
async function mustPay(
  tx: Tx,
  { ownerId, serialNumber, network }: Pick<Nonce, 'ownerId' | 'serialNumber' | 'network'>,
  raw: Hex,
): Promise<void> {
  const { address, other_amount } = await findWithdrawal(tx, ownerId, serialNumber);
  const { rows } = await tx.query<{ kind: NetworkKind; token_decimals: number }>(
    `select kind, token_decimals from network join coin_network using (network) where network = $1 and coin = 'USDT'`,
    [network],
  );
  const [on] = rows;
  if (!on) throw new Error(`USDT is not on ${network}`);
  const { to, raw: units } = on.kind === 'tron' ? transferSigned(raw) : transferIn(raw);
  const asked = BigInt(other_amount ?? 0) * 10n ** BigInt(on.token_decimals - USDT_DECIMALS);
  if (to.toLowerCase() !== addressBytes(on.kind, address) || units !== asked)
    throw new Error(`what is kept for ${serialNumber} does not pay it`);
}

function payoutBooking(platform: Platform): Booking {
  const payouts = payoutsOf(platform);
  return {
    kinds: ['payout'],
    isDone: hasTransferred,
    book: async (tx, { network, ownerId, serialNumber }, found) => {
      if (found.outcome === 'paid') await mustPay(tx, { ownerId, serialNumber, network }, found.raw);
      const payout = { ownerId, serialNumber, by: BY };
      const order =
        found.outcome === 'paid'
          ? await payouts.settle(tx, { ...payout, txid: found.txid })
          : await payouts.fail(tx, { ...payout, reason: '' });
      const details = { order_no: serialNumber, network, outcome: found.outcome, ...(found.outcome === 'paid' && { txid: found.txid }) };
      const entry = { ownerId, actorKind: 'system', actor: 'chain', ip: null } as const;
      await audit(tx, platform.secrets, { ...entry, action: actOf(order.status), details });
    },
  };
}
