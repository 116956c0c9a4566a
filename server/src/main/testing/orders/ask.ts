import { formatAmount } from '@purser/contract/money';
import type { ReviewKind } from '@purser/contract/review';
import { coinTerms } from '../../../domain/coin-terms.ts';
import { findPayees } from '../../../domain/payee.ts';
import { submitReviewOrder } from '../../../domain/review-order.ts';
import { adjustmentKind } from '../../../features/adjustment/kind.ts';
import { agreeAdjustment } from '../../../features/adjustment/terms.ts';
import { requestWithdrawal } from '../../../features/fiat-withdrawal/service.ts';
import { DEPOSIT_ADDRESSES } from '../../../features/usdt-recharge/testing/recharge.ts';
import { UsdtRecharges } from '../../../features/usdt-recharge/service.ts';
import { askForWithdrawal } from '../../../features/usdt-withdrawal/withdraw.ts';
import { UNKEYED } from '../../../platform/commands/idempotency.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { Answer } from '../../../platform/http/route.ts';
import { type Corner, inTransaction } from './corner.ts';
import type { Of } from './operations.ts';
import { DAY_MAXIMUM, type Party } from './parties.ts';
import { amountsOf, main, NETWORK, worthOf } from './rules.ts';

interface Asked {
  readonly kind: Exclude<ReviewKind, 'user_withdrawal'>;
  readonly owner: Party;
  readonly payee: Party;
  readonly coin: 'USDP' | 'USDT';
  /** In minor units of the coin; of a recharge, of USDT. */
  readonly given: bigint;
  readonly txid: string;
  readonly pending: boolean;
}

const NO_MARKET = 'market_not_enabled';

/** One order of a kind that is made one by one, as its service makes it. */
export async function ask(corner: Corner, wish: Of<'ask'>): Promise<void> {
  const asked = askedIn(corner, wish);
  const { kind, owner, payee, coin, given, txid } = asked;
  const takes = kind === 'usdt_recharge' ? 0n : given;
  const start = corner.now();
  const doubts = [corner.floors.take(main(owner.id, coin), takes)];
  if (kind === 'usdt_withdrawal') doubts.push(corner.floors.take(`day ${owner.id} ${coin}`, worthOf(coin, given)));
  const result = await make(corner, asked);
  const span = { start, end: corner.now() };
  const expected = refusedAlways(asked);
  if (result instanceof Refusal) {
    const { outcome } = result;
    const possible = expected === undefined ? ['insufficient_balance', 'withdrawal_day_maximum', 'txid_used'] : [expected];
    if (!possible.includes(outcome)) throw Object.assign(result, { message: `${kind} was refused as ${outcome}` });
    corner.refuse(outcome, doubts);
    if (outcome === 'txid_used') corner.refused.push({ outcome, txid, ...span });
    return;
  }
  if (expected !== undefined) throw new Error(`${kind} of ${given} ${coin} was made, and should have been refused as ${expected}`);
  for (const doubt of doubts) corner.floors.settle(doubt, true);
  const initial = kind !== 'adjustment' ? 'pending_review' : asked.pending ? 'paid' : 'completed';
  const whose = { kind, owner: owner.id, payee: kind === 'adjustment' ? payee.id : 0, coin, serial: result, initial, made: span } as const;
  corner.add({ ...whose, ...(kind === 'usdt_recharge' && { txid }) }, given);
}

function askedIn(corner: Corner, { kind, owner, user, usdt, cents, odd, txid, pending }: Of<'ask'>): Asked {
  const of = (kind === 'adjustment' ? corner.merchants[owner % corner.merchants.length] : corner.owners[owner]) as Party;
  const coin = usdt && kind !== 'adjustment' ? 'USDT' : 'USDP';
  const fine = coin === 'USDT' || kind === 'usdt_recharge';
  return {
    kind,
    owner: of,
    payee: corner.users[user] as Party,
    coin,
    given: fine ? BigInt(cents) * 10_000n + BigInt(odd) : BigInt(cents),
    txid: `0x${txid.toString(16).padStart(8, '0')}${(corner.merchants[0] as Party).id.toString(16).padStart(8, '0')}`.padEnd(66, '5'),
    pending,
  };
}

/** What such an order is refused with whatever else holds; undefined where it may be made. */
function refusedAlways({ kind, owner, coin, given }: Asked): string | undefined {
  const { fee, amount, settlement, other } = amountsOf(kind, coin, given);
  // A wallet user holds the tokens of markets only.
  const isForeign = owner.isUser && coin === 'USDT';
  switch (kind) {
    case 'adjustment':
      return fee >= amount ? 'fee_exceeds_amount' : undefined;
    case 'usdt_recharge':
      return isForeign ? NO_MARKET : given < 1_000_000n ? 'amount_below_minimum' : undefined;
    case 'usdt_withdrawal':
      if (isForeign) return NO_MARKET;
      if (worthOf(coin, given) < 1_000_000n) return 'amount_below_minimum';
      if (worthOf(coin, given) > DAY_MAXIMUM) return 'withdrawal_above_maximum';
      return settlement <= 0n || other === 0n ? 'fee_exceeds_amount' : undefined;
    case 'fiat_withdrawal':
      if (given < (coin === 'USDT' ? 1_000_000n : 100n)) return 'amount_below_minimum';
      return isForeign ? NO_MARKET : undefined;
  }
}

/** The number of what was made, or why it was not. */
function make(corner: Corner, asked: Asked): Promise<string | Refusal> {
  const { platform } = corner.app;
  const { kind, owner, coin, given } = asked;
  const { id: ownerId, address, method: payment_method_id, isUser } = owner;
  const amount = formatAmount(given, coin === 'USDT' || kind === 'usdt_recharge' ? 6 : 2);
  const rate = coin === 'USDT' ? '1' : '1.25';
  switch (kind) {
    case 'adjustment':
      return adjust(corner, asked, amount);
    case 'usdt_recharge':
      return recharge(corner, asked, { amount, rate });
    case 'usdt_withdrawal':
      return inTransaction(corner.app.platform.db, async (tx) => {
        const wish = { coin_id: coin, network: NETWORK, withdrawal_count: amount, address, rate };
        return (await askForWithdrawal(tx, platform, ownerId, String(ownerId), wish)).serial_number;
      });
    case 'fiat_withdrawal':
      return inTransaction(corner.app.platform.db, async (tx) => {
        const by = { ownerId, kind: isUser ? 'user' : 'merchant', id: String(ownerId), name: 'Shop' } as const;
        const wish = { coin_name: coin, amount, payment_method_id, rate: '1.25', note: '' };
        return (await requestWithdrawal(tx, platform, by, wish)).order_no;
      });
  }
}

function adjust(corner: Corner, { owner, payee, coin, pending }: Asked, amount: string): Promise<string | Refusal> {
  const merchantId = owner.id;
  return inTransaction(corner.app.platform.db, async (tx) => {
    const terms = (await coinTerms(tx, [{ merchantId, coin }])).of({ merchantId, coin });
    const [found] = await findPayees(tx, [{ merchantId, paymentId: payee.id, externalAccount: undefined }]);
    const { payee: to, ...agreed } = agreeAdjustment({ text: amount, coin }, terms, typeof found === 'object' ? found : undefined);
    const order = await submitReviewOrder(tx, corner.app.platform, adjustmentKind, {
      kind: 'adjustment',
      owner_id: BigInt(merchantId),
      status: pending ? 'paid' : 'completed',
      review_mode: 'automatic',
      payee_id: BigInt(payee.id),
      payee_nick: to.nick,
      balance_type: pending ? 'pending' : 'available',
      coin,
      ...agreed,
    });
    return order.serial_number;
  });
}

async function recharge(
  corner: Corner,
  { owner, coin, given, txid }: Asked,
  { amount, rate }: { amount: string; rate: string },
): Promise<string | Refusal> {
  const { fee } = amountsOf('usdt_recharge', coin, given);
  const told = {
    coin,
    network: NETWORK,
    address: DEPOSIT_ADDRESSES.ERC20,
    trade_count: amount,
    rate,
    fee: formatAmount(fee, coin === 'USDT' ? 6 : 2),
    apply_txid: txid,
  };
  const context = { ip: '127.0.0.1', ...UNKEYED };
  const { id, isUser } = owner;
  try {
    const service = new UsdtRecharges(corner.app.platform);
    const made = await (isUser
      ? service.add({ type: 'user', id }, told, { ...context, userId: id })
      : service.add({ type: 'merchant', id }, told, { ...context, merchantId: id }));
    if (made instanceof Answer) throw new Error('a recharge without a key was answered before');
    return made.order_no;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
