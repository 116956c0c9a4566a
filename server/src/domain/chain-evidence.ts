import type { ReviewEvidence } from './review-order.ts';

/** What somebody says about a transfer on a chain. */
interface ChainClaim {
  readonly network: string;
  readonly txid: string;
  /** The address that it is said to have gone to. */
  readonly address: string;
}

/** Looks at a chain for whoever decides on an order: what it says of a transfer, beside what was claimed. */
export interface ChainReader {
  evidenceOf(claim: ChainClaim): Promise<readonly ReviewEvidence[]>;
}

/** No chain is connected: whoever decides looks at it elsewhere, and is told so. */
export const noChain: ChainReader = {
  evidenceOf: async () => [{ name: 'chain', value: 'not_connected' }],
};
