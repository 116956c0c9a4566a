import type { Selectable } from 'kysely';
import type { Schema } from '../platform/database/schema.ts';
import type { Tx } from '../platform/database/tx.ts';
import type { Platform } from '../platform/platform.ts';

/** A transfer of USDT to an owner's own address, as the chain has it. */
export type ChainDeposit = Selectable<Schema['chain_deposit']>;

/** Why a final transfer is not credited yet. */
export type HeldReason = Exclude<ChainDeposit['reason'], ''>;

/** What became of a final transfer: credited by an order, or held. */
export type Settled = { readonly serialNumber: string } | { readonly held: HeldReason };

/**
 * Credits final transfers of one network, or says why not: the result at index i is of transfer i. Runs in the caller's transaction, which claimed
 * the transfers; throws where it should be tried again as a whole.
 */
export type Crediting = (tx: Tx, platform: Platform, deposits: readonly ChainDeposit[]) => Promise<readonly Settled[]>;
