import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import { PAYOUT_ENDS, type payoutEnd } from '@purser/contract/features/payout';
import { canonicalJson } from '@purser/ledger/canonical-json';
import { z } from 'zod';
import { type ApprovalKind, approvalKind, enterApproval } from '../../domain/approval.ts';
import { chainTxid, type NetworkKind } from '../../domain/chain-address.ts';
import { ownerName } from '../../domain/owners.ts';
import { decimal } from '../../domain/raw-amount.ts';
import type { ReviewOrder } from '../../domain/review-order.ts';
import { staffMover } from '../../domain/staff-name.ts';
import { confirmedWrite } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse, Refusal } from '../../platform/http/refusal.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { payoutsOf } from './payouts.ts';
import { usdtText } from './terms.ts';

/**
 * Ending a withdrawal that the chain or the signer leaves in doubt, by two people who see the amounts: its final transaction has moved something else than was signed, or the signer has signed
 * it and the database knows nothing of that. It is ended as the chain has it by their word: settled, or with its money where it is.
 */

const content = z.strictObject({
  order_no: z.string(),
  owner: z.string(),
  network: z.string(),
  address: z.string(),
  /** In minor units of USDT. */
  amount: z.string(),
  because: z.enum(['transfer_differs', 'signed_before']),
  became: z.enum(PAYOUT_ENDS),
  txid: z.string(),
  /** As decimals of USDT; null where nobody knows. */
  left: z.string().nullable(),
  arrived: z.string().nullable(),
});
type Content = z.output<typeof content>;

export const payoutEnding: ApprovalKind<Content> = approvalKind({
  kind: 'payout.end',
  permission: 'review.decide',
  content,
  acrossOwners: true,
  describe: ({ order_no, owner, network, address, amount, because, became, txid, left, arrived }, ownerId) => ({
    owner_id: String(ownerId),
    name: owner,
    serial_number: order_no,
    in_doubt: because,
    became,
    to_send: usdtText(BigInt(amount)),
    ...(left !== null && { has_left: `${left} USDT` }),
    ...(arrived !== null && { has_arrived: `${arrived} USDT` }),
    network,
    to_address: address,
    txid,
  }),
  apply: async (tx, { ownerId, content: entered, reason, staffId, platform }) => {
    const { order, content: found } = await doubtNow(tx, { merchant_id: ownerId, order_no: entered.order_no, became: entered.became });
    if (canonicalJson(found) !== canonicalJson(entered)) throw refuse('payout_not_in_doubt');
    const payouts = payoutsOf(platform);
    const payout = { ownerId, serialNumber: entered.order_no, by: await staffMover(tx, staffId), byTwo: true };
    if (entered.because === 'signed_before') {
      if (entered.became === 'paid') await payouts.settle(tx, { ...payout, txid: entered.txid });
      else
        await tx.query('update payout_signed_before set unpaid_at = now() where owner_id = $1 and serial_number = $2', [
          order.owner_id,
          order.serial_number,
        ]);
      return;
    }
    await tx.query(`update chain_tx set outcome = $3 where owner_id = $1 and serial_number = $2 and outcome is null`, [
      order.owner_id,
      order.serial_number,
      entered.became === 'paid' ? 'paid' : 'reverted',
    ]);
    if (entered.became === 'paid') await payouts.settle(tx, { ...payout, txid: entered.txid });
    else await payouts.fail(tx, { ...payout, reason });
  },
});

type Asked = Pick<ParsedInputOf<typeof payoutEnd>, 'merchant_id' | 'order_no' | 'became'>;

/** What stands in doubt about a withdrawal; both its transactions and itself are held until the transaction ends. Refuses where nothing does, or it cannot be ended so. */
async function doubtOf(
  tx: Tx,
  { merchant_id, order_no, became }: Asked,
): Promise<{ readonly order: ReviewOrder; readonly content: Content }> {
  // As the worker and the signer do: transactions first, then the order.
  const { rows: open } = await tx.query<{ txid: Buffer; doubt: string | null; left_raw: string | null; arrived_raw: string | null }>(
    `select txid, doubt, left_raw, arrived_raw from chain_tx where owner_id = $1 and serial_number = $2 and outcome is null order by txid for no key update`,
    [merchant_id, order_no],
  );
  const { rows } = await tx.query<ReviewOrder>(
    `select * from review_order where owner_id = $1 and serial_number = $2 and kind || '' = 'usdt_withdrawal' for no key update`,
    [merchant_id, order_no],
  );
  const [order] = rows;
  if (!order) throw refuse('order_unknown');
  const { rows: standing } = await tx.query<{ kind: NetworkKind; token_decimals: number; txid: Buffer | null }>(
    `select network.kind, coin_network.token_decimals, before.txid
     from network join coin_network on coin_network.network = network.network and coin_network.coin = 'USDT'
     left join payout_signed_before as before on before.owner_id = $2 and before.serial_number = $3 and before.unpaid_at is null
     where network.network = $1`,
    [order.network, merchant_id, order_no],
  );
  const [on] = standing;
  const differs = open.find(({ doubt }) => doubt === 'transfer_differs');
  const txid = differs?.txid ?? (open.length === 0 ? on?.txid : undefined);
  if (!on || !txid) throw refuse(open.length === 0 ? 'payout_not_in_doubt' : 'payout_signed');
  if ((differs || became === 'paid') && order.status !== 'approved') throw refuse('review_decided');
  if (differs && became === 'not_paid' && differs.left_raw !== '0') throw refuse('payout_has_left');
  const usdt = (raw: string | null | undefined) => (raw === null || raw === undefined ? null : decimal(BigInt(raw), on.token_decimals));
  return {
    order,
    content: {
      order_no,
      owner: await ownerName(tx, order.owner_id),
      network: order.network ?? '',
      address: order.address,
      amount: order.other_amount ?? '0',
      because: differs ? 'transfer_differs' : 'signed_before',
      became,
      txid: chainTxid(on.kind, txid.toString('hex')) ?? '',
      left: usdt(differs?.left_raw),
      arrived: usdt(differs?.arrived_raw),
    },
  };
}

/** The same for whoever approves: what it was entered for may have changed since. */
async function doubtNow(tx: Tx, asked: Asked): ReturnType<typeof doubtOf> {
  try {
    return await doubtOf(tx, asked);
  } catch (error) {
    throw error instanceof Refusal ? refuse('payout_not_in_doubt') : error;
  }
}

/** Enters what became of it, for a second person. */
export function enterEnd(
  platform: Platform,
  input: ParsedInputOf<typeof payoutEnd>,
  context: StaffContext,
): Promise<OutputOf<typeof payoutEnd> | Answer<OutputOf<typeof payoutEnd>>> {
  const { merchant_id: ownerId, order_no, reason } = input;
  let noted: Readonly<Record<string, unknown>> = {};
  return confirmedWrite<OutputOf<typeof payoutEnd>>(platform, input, context, {
    whose: ownerId,
    acrossOwners: true,
    act: async (tx) => {
      const { content: entered } = await doubtOf(tx, input);
      if (await waitsForSecond(tx, ownerId, order_no)) throw refuse('review_waits_for_second');
      noted = { ...entered, reason };
      const { approval_id } = await enterApproval(tx, context, payoutEnding, { ownerId, content: entered, reason });
      return { approval_id };
    },
    audit: ({ approval_id }) => ({ action: 'approval.enter', details: { approval_id, kind: payoutEnding.kind, ...noted } }),
  });
}

async function waitsForSecond(tx: Tx, ownerId: number, orderNo: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from approval where owner_id = $1 and kind = $2 and state = 'pending' and expires_at > now() and content::jsonb ->> 'order_no' = $3`,
    [ownerId, payoutEnding.kind, orderNo],
  );
  return rowCount !== 0;
}
