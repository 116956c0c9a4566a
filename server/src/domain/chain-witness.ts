import { type ChainProvider, isChain, providersOf } from '../platform/chain/providers.ts';
import type { ChainNetwork } from './chain-network.ts';

/** As many nodes must say the same before what they say is believed. */
export const WITNESSES = 2;

/** Whether so many of the nodes that there are, to be believed in what one of them could lie about; where there is one alone, that one. */
export function areEnough(answering: number, all: number): boolean {
  return answering >= Math.min(WITNESSES, all);
}

/** A node of a network's chain, with its newest block and the highest one that is final and as deep as the network asks for. */
export interface Witness<Provider extends ChainProvider = ChainProvider> {
  readonly provider: Provider;
  readonly head: bigint;
  readonly final: bigint;
}

/** The nodes of a network that answer for its chain now. */
export async function witnessesOf(network: ChainNetwork): Promise<Witness[]> {
  return witnessesAmong(providersOf(network.endpoints), network);
}

/** Those of its nodes that do. */
export async function witnessesAmong<Provider extends ChainProvider>(
  providers: readonly Provider[],
  network: ChainNetwork,
): Promise<Witness<Provider>[]> {
  const asked = await Promise.allSettled(
    providers.map(async (provider): Promise<Witness<Provider> | undefined> => {
      if (!(await isChain(provider, network))) return undefined;
      const [head, finalized] = await Promise.all([provider.client.getBlockNumber(), provider.client.getBlock({ blockTag: 'finalized' })]);
      const deep = head - BigInt(network.confirmations - 1);
      return { provider, head, final: finalized.number < deep ? finalized.number : deep };
    }),
  );
  return asked.flatMap((answer) => (answer.status === 'fulfilled' && answer.value ? [answer.value] : []));
}
