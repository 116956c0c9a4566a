import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import {
  type walletAdjustmentAccept,
  type walletAdjustmentAppeal,
  type walletAdjustmentDetail,
  walletAdjustmentQuery,
} from '@purser/contract/features/adjustment';
import { moveReviewOrders, type ReviewOrder } from '../../domain/review-order.ts';
import { lockWalletUser } from '../../domain/wallet-bank.ts';
import { keyedWrite, type PayerWrite } from '../../platform/commands/write.ts';
import type { Coins } from '../../platform/database/coins.ts';
import { refuse, Refusal } from '../../platform/http/refusal.ts';
import { Answer } from '../../platform/http/route.ts';
import { list, type List } from '../../platform/lists/list.ts';
import type { Platform } from '../../platform/platform.ts';
import { adjustmentKind } from './kind.ts';
import { type OwnerNames, ownerName, ownerNames } from '../../domain/owners.ts';
import { findAdjustment, waitingAdjustments, writeAppeal } from './queries.ts';
import { standingOf } from './view.ts';

const MOST_WAITING_SHOWN = 50;

type Received = OutputOf<typeof walletAdjustmentDetail>;

/** What merchants have added to a wallet user's balance, as the user sees it. */
export class ReceivedAdjustments {
  readonly #platform: Platform;
  readonly list: List<typeof walletAdjustmentQuery>;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.list = receivedList(platform);
  }

  async detail(serialNumber: string, userId: number): Promise<Received> {
    const { db } = this.#platform;
    const order = await db.scoped(userId, (tx) => findAdjustment(tx, { payeeId: userId }, serialNumber));
    return receivedOf(order, await ownerName(db.system, order.owner_id), db.coins);
  }

  /** What waits to be confirmed; the newest are enough. */
  async waiting(userId: number): Promise<readonly Received[]> {
    const { db } = this.#platform;
    const orders = await db.scoped(userId, (tx) => waitingAdjustments(tx, userId, MOST_WAITING_SHOWN));
    if (orders.length === 0) return [];
    const names = await ownerNames(db.system, orders);
    return orders.map((order) => receivedOf(order, names.get(order.owner_id) ?? '', db.coins));
  }

  /** The user takes it as it is, where its merchant allows that. One that the user has already stays as it is, and the answer says so. */
  accept({ serial_number }: ParsedInputOf<typeof walletAdjustmentAccept>, context: PayerWrite): Promise<Received | Answer<Received>> {
    const { userId } = context;
    return keyedWrite<Received>(this.#platform, context, {
      // The order is the merchant's.
      acrossOwners: true,
      act: async (tx) => {
        await lockWalletUser(tx, userId);
        const order = await findAdjustment(tx, { payeeId: userId }, serial_number);
        const name = await ownerName(tx, order.owner_id);
        if (order.balance_type === 'pending' && !order.user_may_accept) throw refuse('adjustment_not_offered');
        // Without the name: it would stay when the account is closed.
        const by = { kind: 'user', id: String(userId), name: '' } as const;
        const [moved] = await moveReviewOrders(tx, this.#platform, adjustmentKind, [
          { ownerId: Number(order.owner_id), serialNumber: serial_number, event: 'release', by },
        ]);
        if (!moved) throw new Error('an acceptance came to nothing');
        if (!(moved instanceof Refusal)) return receivedOf(moved, name, tx.coins);
        if (moved.outcome !== 'review_decided') throw moved;
        const now = await findAdjustment(tx, { payeeId: userId }, serial_number);
        if (now.status === 'completed') return new Answer('already_done', receivedOf(now, name, tx.coins));
        throw now.status === 'appeal' ? refuse('adjustment_objected') : moved;
      },
      audit: () => ({ action: 'adjustment.accept', details: { serial_number } }),
    });
  }

  /** The user objects to its being kept. One that was objected to before stays as it is, and the answer says so. */
  appeal(
    { serial_number, reason }: ParsedInputOf<typeof walletAdjustmentAppeal>,
    context: PayerWrite,
  ): Promise<Received | Answer<Received>> {
    const { userId } = context;
    return keyedWrite<Received>(this.#platform, context, {
      // The order is the merchant's.
      acrossOwners: true,
      act: async (tx) => {
        const order = await findAdjustment(tx, { payeeId: userId }, serial_number);
        const ownerId = Number(order.owner_id);
        const name = await ownerName(tx, order.owner_id);
        if (await writeAppeal(tx, order, reason)) {
          const by = { kind: 'user', id: String(userId), name: order.payee_nick } as const;
          const [moved] = await moveReviewOrders(tx, this.#platform, adjustmentKind, [
            { ownerId, serialNumber: serial_number, event: 'appeal', by },
          ]);
          if (!moved || moved instanceof Refusal) throw moved ?? new Error('an appeal came to nothing');
          return receivedOf(moved, name, tx.coins);
        }
        const now = await findAdjustment(tx, { payeeId: userId }, serial_number);
        if (now.status !== 'appeal') throw refuse('review_decided');
        return new Answer('already_done', receivedOf(now, name, tx.coins));
      },
      audit: () => ({ action: 'adjustment.appeal', details: { serial_number } }),
    });
  }
}

function receivedOf(order: ReviewOrder, merchantName: string, coins: Coins): Received {
  return {
    serial_number: order.serial_number,
    merchant_name: merchantName,
    coin_name: order.coin,
    settlement_amount: coins.format(order.settlement, order.coin),
    remark: order.note,
    ...standingOf(order),
    create_time: order.create_time.toISOString(),
  };
}

function receivedList({ db }: Platform): List<typeof walletAdjustmentQuery> {
  return list(walletAdjustmentQuery, {
    from: 'review_order',
    owner: 'payee_id',
    only: { kind: 'adjustment' },
    key: 'serial_number',
    columns: {
      merchant_name: (row, names: OwnerNames) => names.get(row.owner_id) ?? '',
      coin_name: 'coin',
      settlement_amount: 'settlement',
      remark: 'note',
      order_status: 'status',
      release_time: (row) => standingOf(row).release_time,
      user_may_accept: 'user_may_accept',
      appeal: (row) => standingOf(row).appeal,
      ended: (row) => standingOf(row).ended,
    },
    // Who the merchants are is not within the user's scope.
    beside: (_, rows) => ownerNames(db.system, rows),
  });
}
