import { orderToken } from '@purser/contract/features/checkout';
import { receiptPage } from '@purser/contract/payer-pages';
import { receiptFilePath } from '@purser/contract/payment-order';
import { isAddress, postMessage } from '../../domain/message.ts';
import { clockOf } from '../../domain/document-words.ts';
import { type ReceiptContent, type ReceiptReader, receiptWords } from '../../domain/receipt-document.ts';
import { sendReceipt, zoneOf } from '../../domain/receipt-file.ts';
import { keyedWrite, unkeyed } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { fileOfPage } from '../../platform/http/file-of-page.ts';
import { signedIn } from '../../platform/http/payer-pages.ts';
import { type PayerForm, readPayerRequest } from '../../platform/http/payer-request.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Pages } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ThrottleRule } from '../../platform/security/throttle.ts';
import type { PayableOrder } from './queries.ts';
import type { Checkout } from './service.ts';

/** Receipts that one payer has sent to their mail. */
const MAILED: ThrottleRule = { scope: 'receipt-mail', most: 5, rememberedS: 3600, window: true };

/** The mail address of the payer that a code has proved, as far as there is one. */
export async function receiptMailOf(tx: Tx, userId: number): Promise<string | null> {
  const user = await tx.selectFrom('wallet_user').select('email').where('user_id', '=', BigInt(userId)).executeTakeFirst();
  return user?.email && isAddress('mail', user.email) ? user.email : null;
}

/** Enough of an address to know one's own by: "a•••@example.com". */
export function maskedMail(mail: string): string {
  const at = mail.lastIndexOf('@');
  return `${mail.slice(0, 1)}•••${mail.slice(at)}`;
}

/** What a payer's receipt says; undefined for everybody who did not pay the order. */
function contentOf({ db }: Platform, order: PayableOrder, userId: number, reader: ReceiptReader): ReceiptContent | undefined {
  if (order.status !== 'paid' || Number(order.payer_id) !== userId) return undefined;
  const { t, time, money, party } = receiptWords(reader);
  const amount = (minor: bigint) => money(db.coins.format(minor, order.coin), order.coin);
  return {
    kind: 'payment',
    state: 'paid',
    serialNumber: order.serial_number,
    amount: amount(order.amount),
    facts: [
      [t('receipt.paidTo'), party(order.merchant_name, order.merchant_id)],
      [t('receipt.payer'), party(order.payer_nick ?? '', userId)],
      [t('receipt.description'), order.description],
      [t('receipt.amount'), amount(order.amount)],
      [t('receipt.fromReward'), order.from_reward > 0n ? amount(order.from_reward) : null],
      [t('receipt.fromBalance'), order.amount > order.from_reward ? amount(order.amount - order.from_reward) : null],
      [t('receipt.refundedSince'), order.refunded > 0n ? amount(order.refunded) : null],
      [t('receipt.paidAt'), time(order.paid_time)],
      [t('receipt.orderNumber'), order.order_id],
      [t('receipt.serial'), order.serial_number],
    ],
  };
}

/** The receipt as a PDF, at an address of its own: a link that works without scripts. */
export function receiptFile(checkout: Checkout): Pages {
  return (fastify, platform) => {
    fastify.get(receiptFilePath(':token'), async (request, reply) => {
      const { session, params, query, language } = await readPayerRequest(platform, request, reply);
      const token = orderToken.safeParse(params['token']);
      if (!token.success) return reply.code(404).type('text/plain').send('');
      // Its page asks to sign in, and sends on whoever did not pay.
      const page = `/wallet/receipt/${token.data}`;
      return fileOfPage(platform, { request, reply, page }, async () => {
        const order = session && (await checkout.order(token.data));
        const reader = { language, zone: zoneOf(query['zone']), wholeCoins: platform.db.coins.whole };
        const content = order && contentOf(platform, order, session.ownerId, reader);
        return content && sendReceipt(platform, reply, { content, reader, issuer: order.merchant_name, ownerId: session.ownerId });
      });
    });
  };
}

/** Posts the receipt to the payer's own address, and to no other. Refuses with receipt_mail_missing, and after a few with too_many_requests. */
export async function mailReceipt(platform: Platform, checkout: Checkout, token: string, asked: PayerForm): Promise<void> {
  const session = signedIn(asked);
  const { ownerId: userId } = session;
  const order = await checkout.order(token);
  const reader = { language: asked.language, zone: 'UTC', wholeCoins: platform.db.coins.whole };
  const content = contentOf(platform, order, userId, reader);
  if (!content) throw refuse('receipt_without_effect');
  await keyedWrite<null>(platform, unkeyed(session, clientAddress(asked.request)), {
    prepare: async () => {
      const mail = await platform.db.scoped(userId, (tx) => receiptMailOf(tx, userId));
      if (mail === null) throw refuse('receipt_mail_missing');
      await platform.throttle.count([[MAILED, String(userId)]]);
    },
    act: async (tx) => {
      // Read again: an address that was just taken away is told nothing any more.
      const to = await receiptMailOf(tx, userId);
      if (to === null) throw refuse('receipt_mail_missing');
      const variables = {
        name: order.payer_nick ?? '',
        merchant: order.merchant_name,
        amount: content.amount,
        time: `${clockOf('UTC')(order.paid_time ?? platform.clock.now())} UTC`,
        order: order.order_id,
        serial: order.serial_number,
        link: `${platform.settings.publicUrl}/wallet/receipt/${token}`,
      };
      await postMessage(tx, platform.secrets, {
        ownerId: userId,
        kind: 'payment_receipt',
        channel: 'mail',
        to,
        language: asked.language,
        variables,
      });
      return null;
    },
  });
}

export const MAILED_QUERY = 'mailed=1';
export const receiptPath = (token: string): string => (receiptPage.path ?? '').replace(':token', encodeURIComponent(token));
