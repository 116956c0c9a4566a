import { type Address, checksum } from 'ox/Address';
import type { Hex } from 'ox/Hex';
import { WITNESSES } from '../../../domain/chain-witness.ts';
import type { ChainProvider } from '../../../platform/chain/providers.ts';
import { receiptOf, transfersIn } from '../../../platform/chain/receipts.ts';
import { tokenTransfersIn, type TronProvider } from '../../../platform/chain/tron-node.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { SweepKeys } from './keys.ts';
import type { NetworkPolicy } from './policy.ts';
import { type Approved, indicesOf } from './queue.ts';
import { returnOf, type ReturnOf } from './return-number.ts';
import { unitOf } from './rules.ts';
import { NotNow } from './waits.ts';

/** What arrived: to where, and how much in the token's smallest unit. */
interface Arrived {
  readonly to: Address;
  readonly raw: bigint;
}

/** A node that says what has arrived for good; undefined: not that. */
export interface ArrivalWitness {
  readonly name: string;
  arrived(named: ReturnOf): Promise<Arrived | undefined>;
}

interface Arrival {
  readonly db: Database;
  readonly policy: Pick<NetworkPolicy, 'token_decimals'>;
  readonly keys: Pick<SweepKeys, 'deposit'>;
  /** Of the chain. */
  readonly witnesses: readonly ArrivalWitness[];
}

/**
 * Throws for what is to be sent back and has not arrived: the signer asks its own nodes, two at least, for the transfer, which must be final, of the policy's token,
 * of as much, and to an address that it derives itself. A withdrawal passes: it is money of the ledger.
 */
export async function mustHaveArrived(of: Arrival, { ownerId, serialNumber, amount }: Approved): Promise<void> {
  const named = returnOf(serialNumber);
  if (!named) return;
  const { db, policy, keys, witnesses } = of;
  if (witnesses.length < WITNESSES) throw new NotNow('one_node', 'fewer than two nodes say whether it has arrived');
  const ours = new Set((await indicesOf(db, ownerId)).map((index) => keys.deposit(index).address));
  for (const witness of witnesses) {
    const found = await witness.arrived(named);
    if (!found) throw new NotNow('arrival_unseen', `${witness.name} does not have it as final`);
    if (!ours.has(found.to)) throw new NotNow('arrival_elsewhere', 'it did not arrive at an address of ours');
    if (found.raw < amount * unitOf(policy)) throw new NotNow('arrival_less', 'less than that has arrived');
  }
}

/** What a node of Ethereum's kind has as final. */
export function evmArrivals({ name, client }: ChainProvider, token: Address): ArrivalWitness {
  return {
    name,
    arrived: async ({ txid, ordinal }) => {
      const [receipt, final] = await Promise.all([receiptOf(client, txid), client.getBlock({ blockTag: 'finalized' })]);
      if (receipt?.status !== 'success' || receipt.blockNumber > final.number) return undefined;
      const found = transfersIn(receipt).filter((one) => checksum(one.token) === token)[ordinal];
      return found && { to: checksum(found.to), raw: found.raw };
    },
  };
}

/** What a node of TRON has solidified. */
export function tronArrivals({ name, node }: TronProvider, token: Hex): ArrivalWitness {
  return {
    name,
    arrived: async ({ txid, ordinal }) => {
      const info = await node.infoOf(txid, 'walletsolidity');
      if (info?.result !== 'SUCCESS') return undefined;
      const found = tokenTransfersIn(info, token)[ordinal];
      return found && { to: checksum(found.to), raw: found.raw };
    },
  };
}
