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
  /** Whether something is noted that stands against booking it. */
  readonly isDoubted: boolean;
  readonly attempts: readonly { readonly txid: Hex; readonly raw: Hex }[];
}

/** What became of a nonce for good. */
export type Outcome =
  | { readonly outcome: 'paid'; readonly txid: Hex; readonly raw: Hex }
  | { readonly outcome: 'reverted' | 'taken' | 'expired' | 'cancelled' };

/** What a transaction has moved of the token, as it counts: out of the sender, and of that to where it was to go. */
export interface MovedRaw {
  readonly left: bigint;
  readonly arrived: bigint;
}

/** Why nothing can be said of a nonce that is final somewhere: the providers contradict each other; or all of them say that a transaction has moved something else than was signed. */
export type Doubt = { readonly doubt: 'nodes_differ' } | ({ readonly doubt: 'transfer_differs'; readonly txid: Hex } & MovedRaw);

/** Where the first provider has it now, and what all providers say became of it for good, or why that cannot be said. */
export interface Said {
  readonly seen?: { readonly txid: Hex; readonly block: bigint } | undefined;
  readonly found?: Outcome | Doubt | undefined;
}

/** The providers of a network that answer now. */
export interface Witnesses {
  readonly count: number;
  asked(nonce: Nonce): Promise<Said>;
}

/** What comes of what each provider says that a transaction has done: all of them, and the same. */
export function judged(said: readonly (true | MovedRaw)[], { txid, raw }: Nonce['attempts'][number]): Outcome | Doubt {
  if (said.length > 0 && said.every((one) => one === true)) return { outcome: 'paid', txid, raw };
  const moved = said.flatMap((one) => (one === true ? [] : [one]));
  const [first] = moved;
  const isAlike = moved.length === said.length && moved.every(({ left, arrived }) => left === first?.left && arrived === first.arrived);
  return first && isAlike ? { doubt: 'transfer_differs', txid, ...first } : { doubt: 'nodes_differ' };
}

export const sumOf = (transfers: readonly { readonly raw: bigint }[]): bigint => transfers.reduce((sum, { raw }) => sum + raw, 0n);
