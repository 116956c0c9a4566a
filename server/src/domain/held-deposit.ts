import { type HeldDepositEvent, heldDepositMachine, type HeldDepositState } from '@purser/contract/features/chain-deposit';
import { next } from '@purser/contract/machine';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '../platform/database/tx.ts';
import { refuse } from '../platform/http/refusal.ts';
import { announce } from '../platform/streams/hub.ts';
import { type ChainDeposit, depositTxid } from './chain-deposit.ts';
import { ownerName } from './owners.ts';

/** Deposits on chains that are held, and what staff have entered of them: credited and sent back by features of their own, each once. */

export interface WhichDeposit {
  readonly owner_id: number;
  readonly deposit_id: string;
}

export async function findDeposit(
  tx: Tx,
  { owner_id, deposit_id }: WhichDeposit,
  lock: '' | 'for no key update' = '',
): Promise<ChainDeposit> {
  const { rows } = await tx.query<ChainDeposit>(`select * from chain_deposit where owner_id = $1 and deposit_id = $2 ${lock}`, [
    owner_id,
    deposit_id,
  ]);
  const [deposit] = rows;
  if (!deposit) throw refuse('deposit_unknown');
  return deposit;
}

/** The state of a deposit after a decision; undefined where it cannot be made. */
export function afterDecision({ state }: Pick<ChainDeposit, 'state'>, event: HeldDepositEvent): HeldDepositState | undefined {
  return state in heldDepositMachine.transitions ? next(heldDepositMachine, state as HeldDepositState, event) : undefined;
}

/** Whether it may be credited or sent back. */
export function isHeld(deposit: Pick<ChainDeposit, 'state'>): boolean {
  return afterDecision(deposit, 'return') !== undefined;
}

/** Locks a deposit that may be decided on: the watcher leaves it until the transaction ends, or has settled it before. */
export async function lockHeld(tx: Tx, which: WhichDeposit): Promise<ChainDeposit> {
  const deposit = await findDeposit(tx, which, 'for no key update');
  if (!isHeld(deposit)) throw refuse('deposit_settled');
  return deposit;
}

type Changed = Partial<
  Pick<
    ChainDeposit,
    'reason' | 'serial_number' | 'return_address' | 'return_amount' | 'return_fee' | 'returned_txid' | 'decided_by' | 'remark'
  >
>;

/** Moves a deposit that is locked on, and tells its owner's console. */
export async function moveDeposit(tx: Tx, deposit: ChainDeposit, event: HeldDepositEvent, changed: Changed = {}): Promise<void> {
  const state = afterDecision(deposit, event);
  if (state === undefined) throw new Error(`a deposit that is ${deposit.state} takes no ${event}`);
  await tx
    .updateTable('chain_deposit')
    .set({ ...changed, state, settled_at: sql<Date>`now()` })
    .where('owner_id', '=', deposit.owner_id)
    .where('deposit_id', '=', deposit.deposit_id)
    .execute();
  await announce(tx, { merchants: [[Number(deposit.owner_id), ['reviews']]] });
}

/** An amount of an approval, in minor units. */
export const minorText = z.string().regex(/^\d{1,19}$/);

/** What names a deposit in an approval; its amount is in minor units of USDT. */
export const depositFacts = {
  deposit_id: z.string(),
  owner: z.string(),
  network: z.string(),
  address: z.string(),
  sender: z.string(),
  txid: z.string(),
  ordinal: z.number().int(),
  amount: minorText,
} as const;

export async function depositFactsOf(tx: Tx, deposit: ChainDeposit) {
  const { deposit_id, owner_id, network, address, sender, ordinal, amount } = deposit;
  const owner = await ownerName(tx, owner_id);
  return { deposit_id, owner, network, address, sender, txid: depositTxid(deposit), ordinal, amount: String(amount) };
}

interface Waiting {
  readonly approval_id: string;
  readonly entered_by: bigint;
  readonly name: string;
}

/** What somebody has entered of a deposit and nobody has decided yet. */
export async function approvalOf(tx: Tx, { owner_id, deposit_id }: WhichDeposit): Promise<Waiting | undefined> {
  const { rows } = await tx.query<Waiting>(
    `select approval_id, entered_by, name from approval join staff on staff_id = entered_by
     where owner_id = $1 and state = 'pending' and expires_at > now() and kind in ('chain_deposit.credit', 'chain_deposit.return')
       and content::jsonb ->> 'deposit_id' = $2`,
    [owner_id, deposit_id],
  );
  return rows[0];
}
