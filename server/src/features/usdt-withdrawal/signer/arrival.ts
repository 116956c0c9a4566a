import { checksum } from 'ox/Address';
import type { ChainProvider } from '../../../platform/chain/providers.ts';
import { receiptOf, transfersIn } from '../../../platform/chain/receipts.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { SweepKeys } from './keys.ts';
import type { NetworkPolicy } from './policy.ts';
import { type Approved, indicesOf } from './queue.ts';
import { returnOf, type ReturnOf } from './return-number.ts';
import { NotNow, unitOf } from './rules.ts';

/** As many nodes must say that something has arrived. */
const WITNESSES = 2;

interface Arrival {
  readonly db: Database;
  readonly policy: Pick<NetworkPolicy, 'token' | 'token_decimals'>;
  readonly keys: Pick<SweepKeys, 'deposit'>;
  /** Of the chain. */
  readonly providers: readonly ChainProvider[];
}

/**
 * Throws for what is to be sent back and has not arrived: the signer asks its own nodes, two at least, for the transfer, which must be final, of the policy's token,
 * of as much, and to an address that it derives itself. A withdrawal passes: it is money of the ledger.
 */
export async function mustHaveArrived(of: Arrival, { ownerId, serialNumber, amount }: Approved): Promise<void> {
  const named = returnOf(serialNumber);
  if (!named) return;
  const { db, policy, keys, providers } = of;
  if (providers.length < WITNESSES) throw new NotNow('fewer than two nodes say whether it has arrived');
  const ours = new Set((await indicesOf(db, ownerId)).map((index) => keys.deposit(index).address));
  for (const provider of providers) {
    const found = await arrivedAt(provider, policy, named);
    if (!found) throw new NotNow(`${provider.name} does not have it as final`);
    if (!ours.has(checksum(found.to))) throw new NotNow('it did not arrive at an address of ours');
    if (found.raw < amount * unitOf(policy)) throw new NotNow('less than that has arrived');
  }
}

/** The transfer as a node has it for good. */
async function arrivedAt({ client }: ChainProvider, { token }: Arrival['policy'], { txid, ordinal }: ReturnOf) {
  const [receipt, final] = await Promise.all([receiptOf(client, txid), client.getBlock({ blockTag: 'finalized' })]);
  if (receipt?.status !== 'success' || receipt.blockNumber > final.number) return undefined;
  return transfersIn(receipt).filter((one) => checksum(one.token) === token)[ordinal];
}
