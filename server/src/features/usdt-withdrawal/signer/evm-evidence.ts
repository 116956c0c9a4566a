import { keccak256 } from 'ox/Hash';
import type { Hex } from 'ox/Hex';
import type { ChainProvider } from '../../../platform/chain/providers.ts';
import { rawAt, receiptOf } from '../../../platform/chain/receipts.ts';
import type { SignedLine } from './journal.ts';
import type { Evidence } from './signed-before.ts';
import type { Signed } from './transfer.ts';

/**
 * What chains of Ethereum's kind have of transactions that the journal signed for one order and that are not dead. Which of them may have paid it is certain where all of them are known, of one
 * nonce, or one of them is final for all nodes; undefined where there are none.
 */
export async function evmEvidence(
  providers: readonly ChainProvider[],
  isEnough: boolean,
  lines: readonly SignedLine[],
): Promise<Evidence | undefined> {
  const newest = lines.at(-1);
  if (!newest) return undefined;
  const paid = isEnough ? await finalAmong(providers, lines) : undefined;
  const known = (await Promise.all(lines.map((line) => rawOf(providers, line)))).filter((one) => one !== undefined);
  const isWhole = lines.every(({ nonce }) => nonce === newest.nonce) && known.length === lines.length;
  // Once one of them is final, the others never will be.
  const sure = isWhole ? known : known.filter(({ txid }) => txid === paid);
  return { txid: paid ?? newest.txid, made: isEnough && sure.length > 0 ? sure : undefined };
}

/** Of transactions the one that is carried out in a block that is final for all of these nodes. */
async function finalAmong(providers: readonly ChainProvider[], lines: readonly SignedLine[]): Promise<string | undefined> {
  const hasIt = async ({ client }: ChainProvider, txid: string): Promise<boolean> => {
    const [receipt, final] = await Promise.all([receiptOf(client, txid as Hex), client.getBlock({ blockTag: 'finalized' })]);
    return receipt?.status === 'success' && receipt.blockNumber <= final.number;
  };
  for (const { txid } of lines) if ((await Promise.all(providers.map((one) => hasIt(one, txid)))).every(Boolean)) return txid;
  return undefined;
}

/** A transaction as it was signed: of the journal, or of any node that has it. Its name is its hash, so that no node can make up another one. */
async function rawOf(providers: readonly ChainProvider[], { txid, raw: kept }: SignedLine): Promise<Signed | undefined> {
  const signed = (raw: Hex | undefined) => (raw !== undefined && keccak256(raw) === txid ? { txid: txid as Hex, raw } : undefined);
  let found = signed(kept);
  for (const { client } of providers) found ??= signed(await rawAt(client, txid as Hex));
  return found;
}
