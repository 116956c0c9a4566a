import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { adjustmentAdd, adjustmentRelease, adjustmentUser } from '@purser/contract/features/adjustment';
import { formatRate } from '@purser/contract/money';
import { balancesOf } from '@purser/ledger/accounts';
import { coinsOfMerchant } from '../../domain/merchant-coins.ts';
import { coinTerms } from '../../domain/coin-terms.ts';
import { ownerName } from '../../domain/owners.ts';
import { findPayee, holdPayees } from '../../domain/payee.ts';
import { moveReviewOrders, submitReviewOrder } from '../../domain/review-order.ts';
import { payUser } from '../../domain/unknown-parties.ts';
import { confirmedWrite } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse, Refusal } from '../../platform/http/refusal.ts';
import { Answer, type MerchantContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { actorOf } from '../../platform/security/member-login.ts';
import type { ThrottleRule } from '../../platform/security/throttle.ts';
import { tellOfAdjustments } from './events.ts';
import { adjustmentKind } from './kind.ts';
import { findAdjustment } from './queries.ts';
import { agreeAdjustment } from './terms.ts';
import { type Adjustment, adjustmentOf } from './view.ts';

type Which = Pick<ParsedInputOf<typeof adjustmentRelease>, 'serial_number'>;

/** Users are looked up by numbers that can be counted through: no merchant learns everybody's name. */
const LOOKED_UP: ThrottleRule = { scope: 'adjustment_user', most: 300, rememberedS: 600, window: true };

/** Increases of users' balances, as merchants make them and end them. */
export class Adjustments {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** Whose balance it would be. Each look-up counts, also of users that there are. */
  async user(
    { receipt_user_id }: ParsedInputOf<typeof adjustmentUser>,
    { merchantId }: MerchantContext,
  ): Promise<OutputOf<typeof adjustmentUser>> {
    const { db, throttle } = this.#platform;
    await throttle.count([[LOOKED_UP, `merchant ${merchantId}`]]);
    const payee = await findPayee(db, { merchantId, paymentId: receipt_user_id, externalAccount: undefined });
    const markets = await db.scoped(merchantId, async (tx) => {
      const [coins, accounts] = [await coinsOfMerchant(tx, merchantId), await balancesOf(tx, merchantId)];
      await tx.coins.know(
        coins.map(({ code }) => code),
        tx,
      );
      return coins.flatMap(({ code, market, adjustment_fee_bp }) => {
        if (market === null) return [];
        const account = accounts.find(({ coin, purpose }) => coin === code && purpose === 'main');
        return [
          {
            market,
            coin_name: code,
            is_enabled: payee.markets.includes(market),
            available_asset: tx.coins.format(account?.available_minor ?? 0n, code),
            adjustment_fee_rate: formatRate(adjustment_fee_bp),
          },
        ];
      });
    });
    return { receipt_user_id, receipt_nickname: payee.nick, status: payee.status, markets };
  }

  async detail({ serial_number }: Which, { merchantId }: MerchantContext): Promise<Adjustment> {
    return this.#platform.db.scoped(merchantId, async (tx) =>
      adjustmentOf(await findAdjustment(tx, { ownerId: merchantId }, serial_number), tx.coins),
    );
  }

  add(input: ParsedInputOf<typeof adjustmentAdd>, context: MerchantContext): Promise<Adjustment | Answer<Adjustment>> {
    const { merchantId } = context;
    const write = () =>
      confirmedWrite(this.#platform, input, context, {
        // The user is somebody else.
        acrossOwners: true,
        act: async (tx) => {
          const { coin_name: coin, receipt_user_id, balance_type, user_may_accept, remark } = input;
          if (user_may_accept && balance_type !== 'pending') throw refuse('invalid_input', { field: 'user_may_accept' });
          const terms = await coinTerms(tx, [{ merchantId, coin }]);
          const [found] = await holdPayees(tx, [{ merchantId, paymentId: receipt_user_id, externalAccount: undefined }]);
          const wish = { text: input.amount, shown: input.settlement_amount, coin };
          const agreed = agreeAdjustment(wish, terms.of({ merchantId, coin }), typeof found === 'object' ? found : undefined);
          const { amount, fee, settlement, fee_bp, payee } = agreed;
          const order = await submitReviewOrder(tx, this.#platform, adjustmentKind, {
            kind: 'adjustment',
            owner_id: BigInt(merchantId),
            status: balance_type === 'available' ? 'completed' : 'paid',
            review_mode: 'automatic',
            payee_id: BigInt(receipt_user_id),
            payee_nick: payee.nick,
            balance_type,
            user_may_accept,
            coin,
            amount,
            fee,
            settlement,
            fee_bp,
            note: remark,
            submitted_by: context.session.member?.username ?? (await ownerName(tx, merchantId)),
          });
          if (balance_type === 'available') await tellOfAdjustments(tx, [{ order, event: 'release' }]);
          await tx.coins.know([coin], tx);
          return adjustmentOf(order, tx.coins);
        },
        audit: ({ serial_number, receipt_user_id, balance_type, user_may_accept, coin_name, pay_amount }) => ({
          action: 'adjustment.add',
          details: { serial_number, user: receipt_user_id, balance_type, user_may_accept, coin: coin_name, amount: pay_amount },
        }),
      });
    return payUser(this.#platform, context, write);
  }

  release(input: ParsedInputOf<typeof adjustmentRelease>, context: MerchantContext): Promise<Adjustment | Answer<Adjustment>> {
    return this.#end(input, context, 'release');
  }

  takeBack(input: ParsedInputOf<typeof adjustmentRelease>, context: MerchantContext): Promise<Adjustment | Answer<Adjustment>> {
    return this.#end(input, context, 'take_back');
  }

  #end(input: ParsedInputOf<typeof adjustmentRelease>, context: MerchantContext, event: keyof typeof ENDS) {
    const { serial_number } = input;
    return confirmedWrite<Adjustment>(this.#platform, input, context, {
      // The money is in the user's account.
      acrossOwners: true,
      act: (tx) => this.#moved(tx, context, serial_number, event),
      audit: () => ({ action: `adjustment.${event}`, details: { serial_number } }),
    });
  }

  /** The adjustment after the event; an `Answer` where it had happened before. */
  async #moved(
    tx: Tx,
    { merchantId, session: { member } }: MerchantContext,
    serialNumber: string,
    event: keyof typeof ENDS,
  ): Promise<Adjustment | Answer<Adjustment>> {
    const name = member?.username ?? (await ownerName(tx, merchantId));
    const by = { kind: 'merchant', id: actorOf(merchantId, member), name } as const;
    const [moved] = await moveReviewOrders(tx, this.#platform, adjustmentKind, [{ ownerId: merchantId, serialNumber, event, by }]);
    if (moved instanceof Refusal && moved.outcome !== 'review_decided') throw moved;
    const order = await findAdjustment(tx, { ownerId: merchantId }, serialNumber);
    if (!(moved instanceof Refusal)) return adjustmentOf(order, tx.coins);
    if (order.status === ENDS[event]) return new Answer('already_done', adjustmentOf(order, tx.coins));
    throw order.status === 'appeal' ? refuse('adjustment_in_appeal') : moved;
  }
}

/** What the merchant may do with an adjustment that waits, and how it then ends. */
const ENDS = { release: 'completed', take_back: 'cancelled' } as const;
