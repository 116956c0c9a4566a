import type { Hex } from 'viem';
import { ChainDisagreement } from './blocks.ts';
import type { ChainProvider } from './providers.ts';

/** How many addresses are asked about at once. */
const AT_ONCE = 32;
/** balanceOf(address) of ERC-20. */
const BALANCE_OF = '0x70a08231';

/** What a token has at addresses in the state of one block, together. A node that has not kept that state any more throws. */
export async function balanceAt({ client, name }: ChainProvider, token: Hex, addresses: readonly Hex[], block: bigint): Promise<bigint> {
  let sum = 0n;
  for (let at = 0; at < addresses.length; at += AT_ONCE) {
    const some = await Promise.all(
      addresses.slice(at, at + AT_ONCE).map(async (address) => {
        const { data } = await client.call({ to: token, data: `${BALANCE_OF}${address.slice(2).padStart(64, '0')}`, blockNumber: block });
        if (data?.length !== 66) throw new ChainDisagreement('transfer_broken', { node: name });
        return BigInt(data);
      }),
    );
    sum += some.reduce((total, one) => total + one, 0n);
  }
  return sum;
}
