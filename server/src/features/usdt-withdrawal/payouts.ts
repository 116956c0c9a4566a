import { type Act, isAct } from '@purser/contract/acts';
import { whoMayBe } from '../../domain/one-person.ts';
import { type Move, moveReviewOrders, type Mover, type ReviewOrder, type ReviewPlatform } from '../../domain/review-order.ts';
import { chainTxid, type NetworkKind } from '../../domain/chain-address.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse, Refusal } from '../../platform/http/refusal.ts';
import { openAccounts } from '@purser/ledger/accounts';
import { accountsOutside, usdtWithdrawal } from './kind.ts';
import { findWithdrawal } from './withdraw.ts';

/** A withdrawal, and who says what became of it. */
export interface Payout {
  readonly ownerId: number;
  readonly serialNumber: string;
  readonly by: Mover;
  /** Two people have looked at what the signer and the chain say, and decided. */
  readonly byTwo?: boolean;
}

/**
 * What became of approved withdrawals on their chain, each step in the caller's transaction, which sees all owners. Staff who send them by hand
 * say so; a signer that sends them itself says the same here, as `by` of kind "system".
 */
export interface Payouts {
  /** It was sent, by the transaction on the chain that `txid` names. The money leaves. */
  settle(tx: Tx, payout: Payout & { readonly txid: string }): Promise<ReviewOrder>;
  /** It could not be sent. The money stays where it is until somebody decides. */
  fail(tx: Tx, payout: Payout & { readonly reason: string }): Promise<ReviewOrder>;
  /** It is to be sent once more. */
  retry(tx: Tx, payout: Payout): Promise<ReviewOrder>;
  /** It is not sent after all: the owner has the money back. */
  refund(tx: Tx, payout: Payout & { readonly reason: string }): Promise<ReviewOrder>;
}

export function payoutsOf(platform: ReviewPlatform): Payouts {
  const move = async (
    tx: Tx,
    { ownerId, serialNumber, by, byTwo = false }: Payout,
    step: Pick<Move, 'event' | 'remark' | 'txid'>,
  ): Promise<ReviewOrder> => {
    const [moved] = await moveReviewOrders(tx, platform, usdtWithdrawal, [{ ownerId, serialNumber, by, byTwo, ...step }]);
    if (!moved || moved instanceof Refusal) throw moved ?? refuse('order_unknown');
    if (by.kind === 'operator' && !byTwo) await leaveToSigner(tx, moved, step.event);
    return moved;
  };
  return {
    settle: async (tx, payout) => {
      const order = await findWithdrawal(tx, payout.ownerId, payout.serialNumber);
      const txid = await spellingOf(tx, order.network ?? '', payout.txid);
      await openAccounts(tx, accountsOutside(order));
      // The order is held from here on, so that the number is claimed for one that is still to be paid.
      const settled = await move(tx, payout, { event: 'settle', txid });
      if (payout.by.kind === 'operator' && payout.byTwo !== true) await refuseOneAlone(tx, settled, payout.by.id);
      await claimTxid(tx, settled);
      return settled;
    },
    fail: (tx, payout) => move(tx, payout, { event: 'fail', remark: payout.reason }),
    retry: (tx, payout) => move(tx, payout, { event: 'retry', remark: '' }),
    refund: (tx, payout) => move(tx, payout, { event: 'refund', remark: payout.reason }),
  };
}

/** What a step is called in the audit log, by what it made of the withdrawal. */
export function actOf(status: ReviewOrder['status']): Act {
  const act = `usdt_withdrawal.${status}`;
  if (!isAct(act)) throw new Error(`${act} is no act`);
  return act;
}

/**
 * Refuses what staff may not say of a withdrawal by hand: anything of one that was signed and may be on its way, and on a network that the signer
 * pays that it was sent; nor that it was sent by a transaction that the signer has signed for something else. The order is held, so that the signer takes it afterwards or has taken it before.
 */
async function leaveToSigner(tx: Tx, { owner_id, serial_number, network, txid }: ReviewOrder, event: Move['event']): Promise<void> {
  if (event !== 'settle' && event !== 'fail') return;
  const { rows } = await tx.query<{ is_signed: boolean; by_signer: boolean; has_signed: boolean }>(
    `select exists (select from chain_tx where owner_id = $1 and serial_number = $2 and outcome is null) as is_signed,
       exists (select from chain_nonce where network = $3 and is_on and role = 'hot') as by_signer,
       exists (select from chain_tx where network = $3 and txid = $4) as has_signed`,
    [owner_id, serial_number, network, Buffer.from(txid.replace(/^0x/, ''), 'hex')],
  );
  if (rows[0]?.is_signed) throw refuse('payout_signed');
  if (event === 'settle' && rows[0]?.by_signer) throw refuse('payout_by_signer', { network: network ?? '' });
  // What the signer has signed pays what it was signed for, or nobody.
  if (event === 'settle' && rows[0]?.has_signed) throw refuse('payout_txid_taken');
}

/** What somebody of staff approved is paid by somebody else of staff, who does not count as one person with them either. */
async function refuseOneAlone(tx: Tx, { reviewer_kind, reviewer_id }: ReviewOrder, payer: string): Promise<void> {
  if (reviewer_kind !== 'operator') return;
  if (reviewer_id === payer) throw refuse('second_person_required');
  if ((await whoMayBe(tx, Number(payer))).has(Number(reviewer_id))) throw refuse('counts_as_one');
}

/** A TXID as it is written on a network. */
export async function spellingOf(tx: Tx, network: string, text: string): Promise<string> {
  const { rows } = await tx.query<{ kind: NetworkKind }>('select kind from network where network = $1', [network]);
  const txid = rows[0] && chainTxid(rows[0].kind, text.trim());
  if (txid === undefined) throw refuse('payout_txid_malformed', { network });
  return txid;
}

/** One transfer on a chain pays one order, of whatever owner. */
async function claimTxid(tx: Tx, { owner_id, serial_number, network, txid }: ReviewOrder): Promise<void> {
  const { rowCount } = await tx.query(
    'insert into payout_txid (network, txid, owner_id, serial_number) values ($1, $2, $3, $4) on conflict (network, txid) do nothing',
    [network, txid, owner_id, serial_number],
  );
  if (rowCount !== 1) throw refuse('payout_txid_taken');
}
