import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import {
  type chainDepositCredit,
  type chainDepositDetail,
  type chainDepositSetAside,
  PASSED_REASONS,
} from '@purser/contract/features/chain-deposit';
import { USDT, USDT_DECIMALS } from '@purser/contract/exchange';
import { formatAmount } from '@purser/contract/money';
import { z } from 'zod';
import { type ApprovalKind, approvalKind, enterApproval, voidApprovals } from '../../domain/approval.ts';
import {
  type ChainDeposit,
  type Crediting,
  depositTxid,
  type Foreseeing,
  type Foreseen,
  type HeldReason,
} from '../../domain/chain-deposit.ts';
import {
  afterDecision,
  approvalOf,
  depositFacts,
  depositFactsOf,
  findDeposit,
  isHeld,
  lockHeld,
  moveDeposit,
} from '../../domain/held-deposit.ts';
import { reviewBounds } from '../../domain/review-bound.ts';
import { staffMover } from '../../domain/staff-name.ts';
import { readAsStaff } from '../../platform/commands/staff-acts.ts';
import { confirmedWrite } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse, type Refusal } from '../../platform/http/refusal.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';

type Credited = OutputOf<typeof chainDepositCredit>;
type SetAside = OutputOf<typeof chainDepositSetAside>;
type Detail = OutputOf<typeof chainDepositDetail>;

/** What deposits are credited by, and what tells beforehand what that comes to. */
export interface DepositCredit {
  readonly credit: Crediting;
  readonly foresee: Foreseeing;
}

/** Everything that names a deposit and decides how much of it goes where, but for the rate, which is that of the approval. */
const content = z.strictObject({
  ...depositFacts,
  coin: z.string(),
  despite: z.array(z.enum(PASSED_REASONS)),
  /** As it was when it was entered, for whoever decides. */
  foreseen: z.strictObject({ amount: z.string(), settlement: z.string(), rate: z.string(), bound: z.string().nullable() }),
});
type Content = z.output<typeof content>;

/** A held deposit that is beyond what one person credits, or from a blocked sender: one enters it, and another credits it as it was entered. */
export function heldDeposit({ credit }: Pick<DepositCredit, 'credit'>): ApprovalKind<Content> {
  return approvalKind({
    kind: 'chain_deposit.credit',
    permission: 'review.decide',
    content,
    acrossOwners: true,
    describe: ({ owner, network, address, sender, txid, amount, despite, foreseen }, ownerId) => ({
      owner_id: String(ownerId),
      name: owner,
      usdt: `${formatAmount(BigInt(amount), USDT_DECIMALS)} ${USDT}`,
      rate_now: foreseen.rate,
      foreseen: foreseen.settlement,
      network,
      address,
      sender,
      txid,
      ...(despite.length > 0 && { despite: despite.join(', ') }),
      beyond_review: foreseen.bound === null ? '–' : `${foreseen.amount} > ${foreseen.bound}`,
    }),
    apply: async (tx, { ownerId, content: entered, reason, staffId, platform }) => {
      const deposit = await lockHeld(tx, { owner_id: ownerId, deposit_id: entered.deposit_id });
      const isTheSame =
        String(deposit.amount) === entered.amount && depositTxid(deposit) === entered.txid && deposit.address === entered.address;
      if (!isTheSame) throw refuse('deposit_changed');
      const { coin, despite } = entered;
      await creditNow(tx, platform, credit, deposit, { staffId, coin, despite, remark: reason });
    },
  });
}

/** What staff decide of deposits that are held. */
export class HeldDeposits {
  readonly #platform: Platform;
  readonly #by: DepositCredit;
  readonly #approval: ApprovalKind<Content>;

  constructor(platform: Platform, by: DepositCredit) {
    this.#platform = platform;
    this.#by = by;
    this.#approval = heldDeposit(by);
  }

  detail(which: ParsedInputOf<typeof chainDepositDetail>): Promise<Detail> {
    return readAsStaff(this.#platform, async (tx) => {
      const deposit = await findDeposit(tx, which);
      const waiting = await approvalOf(tx, which);
      const waits = waiting && {
        approval_id: waiting.approval_id,
        entered_by: { staff_id: Number(waiting.entered_by), name: waiting.name },
      };
      if (!isHeld(deposit)) return { credit: null, refused: null, waits: null };
      const foreseen = await this.#by.foresee(tx, deposit, PASSED_REASONS);
      if ('held' in foreseen) return { credit: null, refused: foreseen.held, waits: waits ?? null };
      const { coin, amount, fee, settlement, rate, despite } = foreseen;
      await tx.coins.know([coin], tx);
      const { bound, needsTwo } = await boundOf(tx, foreseen);
      const money = (minor: bigint) => tx.coins.format(minor, coin);
      return {
        credit: {
          coin_name: coin,
          amount: money(amount),
          handling_fee: money(fee),
          settlement_amount: money(settlement),
          rate,
          despite: [...despite],
          bound: bound === undefined ? null : money(bound),
          needs_two: needsTwo,
        },
        refused: null,
        waits: waits ?? null,
      };
    });
  }

  /** Credits a deposit, or enters that for a second person. Refuses in the contract's order of precedence. */
  credit(input: ParsedInputOf<typeof chainDepositCredit>, context: StaffContext): Promise<Credited | Answer<Credited>> {
    const { owner_id: ownerId, deposit_id, reason } = input;
    let noted: Readonly<Record<string, unknown>> = {};
    return confirmedWrite<Credited>(this.#platform, input, context, {
      whose: ownerId,
      acrossOwners: true,
      act: async (tx) => {
        const deposit = await lockHeld(tx, input);
        if (await approvalOf(tx, input)) throw refuse('review_waits_for_second');
        const foreseen = await this.#by.foresee(tx, deposit, PASSED_REASONS);
        if ('held' in foreseen) throw refusalOf(foreseen.held);
        const { coin, despite } = foreseen;
        if (input.coin_name !== undefined && input.coin_name !== coin) throw refuse('deposit_changed');
        noted = { deposit_id, network: deposit.network, txid: depositTxid(deposit), amount: usdtOf(deposit), despite, reason };
        const { bound, needsTwo } = await boundOf(tx, foreseen);
        if (needsTwo) {
          const entered = await contentOf(tx, deposit, { ...foreseen, bound });
          const { approval_id } = await enterApproval(tx, context, this.#approval, { ownerId, content: entered, reason });
          return { serial_number: null, approval_id };
        }
        const serial_number = await creditNow(tx, this.#platform, this.#by.credit, deposit, {
          staffId: context.staffId,
          coin,
          despite,
          remark: reason,
        });
        return { serial_number, approval_id: null };
      },
      audit: ({ serial_number, approval_id }) =>
        approval_id === null
          ? { action: 'chain_deposit.credit', details: { serial_number, ...noted } }
          : { action: 'approval.enter', details: { approval_id, kind: this.#approval.kind, ...noted } },
    });
  }

  /** Sets a deposit aside: nothing credits it by itself any more, and what waits for a second person is taken back. */
  setAside(input: ParsedInputOf<typeof chainDepositSetAside>, context: StaffContext): Promise<SetAside | Answer<SetAside>> {
    const { owner_id: ownerId, deposit_id, reason } = input;
    let noted: Readonly<Record<string, unknown>> = {};
    return confirmedWrite<SetAside>(this.#platform, input, context, {
      whose: ownerId,
      acrossOwners: true,
      act: async (tx) => {
        const deposit = await lockHeld(tx, input);
        if (afterDecision(deposit, 'set_aside') === undefined) throw refuse('deposit_set_aside');
        noted = { deposit_id, network: deposit.network, txid: depositTxid(deposit), amount: usdtOf(deposit), held: deposit.reason, reason };
        await moveDeposit(tx, deposit, 'set_aside', { decided_by: BigInt(context.staffId), remark: reason });
        const waiting = await approvalOf(tx, input);
        if (waiting) await voidApprovals(tx, [waiting.approval_id]);
        return { state: 'set_aside' };
      },
      audit: () => ({ action: 'chain_deposit.set_aside', details: noted }),
    });
  }
}

/** Who credits a deposit, and as what. */
interface Crediter {
  readonly staffId: number;
  readonly coin: string;
  readonly despite: readonly (typeof PASSED_REASONS)[number][];
  readonly remark: string;
}

/** Credits a deposit that is locked, by what the watcher credits with, in this coin, in spite of these reasons and no others. */
async function creditNow(
  tx: Tx,
  platform: Platform,
  credit: Crediting,
  deposit: ChainDeposit,
  { staffId, coin, despite, remark }: Crediter,
): Promise<string> {
  const by = await staffMover(tx, staffId);
  const [settled] = await credit(tx, platform, [deposit], { by, despite });
  if (!settled) throw new Error('each deposit has an outcome');
  if ('held' in settled) throw refusalOf(settled.held);
  const order = await tx
    .selectFrom('review_order')
    .select('coin')
    .where('owner_id', '=', deposit.owner_id)
    .where('serial_number', '=', settled.serialNumber)
    .executeTakeFirstOrThrow();
  if (order.coin !== coin) throw refuse('deposit_changed');
  await moveDeposit(tx, deposit, 'credit', { reason: '', serial_number: settled.serialNumber, decided_by: BigInt(staffId), remark });
  return settled.serialNumber;
}

/** What stands against a decision. A reason that could be passed over has come up since it was looked at. */
function refusalOf(held: HeldReason): Refusal {
  switch (held) {
    case 'told_by_hand':
      return refuse('deposit_told_by_hand');
    case 'suspended':
      return refuse('deposit_owner_suspended');
    case 'no_coin':
      return refuse('deposit_without_coin');
    case 'no_rate':
      return refuse('deposit_without_rate');
    case 'amount':
      return refuse('deposit_not_creditable');
    default:
      return refuse('deposit_changed');
  }
}

/** Up to which amount one person credits, and whether this wants two: money of a blocked sender always does. */
async function boundOf(tx: Tx, { coin, amount, despite }: Foreseen): Promise<{ bound: bigint | undefined; needsTwo: boolean }> {
  const bound = (await reviewBounds(tx))(coin, 'usdt_recharge');
  return { bound, needsTwo: bound === undefined || amount > bound || despite.includes('blocked_sender') };
}

async function contentOf(
  tx: Tx,
  deposit: ChainDeposit,
  { coin, amount, settlement, rate, despite, bound }: Foreseen & { readonly bound: bigint | undefined },
): Promise<Content> {
  await tx.coins.know([coin], tx);
  const money = (minor: bigint) => `${tx.coins.format(minor, coin)} ${coin}`;
  return {
    ...(await depositFactsOf(tx, deposit)),
    coin,
    despite: [...despite],
    foreseen: { amount: money(amount), settlement: money(settlement), rate, bound: bound === undefined ? null : money(bound) },
  };
}

function usdtOf({ amount }: Pick<ChainDeposit, 'amount'>): string {
  return formatAmount(amount, USDT_DECIMALS);
}
