import type { ChainProvider } from '../../../platform/chain/providers.ts';
import type { Fees } from './transaction-content.ts';

/** A node takes another transaction of the same nonce only for a tenth more of both; an eighth is sure to be that, whatever is rounded. */
const MORE = { of: 9n, by: 8n } as const;

/** What a unit of gas costs now, with room for the price to double; undefined: more than may be paid. */
export async function feesNow({ client }: ChainProvider, most: bigint): Promise<Fees | undefined> {
  const [{ baseFeePerGas }, tip] = await Promise.all([client.getBlock(), client.estimateMaxPriorityFeePerGas()]);
  const base = baseFeePerGas ?? 0n;
  const maxTip = tip > 0n ? tip : 1n;
  if (base + maxTip > most) return undefined;
  return { maxFee: least(2n * base + maxTip, most), maxTip };
}

/** Fees that replace those of an attempt; undefined: it already pays as much as may be paid. */
export function moreThan(before: Fees, now: Fees | undefined, most: bigint): Fees | undefined {
  const raised = (fee: bigint) => (fee * MORE.of + MORE.by - 1n) / MORE.by;
  const maxFee = largest(raised(before.maxFee), now?.maxFee ?? 0n);
  const maxTip = largest(raised(before.maxTip), now?.maxTip ?? 0n);
  return maxFee > most || maxTip > maxFee ? undefined : { maxFee, maxTip };
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const largest = (a: bigint, b: bigint): bigint => (a > b ? a : b);
