import type { Hex } from 'viem';

/** What is asked of a chain about what was signed, and what it answers, whatever kind of chain it is. */

/** What was signed: a withdrawal, what is sent back, a sweep, or the gas of one. */
export type SignedKind = 'payout' | 'return' | 'sweep' | 'fuel';

/** Attempts of one nonce, the newest first. On TRON a nonce is a number of ours alone. */
export interface Nonce {
  readonly kind: SignedKind;
  readonly network: string;
  readonly sender: Hex;
  readonly nonce: bigint;
  readonly ownerId: number;
  readonly serialNumber: string;
  readonly attempts: readonly { readonly txid: Hex; readonly raw: Hex }[];
}

/** What became of a nonce for good. */
export type Outcome =
  | { readonly outcome: 'paid'; readonly txid: Hex; readonly raw: Hex }
  | { readonly outcome: 'reverted' | 'taken' | 'expired' | 'cancelled' };

/** Where the first provider has it now, and what all providers say became of it for good; `unlike` when they contradict each other, or the chain the order. */
export interface Said {
  readonly seen?: { readonly txid: Hex; readonly block: bigint } | undefined;
  readonly outcome?: Outcome | 'unlike' | undefined;
}

/** The providers of a network that answer now. */
export interface Witnesses {
  readonly count: number;
  asked(nonce: Nonce): Promise<Said>;
}
