import { createPublicClient, type Hex, http, type HttpTransport, type PublicClient } from 'viem';

import { askNode } from './node-fetch.ts';

/** A node of a network, spoken to by Ethereum JSON-RPC over HTTP. */
export interface ChainProvider {
  /** Its host, for logs and screens: the rest of its address may hold a key. */
  readonly name: string;
  readonly client: PublicClient<HttpTransport>;
}

/** How long one answer may take. */
const TIMEOUT_MS = 10_000;

/** The providers at a network's endpoints, in order of preference. Nothing is asked yet, and nothing is tried again: whoever asks decides. */
export function providersOf(endpoints: readonly string[], { timeoutMs = TIMEOUT_MS } = {}): ChainProvider[] {
  return endpoints.map((url) => ({
    name: new URL(url).host,
    // Nothing is kept between two questions: the height of a moment ago is no answer.
    client: createPublicClient({ transport: transportTo(url, timeoutMs), cacheTime: 0 }),
  }));
}

/** Errors tell the address that the client knows: it is given the host alone. */
function transportTo(url: string, timeoutMs: number): HttpTransport {
  const { origin } = new URL(url);
  return http(origin, { timeout: timeoutMs, retryCount: 0, maxResponseBodySize: false, fetchFn: (_, init) => askNode(url, init ?? {}) });
}

/** A chain, by its number and the hash of its first block. */
export interface ChainIdentity {
  readonly chainId: number;
  readonly genesisHash: Hex;
}

/** What chain a provider answers for. */
export async function identityOf({ client }: ChainProvider): Promise<ChainIdentity> {
  const [chainId, genesis] = await Promise.all([client.getChainId(), client.getBlock({ blockNumber: 0n })]);
  return { chainId, genesisHash: genesis.hash };
}

/** Whether a provider answers for this chain. Throws where it does not answer. */
export async function isChain(provider: ChainProvider, { chainId, genesisHash }: ChainIdentity): Promise<boolean> {
  const found = await identityOf(provider);
  return found.chainId === chainId && found.genesisHash === genesisHash;
}
