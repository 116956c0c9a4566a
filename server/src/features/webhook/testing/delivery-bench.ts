import { ALL_WAYS } from '@purser/contract/checkout-ways';
import { recordOrderEvents, type OrderEventType } from '../../../domain/order-events.ts';
import type { PaymentOrder } from '../../../domain/payment-order.ts';
import { newOrderToken } from '../../../domain/order-token.ts';
import { createTestApp, type TestApp } from '../../../platform/testing/app.ts';
import { makeMerchant } from '../../../platform/testing/parties.ts';
import { WebhookDispatcher } from '../dispatcher.ts';
import { giveEndpoint } from '../../../platform/testing/webhook-endpoint.ts';
import { newWebhookSecret } from '../signing.ts';
import { TestEndpoint } from './endpoint.ts';

export interface Receiver {
  readonly merchantId: number;
  readonly endpoint: TestEndpoint;
  readonly secret: string;
}

/** Merchants with endpoints on this machine, orders that things happen to, and the deliveries that come of it. */
export class DeliveryBench {
  readonly app: TestApp;
  readonly #opened: TestEndpoint[] = [];
  #dispatcher: WebhookDispatcher | undefined;
  #orders = 0;

  private constructor(app: TestApp) {
    this.app = app;
  }

  static async start(masterKey: Buffer): Promise<DeliveryBench> {
    const webhookAllow = [{ network: '127.0.0.0/8', port: undefined }];
    return new DeliveryBench(await createTestApp({ routes: () => [], settings: { webhookAllow, masterKey } }));
  }

  /** The test's own; it is stopped with it. */
  get dispatcher(): WebhookDispatcher {
    this.#dispatcher ??= new WebhookDispatcher(this.app.platform);
    return this.#dispatcher;
  }

  /** Another worker takes over. */
  async restart(): Promise<void> {
    await this.#dispatcher?.stop();
    this.#dispatcher = undefined;
  }

  /** Sends what is due. */
  async deliver(): Promise<void> {
    await this.dispatcher.look();
    await this.dispatcher.idle();
  }

  async endpoint(): Promise<TestEndpoint> {
    const endpoint = await TestEndpoint.start();
    this.#opened.push(endpoint);
    return endpoint;
  }

  async receiver(): Promise<Receiver> {
    const { merchant_id: merchantId } = await makeMerchant(this.app);
    const endpoint = await this.endpoint();
    const secret = newWebhookSecret();
    await giveEndpoint(this.app, merchantId, { address: endpoint.address, secret });
    return { merchantId, endpoint, secret };
  }

  orderOf(merchantId: number): PaymentOrder {
    this.#orders += 1;
    const now = new Date();
    return {
      merchant_id: BigInt(merchantId),
      serial_number: `PO${this.#orders}`,
      order_id: `A-${this.#orders}`,
      token: newOrderToken(merchantId),
      coin: 'USDP',
      amount: 1250n,
      handling_fee: 13n,
      settlement_amount: 1237n,
      from_reward: 0n,
      ways: ALL_WAYS,
      refunded: 0n,
      scanned_time: null,
      status: 'created',
      cancelled_by: null,
      language: null,
      order_type: 'deposit',
      order_from: 'api',
      link_number: '',
      opened_by: null,
      external_account: '',
      description: 'Một năm thủy triều',
      return_address: '',
      payer_id: null,
      payer_nick: null,
      create_time: now,
      expire_time: now,
      paid_time: null,
      update_time: now,
    };
  }

  record(type: OrderEventType, order: PaymentOrder): Promise<void> {
    return this.app.platform.db.systemTransaction((client) => recordOrderEvents(client, 'http://localhost:8080', [{ type, order }]));
  }

  async makeDue(): Promise<void> {
    await this.app.sql("update webhook_delivery set next_attempt_at = now() where state = 'pending'");
  }

  /** A merchant's deliveries, oldest first; `wait` is the seconds until the next attempt. */
  deliveries(merchantId: number) {
    return this.app.sql<{ state: string; attempts: number; wait: number; delivery_id: string }>(
      `select state, attempts, delivery_id, extract(epoch from next_attempt_at - now())::float8 as wait
       from webhook_delivery where merchant_id = $1 order by created_at, delivery_id`,
      [merchantId],
    );
  }

  attempts(merchantId: number) {
    return this.app.sql<{ http_status: number | null; problem: string | null }>(
      'select http_status, problem from webhook_attempt where merchant_id = $1 order by created_at, attempt',
      [merchantId],
    );
  }

  /** What a test leaves behind is no business of the next one. */
  async clear(): Promise<void> {
    await this.restart();
    await Promise.all(this.#opened.splice(0).map((endpoint) => endpoint.stop()));
    await this.app.sql("update webhook_delivery set state = 'failed', next_attempt_at = null where state = 'pending'");
  }
}
