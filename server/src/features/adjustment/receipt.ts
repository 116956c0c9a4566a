import { adjustmentReceiptPath } from '@purser/contract/wallet-pages';
import { ownerName } from '../../domain/owners.ts';
import { type ReceiptContent, receiptWords } from '../../domain/receipt-document.ts';
import { sendReceipt, zoneOf } from '../../domain/receipt-file.ts';
import type { ReviewOrder } from '../../domain/review-order.ts';
import { fileOfPage } from '../../platform/http/file-of-page.ts';
import { readPayerRequest } from '../../platform/http/payer-request.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Pages } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { findAdjustment } from './queries.ts';
import { pathOf } from './pages.ts';

/** What a user was given as a PDF, at an address of its own: a link that works without scripts. */
export function adjustmentReceiptFile(): Pages {
  return (fastify, platform) => {
    fastify.get(adjustmentReceiptPath(':number'), async (request, reply) => {
      const asked = await readPayerRequest(platform, request, reply);
      return fileOfPage(platform, { request, reply, page: pathOf(asked) }, async () => {
        const order = asked.session && (await completed(platform, asked.params['number'] ?? '', asked.session.ownerId));
        // Its page asks to sign in, and says how it stands.
        if (!asked.session || !order) return undefined;
        const reader = { language: asked.language, zone: zoneOf(asked.query['zone']), wholeCoins: platform.db.coins.whole };
        const issuer = await ownerName(platform.db.system, order.owner_id);
        const content = contentOf(order, issuer, platform.db.coins, receiptWords(reader));
        return sendReceipt(platform, reply, { content, reader, issuer, ownerId: asked.session.ownerId });
      });
    });
  };
}

/** One that the user has; undefined for everything else. */
async function completed({ db }: Platform, serialNumber: string, userId: number): Promise<ReviewOrder | undefined> {
  try {
    const order = await db.scoped(userId, (tx) => findAdjustment(tx, { payeeId: userId }, serialNumber));
    return order.status === 'completed' ? order : undefined;
  } catch (error) {
    if (error instanceof Refusal && error.outcome === 'order_unknown') return undefined;
    throw error;
  }
}

/** As the wallet shows it: what the user was given. */
function contentOf(
  { owner_id, coin, settlement, note, create_time, update_time, serial_number }: ReviewOrder,
  merchant: string,
  coins: Platform['db']['coins'],
  { t, time, money, party }: ReturnType<typeof receiptWords>,
): ReceiptContent {
  const amount = money(coins.format(settlement, coin), coin);
  return {
    kind: 'adjustment',
    state: 'completed',
    serialNumber: serial_number,
    amount,
    facts: [
      [t('receipt.from'), party(merchant, owner_id)],
      [t('receipt.arrives'), amount],
      [t('receipt.remark'), note],
      [t('receipt.created'), time(create_time)],
      [t('receipt.completedAt'), time(update_time)],
      [t('receipt.serial'), serial_number],
    ],
  };
}
