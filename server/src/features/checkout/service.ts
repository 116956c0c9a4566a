import { randomUUID } from 'node:crypto';
import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { checkoutAbandon, checkoutAuthorise, checkoutView } from '@purser/contract/features/checkout';
import type { checkoutAuthorisePasskey, checkoutPasskeyRequest } from '@purser/contract/features/wallet-passkey';
import type { Language } from '@purser/contract/language';
import { deadlineBy } from '../../platform/commands/batcher.ts';
import type { CommandBatcher } from '../../platform/commands/grouped-batcher.ts';
import { findReplay, type Repetition, UNKEYED } from '../../platform/commands/idempotency.ts';
import { moneyBatch } from '../../platform/commands/money-batch.ts';
import { coalesce } from '../../platform/commands/coalesce.ts';
import { answerOf, keyedWrite, type PayerWrite } from '../../platform/commands/write.ts';
import { announce } from '../../platform/streams/hub.ts';
import { checkPayerPasskey, payerCredentials, sessionMark, takePayerPasskey } from '../../domain/payer-passkey.ts';
import { merchantIdOfOrderToken } from '../../domain/order-token.ts';
import { cancelOrder, markScanned } from '../../domain/order-transitions.ts';
import type { Platform } from '../../platform/platform.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { Answer, type PayerContext } from '../../platform/http/route.ts';
import { type ChallengeFor, ofPayers, requestOf } from '../../platform/security/passkeys.ts';
import type { Session } from '../../platform/security/sessions.ts';
import { GRANT_LIFETIME_S, paymentGrant, readPaymentGrant, takeFaceGrant } from '../../domain/payment-grant.ts';
import { checkPaymentPassword } from '../../domain/payment-password.ts';
import { refuseUnverifiedPayer } from '../../domain/required-verification.ts';
import { refuseOtherPayer } from '../../platform/http/shown-payer.ts';
import { type PayCommand, payments, type Receipt } from './pay.ts';
import { findOrders, lockOrders, type OrderKey, type PayableOrder } from './queries.ts';
import { checkoutOrderOf, checkoutPayerOf, mayBeGivenUp } from './view.ts';

type View = OutputOf<typeof checkoutView>;
type Authorised = OutputOf<typeof checkoutAuthorise>;

type AuthoriseInput = ParsedInputOf<typeof checkoutAuthorise>;

/** The hosted checkout. One per process: it holds the batcher that all of the process's payments share. */
export class Checkout {
  readonly #platform: Platform;
  readonly #payments: CommandBatcher<PayCommand, Receipt | Answer<Receipt>>;
  /** Many pages look at many orders at once: each wave of looks is one query. */
  readonly #find: (key: OrderKey) => Promise<PayableOrder | undefined>;

  constructor(platform: Platform) {
    this.#platform = platform;
    const { db } = platform;
    this.#payments = moneyBatch(platform, payments(platform.settings.publicUrl, db.coins));
    this.#find = coalesce({ name: 'orders', underWay: db.underWay }, async (keys) => {
      const asked = [...new Map(keys.map((key) => [key.token, key])).values()];
      const orders = await findOrders(db.system, asked);
      await db.coins.know(orders.map(({ coin }) => coin));
      const found = new Map(orders.map((order) => [order.token, order]));
      return keys.map(({ token }) => found.get(token));
    });
  }

  async view(token: string, userId: number | undefined): Promise<View> {
    return this.#viewOf(await this.order(token), userId);
  }

  /** The same with the language that the merchant's system named for the page; `scanned`: the page was opened by its code. */
  async page(token: string, userId: number | undefined, scanned: boolean): Promise<View & { language: Language | null }> {
    if (scanned) await this.#noteScan(keyOf(token));
    const order = await this.order(token);
    return { ...(await this.#viewOf(order, userId)), language: order.language };
  }

  async #viewOf(order: PayableOrder, userId: number | undefined): Promise<View> {
    const payer = userId === undefined ? null : await checkoutPayerOf(this.#platform.db, userId, order);
    return { order: checkoutOrderOf(order, this.#platform.db.coins, userId, this.#platform.clock.now()), payer };
  }

  async order(token: string): Promise<PayableOrder> {
    const order = await this.#find(keyOf(token));
    if (!order) throw refuse('order_unknown');
    return order;
  }

  /** Notes that the code was opened; a second time, or on an order that is closed, nothing changes. */
  async scan(token: string, userId: number | undefined): Promise<View> {
    await this.#noteScan(keyOf(token));
    return this.view(token, userId);
  }

  async #noteScan(key: OrderKey): Promise<void> {
    await this.#platform.db.systemTransaction(async (tx) => {
      if (!(await markScanned(tx, key))) return;
      await announce(tx, { merchants: [[key.merchantId, ['orders']]], orders: [key.token] });
    });
  }

  /** Checks the payment password and grants the payment of this order; what it costs, the payment itself need not. */
  async authorise(input: AuthoriseInput, { ownerId, ip }: Pick<Session, 'ownerId' | 'ip'>): Promise<Authorised> {
    refuseOtherPayer(input.user_id, ownerId);
    await this.order(input.token);
    await this.#platform.db.scoped(ownerId, (tx) => refuseUnverifiedPayer(tx, ownerId));
    await checkPaymentPassword(this.#platform, { ownerId, ip }, input.payment_password);
    return this.#grant(input.token, ownerId, this.#platform.clock.inS(GRANT_LIFETIME_S));
  }

  /** The same for a request that may have a key: the same grant again, without another look at the password. */
  async authoriseOnce(input: AuthoriseInput, context: PayerContext): Promise<Authorised | Answer<Authorised>> {
    const granted = await keyedWrite(this.#platform, context, {
      prepare: () => this.authorise(input, context.session),
      act: async (_tx, { expires_at }) => ({ expires_at }),
    });
    return answerOf(granted, ({ expires_at }) => this.#grant(input.token, context.userId, new Date(expires_at)));
  }

  /** What a browser is asked for so that the payer confirms this one order with a passkey. */
  async passkeyRequest(
    { token, user_id }: ParsedInputOf<typeof checkoutPasskeyRequest>,
    context: PayerContext,
  ): Promise<OutputOf<typeof checkoutPasskeyRequest>> {
    refuseOtherPayer(user_id, context.userId);
    await this.order(token);
    const credentials = await this.#platform.db.scoped(context.userId, (tx) => payerCredentials(tx, context.userId));
    return requestOf(ofPayers(this.#platform), confirmationOf(token, context), credentials);
  }

  /** Takes a passkey in place of the payment password, once, and grants the payment of the order that it was asked for. */
  async authoriseByPasskey(
    { token, passkey }: ParsedInputOf<typeof checkoutAuthorisePasskey>,
    context: PayerContext,
  ): Promise<Authorised | Answer<Authorised>> {
    const { db } = this.#platform;
    const { userId } = context;
    const granted = await keyedWrite(this.#platform, context, {
      // A challenge that is used up is nobody's row.
      acrossOwners: true,
      prepare: async () => {
        await this.order(token);
        await db.scoped(userId, (tx) => refuseUnverifiedPayer(tx, userId));
        const asserted = await checkPayerPasskey(this.#platform, db.systemQueries, userId, confirmationOf(token, context), passkey);
        if (!asserted) throw refuse('passkey_refused');
        return asserted;
      },
      act: async (tx, asserted) => {
        if (!(await takePayerPasskey(tx, userId, asserted))) throw refuse('passkey_refused');
        return { expires_at: this.#platform.clock.inS(GRANT_LIFETIME_S).toISOString() };
      },
    });
    return answerOf(granted, ({ expires_at }) => this.#grant(token, userId, new Date(expires_at)));
  }

  #grant(order: string, user: number, expiresAt: Date): Authorised {
    return { payment_grant: paymentGrant(this.#platform.secrets, { user, order }, expiresAt), expires_at: expiresAt.toISOString() };
  }

  /** Pays once, whoever asks how often; the payer who paid gets the first answer again. */
  async pay(
    input: { token: string; payment_grant: string; use_reward: boolean },
    session: Session,
    { idempotencyKey, requestHash }: Repetition = UNKEYED,
  ): Promise<Receipt | Answer<Receipt>> {
    // The first answer outlives the grant.
    const replay = await findReplay<Receipt>(this.#platform.db, session.ownerId, { idempotencyKey, requestHash });
    if (replay) return replay;
    const grant = readPaymentGrant(this.#platform.secrets, input.payment_grant, this.#platform.clock.now());
    if (grant?.user !== session.ownerId || grant.order !== input.token) throw refuse('payment_grant_refused');
    const isUsed = grant.face && !(await takeFaceGrant(this.#platform.db, session.ownerId, grant.face, idempotencyKey ?? randomUUID()));
    if (isUsed) throw refuse('payment_grant_refused');
    return this.#payments.submit({
      ...keyOf(input.token),
      userId: session.ownerId,
      tokenHash: session.tokenHash,
      grantedUntil: new Date(grant.exp * 1000),
      useReward: input.use_reward,
      deadline: deadlineBy(this.#platform.clock),
      idempotencyKey,
      requestHash,
    });
  }

  /** The payer gives the order up. Doing so again changes nothing. */
  async abandon({ token, user_id }: ParsedInputOf<typeof checkoutAbandon>, context: PayerWrite): Promise<View | Answer<View>> {
    refuseOtherPayer(user_id, context.userId);
    const abandoned = await keyedWrite<null>(this.#platform, context, {
      // The order is the merchant's.
      acrossOwners: true,
      act: async (tx) => {
        const [order] = await lockOrders(tx, [keyOf(token)]);
        if (!order) throw refuse('order_unknown');
        if (!mayBeGivenUp(order)) throw refuse('order_of_link');
        const cancelled = await cancelOrder(tx, this.#platform.settings.publicUrl, order, 'payer');
        return cancelled ? null : new Answer('already_done', null);
      },
    });
    const view = await this.view(token, context.userId);
    return answerOf(abandoned, () => view);
  }

  /** Resolves when every payment that was taken in has been answered. */
  idle(): Promise<void> {
    return this.#payments.idle();
  }
}

/** A payment of one order, confirmed in the session that asks for it. */
function confirmationOf(order: string, { userId, session }: PayerContext): ChallengeFor {
  return { use: 'pay', user: userId, session: sessionMark(session), order };
}

function keyOf(token: string): OrderKey {
  const merchantId = merchantIdOfOrderToken(token);
  if (merchantId === undefined) throw refuse('order_unknown');
  return { merchantId, token };
}
