/** A sibling on the way from a leaf to the top; whole numbers as texts, hashes in hexadecimal digits. */
export interface ProofStep {
  readonly side: 'left' | 'right';
  readonly sum: string;
  readonly count: string;
  readonly hash: string;
}

/** What proves of one balance in one coin that it is included. */
export interface LiabilityProof {
  readonly version: number;
  readonly statement_id: string;
  readonly made_at: string;
  readonly coin_name: string;
  readonly decimals: number;
  readonly owner_id: number;
  /** In minor units, as are the sums. */
  readonly balance: string;
  readonly nonce: string;
  readonly path: readonly ProofStep[];
  readonly sum: string;
  readonly count: string;
  readonly root: string;
}

/** Rejects when the proof does not hold. */
export declare function verifyProof(
  proof: LiabilityProof,
  root: string,
): Promise<Pick<LiabilityProof, 'owner_id' | 'balance' | 'sum' | 'count' | 'made_at'>>;
