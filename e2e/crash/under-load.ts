import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { makeParties, refill } from '../../server/src/platform/testing/load-parties.ts';
import { freePort } from '../../server/src/platform/testing/programs.ts';
import { makeProduction, type Production, type ProductionOptions } from '../support/production.ts';
import { Apis } from './apis.ts';
import { brokenHalves } from './halves.ts';
import { Load } from './load.ts';
import { brokenPromises } from './proofs.ts';
import type { SeededRandom } from './random.ts';
import { ReceivedEvents } from './receiver.ts';
import { Watch } from './watch.ts';
import { brokenWithdrawals } from './withdrawal-proofs.ts';
import { QUOTA } from './withdrawals.ts';

const BUYERS = 12;
const DRAIN_PATIENCE_MS = 120_000;
const LOOK_EVERY_MS = 300;
/** So little that payers and merchants keep running out of it. */
const FUNDS_MINOR = 3_000n;
const REFILL_MINOR = 2_000n;

interface Webhook {
  readonly address: string;
  readonly secret: string;
}

/** A small production under load. What it promises is remembered, looked at while it runs, and proven at the end. */
export class UnderLoad {
  readonly production: Production;
  readonly load: Load;
  readonly received: ReceivedEvents;
  readonly watch: Watch;
  readonly #apis: Apis;
  readonly #watching: NodeJS.Timeout;

  private constructor(production: Production, received: ReceivedEvents, apis: Apis, load: Load, isOfOneMoment: boolean) {
    this.production = production;
    this.received = received;
    this.load = load;
    this.#apis = apis;
    this.watch = new Watch(production.owner, isOfOneMoment);
    this.#watching = setInterval(() => void this.watch.look(), LOOK_EVERY_MS);
  }

  static async begin(random: SeededRandom, options?: ProductionOptions): Promise<UnderLoad> {
    const webhookPort = await freePort();
    const webhook = { address: `http://127.0.0.1:${webhookPort}/hook`, secret: `whsec_${randomBytes(24).toString('base64')}` };
    const received = new ReceivedEvents(webhookPort, webhook.secret);
    const production = await makeProduction(webhookPort, options);
    try {
      return await UnderLoad.#on(production, received, webhook, random, options?.cluster === undefined);
    } catch (error) {
      received.close();
      await production.close();
      throw error;
    }
  }

  static async #on(
    production: Production,
    received: ReceivedEvents,
    webhook: Webhook,
    random: SeededRandom,
    isOfOneMoment: boolean,
  ): Promise<UnderLoad> {
    const { programs, owner, platform } = production;
    const parties = await makeParties(platform, owner, { merchants: 4, users: 6, webhook, funds_minor: FUNDS_MINOR });
    await owner.query(
      `insert into withdrawal_limit (merchant_id, coin, is_on, single_limit, day_limit) select merchant_id, 'USDP', true, $1, $2 from merchant`,
      [String(QUOTA.single), String(QUOTA.day)],
    );
    // Keys that were in use from here for days: what a new one asks for is looked at by a person, whatever the quota.
    await owner.query(`update access_key set changed_at = now() - interval '2 days'`);
    await owner.query(
      `insert into access_key_address (merchant_id, access_key, ip, first_used_at) select merchant_id, access_key, '127.0.0.1', now() - interval '2 days' from access_key`,
    );
    await programs.startPrograms();
    const apis = new Apis([...programs.apis.values()]);
    const load = new Load({
      apis,
      platform,
      ...parties,
      sql: (text, values) => owner.query(text, values),
      refill: (user) => refill(platform, owner, user, REFILL_MINOR),
    });
    load.start(BUYERS, random.fork());
    return new UnderLoad(production, received, apis, load, isOfOneMoment);
  }

  /** What has already been seen not to hold. */
  brokenSoFar(): string[] {
    return [...this.load.promises.contradictions, ...this.#apis.faults, ...this.watch.broken];
  }

  /**
   * Lets everything come to its end, and answers which promises were broken.
   *
   * @param gathered gives all that the database holds in one that is not distributed, where it is
   */
  async end(gathered?: () => Promise<pg.Pool>): Promise<string[]> {
    const { platform } = this.production;
    await this.load.stop();
    this.received.failing = 0;
    const undelivered = await drained(this.production);
    clearInterval(this.#watching);
    await this.watch.look();
    const owner = (await gathered?.()) ?? this.production.owner;
    return [
      ...this.brokenSoFar(),
      ...undelivered,
      ...(await brokenPromises(owner, platform.ledgerKey, this.load.promises, this.received)),
      ...(await brokenHalves(owner)),
      ...(await brokenWithdrawals(owner, this.load.promises, this.received)),
    ];
  }

  async close(): Promise<void> {
    clearInterval(this.#watching);
    this.received.close();
    await this.production.close();
  }
}

/** Lets every order that is open expire, and waits until every event is delivered; retries that are due later are brought forward. */
export async function drained({ owner }: Pick<Production, 'owner'>): Promise<string[]> {
  const patience = Date.now() + DRAIN_PATIENCE_MS;
  await owner.query(`update payment_order set expire_time = now() where status in ('created', 'scanned') and expire_time > now()`);
  while (Date.now() < patience) {
    await owner.query(`update webhook_delivery set next_attempt_at = now() where state = 'pending' and next_attempt_at > now()`);
    const { rows } = await owner.query<{ waiting: string }>(
      `select (select count(*) from webhook_delivery where state = 'pending')
         + (select count(*) from payment_order where status in ('created', 'scanned')) + (select count(*) from ledger.crossing) as waiting`,
    );
    if (rows[0]?.waiting === '0') return [];
    await sleep(500);
  }
  return ['events are still undelivered, or orders still open'];
}
