import { checksum } from 'ox/Address';
import { getAddress, type Hex, parseAbi, parseEventLogs, type TransactionReceipt } from 'viem';
import type { ChainNetwork } from '../../domain/chain-network.ts';
import { type ChainProvider, isChain, providersOf } from '../../platform/chain/providers.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { audit } from '../../platform/proof/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import { receiptOf } from './chain-receipt.ts';
import { actOf, payoutsOf } from './payouts.ts';
import type { Nonce, Outcome, Said, Witnesses } from './payout-witnesses.ts';
import { transferIn } from './signer/transfer.ts';
import { tronWitnesses } from './tron-payouts.ts';

/** What becomes on the chains of the withdrawals that the signer has sent: looked at by the worker, which believes neither the signer nor one node alone. */

const MOST_AT_ONCE = 200;
/** As many must say the same before money is booked, where a network has as many. */
const WITNESSES = 2;
const TRANSFER = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)']);
const BY = { kind: 'system', id: 'chain', name: '' } as const;

/** What one provider says of a nonce: of which attempt it has a receipt, in a block that is final or not, or that it is used up without one. */
type Testimony = { readonly receipt?: TransactionReceipt; readonly isFinal: boolean };

/** Looks at every withdrawal that is on its way over these networks, once. Several workers may: each outcome is written once. */
export async function lookAtPayouts(platform: Platform, networks: readonly ChainNetwork[]): Promise<void> {
  await Promise.all(networks.map((network) => lookAtNetwork(platform, network)));
}

async function lookAtNetwork(platform: Platform, network: ChainNetwork): Promise<void> {
  const { db } = platform.operator;
  const open = await openNonces(db, network.network);
  if (open.length === 0) return;
  const witnesses = await (network.kind === 'tron' ? tronWitnesses(network) : evmWitnesses(network));
  const { log } = platform;
  if (witnesses.count < Math.min(WITNESSES, network.endpoints.length)) {
    log.warn({ network: network.network, answering: witnesses.count }, 'too few providers answer to settle payouts');
    return;
  }
  for (const nonce of open) {
    const { seen, outcome } = await witnesses.asked(nonce);
    await noteSeen(db, nonce, seen);
    if (outcome === 'unlike')
      log.error({ order: nonce.serialNumber, network: network.network }, 'providers disagree on a payout, or it did something else');
    else if (outcome) {
      await write(platform, nonce, outcome).catch((error: unknown) => {
        if (!(error instanceof SignedAnew)) throw error;
      });
    }
  }
}

/** A provider with the highest block that is final for it. */
interface Witness {
  readonly provider: ChainProvider;
  readonly final: bigint;
}

async function evmWitnesses(network: ChainNetwork): Promise<Witnesses> {
  const witnesses = await witnessesOf(network);
  return {
    count: witnesses.length,
    asked: async (nonce) => {
      const said = await Promise.all(witnesses.map((witness) => testimony(witness, nonce)));
      const receipt = said[0]?.receipt;
      return { seen: receipt && { txid: receipt.transactionHash, block: receipt.blockNumber }, outcome: agreed(network, nonce, said) };
    },
  };
}

async function witnessesOf(network: ChainNetwork): Promise<Witness[]> {
  const asked = await Promise.allSettled(
    providersOf(network.endpoints).map(async (provider): Promise<Witness | undefined> => {
      if (!(await isChain(provider, network))) return undefined;
      const [head, finalized] = await Promise.all([provider.client.getBlockNumber(), provider.client.getBlock({ blockTag: 'finalized' })]);
      const deep = head - BigInt(network.confirmations - 1);
      return { provider, final: finalized.number < deep ? finalized.number : deep };
    }),
  );
  return asked.flatMap((answer) => (answer.status === 'fulfilled' && answer.value ? [answer.value] : []));
}

async function testimony({ provider: { client }, final }: Witness, { sender, nonce, attempts }: Nonce): Promise<Testimony> {
  const receipts = await Promise.all(attempts.map(({ txid }) => receiptOf(client, txid)));
  const receipt = receipts.find((one) => one !== undefined);
  if (receipt) return { receipt, isFinal: receipt.blockNumber <= final };
  // As of a block that was final before the receipts were asked for: what is mined in between is not taken for lost.
  return { isFinal: final >= 0n && BigInt(await client.getTransactionCount({ address: sender, blockNumber: final })) > nonce };
}

/** What all providers say became of a nonce for good; undefined while it is not; `unlike` when they contradict each other, or the chain the order. */
function agreed({ token }: ChainNetwork, { sender, attempts }: Nonce, said: readonly Testimony[]): Outcome | 'unlike' | undefined {
  if (said.length === 0 || !said.every(({ isFinal }) => isFinal)) return undefined;
  const [receipt] = said.map((one) => one.receipt);
  const isAlike = (one: TransactionReceipt | undefined) =>
    one?.transactionHash === receipt?.transactionHash && one?.blockHash === receipt?.blockHash && one?.status === receipt?.status;
  if (!said.every((one) => isAlike(one.receipt))) return 'unlike';
  if (!receipt) return { outcome: 'taken' };
  if (receipt.status !== 'success') return { outcome: 'reverted' };
  const raw = attempts.find(({ txid }) => txid === receipt.transactionHash)?.raw;
  const asked = raw && transferIn(raw);
  // A token may answer well and do nothing, or keep a part.
  const isDone = parseEventLogs({ abi: TRANSFER, logs: receipt.logs }).some(
    ({ address, args }) =>
      checksum(address) === token && args.from === getAddress(sender) && args.to === asked?.to && args.value === asked.raw,
  );
  return isDone && asked?.token === token ? { outcome: 'paid', txid: receipt.transactionHash } : 'unlike';
}

/** Writes what became of a nonce, and moves its order on, in one transaction; not a second time. */
async function write(platform: Platform, nonce: Nonce, found: Outcome): Promise<void> {
  const { network, sender, ownerId, serialNumber } = nonce;
  const payouts = payoutsOf(platform);
  await platform.operator.db.systemTransaction(async (tx) => {
    const { rowCount } = await tx.query(
      `update chain_tx set outcome = $4 where network = $1 and sender = $2 and nonce = $3 and outcome is null`,
      [network, bytes(sender), nonce.nonce, found.outcome],
    );
    if (rowCount === 0) return;
    const payout = { ownerId, serialNumber, by: BY };
    const order =
      found.outcome === 'paid'
        ? await payouts.settle(tx, { ...payout, txid: found.txid })
        : await payouts.fail(tx, { ...payout, reason: '' });
    const details = { order_no: serialNumber, network, ...found };
    // Signed anew meanwhile: the withdrawal is held now, so that this is seen, and what comes later is not signed.
    if (found.outcome === 'expired' && (await isOpen(tx, nonce))) throw new SignedAnew(serialNumber);
    const entry = { ownerId, actorKind: 'system', actor: 'chain', ip: null } as const;
    await audit(tx, platform.secrets, { ...entry, action: actOf(order.status), details });
  });
}

/** What was found out is not so any more: it is looked at again. */
class SignedAnew extends Error {}

async function isOpen(tx: Tx, { network, sender, nonce }: Nonce): Promise<boolean> {
  const { rowCount } = await tx.query('select from chain_tx where network = $1 and sender = $2 and nonce = $3 and outcome is null', [
    network,
    bytes(sender),
    nonce,
  ]);
  return rowCount !== 0;
}

async function openNonces(db: Database, network: string): Promise<Nonce[]> {
  const { rows } = await db.system.query<{
    sender: Buffer;
    nonce: bigint;
    owner_id: bigint;
    serial_number: string;
    txids: Buffer[];
    raws: Buffer[];
  }>(
    `select sender, nonce, owner_id, serial_number, array_agg(txid order by attempt desc) as txids, array_agg(raw order by attempt desc) as raws
     from chain_tx where network = $1 and outcome is null group by sender, nonce, owner_id, serial_number order by sender, nonce limit $2`,
    [network, MOST_AT_ONCE],
  );
  return rows.map((row) => ({
    network,
    sender: hex(row.sender),
    nonce: row.nonce,
    ownerId: Number(row.owner_id),
    serialNumber: row.serial_number,
    attempts: row.txids.map((txid, index) => ({ txid: hex(txid), raw: hex(row.raws[index] ?? Buffer.of()) })),
  }));
}

/** Where the first provider has it now; a block may go away again. */
async function noteSeen(db: Database, { network, sender, nonce }: Nonce, seen: Said['seen']): Promise<void> {
  await db.system.query(
    `update chain_tx set seen_block = case when txid = $4 then $5::bigint end
     where network = $1 and sender = $2 and nonce = $3 and outcome is null and seen_block is distinct from case when txid = $4 then $5::bigint end`,
    [network, bytes(sender), nonce, seen ? bytes(seen.txid) : null, seen?.block ?? null],
  );
}

const bytes = (text: Hex): Buffer => Buffer.from(text.slice(2), 'hex');
const hex = (value: Buffer): Hex => `0x${value.toString('hex')}`;
