import type { Agent } from 'undici';
import { coalesce } from '../../platform/commands/coalesce.ts';
import { Lasting } from '../../platform/observe/lasting.ts';
import type { Platform } from '../../platform/platform.ts';
import { resolveByDns } from '../../platform/security/ssrf.ts';
import { guardedAgent } from '../../platform/security/ssrf-agent.ts';
import {
  claimDue,
  deferBlocked,
  endpointsDue,
  hurry,
  isRefusal,
  settleAttempts,
  type DueDelivery,
  type EndpointKey,
  type Settled,
} from './deliveries.ts';
import { DOWN_AFTER_FAILURES, pauseMs, retryAfterS } from './schedule.ts';
import { sendMessage, type Attempt } from './send.ts';

const LOOK_EVERY_MS = 250;
/** Endpoints served at the same time by one process; one that is down holds its place only while it is tried. */
const MOST_LANES = 200;
/** Messages on their way to one endpoint at the same time. */
const LANE_WIDTH = 8;
/** An endpoint that has refused everything for this long takes no events: somebody else may answer at its address. */
const REFUSES_ALL_AFTER_MS = 15 * 60_000;

interface Health {
  /** Failures in a row. */
  readonly failures: number;
  /** Left alone until then, by performance.now(). */
  readonly pausedUntil: number;
  /** Since when it has refused, and taken nothing, by performance.now(). */
  readonly refusesSince?: number | undefined;
}

/**
 * Delivers webhooks. Every endpoint has a lane of its own: it takes a few due deliveries, attempts them at the same
 * time and goes on while there are any, so a dead or slow endpoint holds up nobody but itself.
 *
 * A delivery is taken by moving its next attempt into the future (a lease) and is moved on only after the attempt. A
 * worker that is killed in between loses nothing: the lease runs out and another attempts it, under the same event id.
 * That is why this is no queue of jobs with locks: those of a killed worker would stay locked for hours.
 */
export class WebhookDispatcher {
  readonly #platform: Platform;
  readonly #agent: Agent;
  readonly #settle: (settled: Settled) => Promise<void>;
  /** By endpoint. */
  readonly #lanes = new Map<string, Promise<void>>();
  readonly #health = new Map<string, Health>();
  readonly #stop = new AbortController();
  readonly #lasting = new Lasting();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor(platform: Platform, agent: Agent = webhookAgent(platform)) {
    this.#platform = platform;
    this.#agent = agent;
    this.#settle = coalesce({ name: 'settle_deliveries', underWay: platform.db.underWay }, async (settled: readonly Settled[]) => {
      await platform.db.systemTransaction((tx) => settleAttempts(tx, settled));
      return settled.map(() => undefined);
    });
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS);
    void this.look();
  }

  /** Stops at once: what is on its way is abandoned and attempted again when its lease has run out. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stop.abort();
    await this.#looking;
    await Promise.all(this.#lanes.values());
    await this.#agent.destroy();
  }

  /** Looks once for endpoints with something due and opens their lanes. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** Resolves when no lane is open: for tests. */
  async idle(): Promise<void> {
    while (this.#lanes.size > 0) await Promise.all(this.#lanes.values());
  }

  async #look(): Promise<void> {
    if (this.#stop.signal.aborted) return;
    const { db, log } = this.#platform;
    try {
      const due = await endpointsDue(db);
      this.#lasting.ended(() => log.info('due webhooks are read again'));
      for (const endpoint of due) {
        if (this.#lanes.size >= MOST_LANES) return;
        const lane = laneOf(endpoint);
        if (this.#lanes.has(lane) || (this.#health.get(lane)?.pausedUntil ?? 0) > performance.now()) continue;
        this.#lanes.set(
          lane,
          this.#runLane(endpoint).finally(() => this.#lanes.delete(lane)),
        );
      }
    } catch (error) {
      // The database is away for a moment; the next look finds everything as it was.
      this.#lasting.failed(error, () => log.warn({ err: error }, 'due webhooks could not be read'));
    }
  }

  async #runLane(endpoint: EndpointKey): Promise<void> {
    const lane = laneOf(endpoint);
    try {
      while (!this.#stop.signal.aborted) {
        const down = (this.#health.get(lane)?.failures ?? 0) >= DOWN_AFTER_FAILURES;
        const due = await claimDue(this.#platform.db.system, endpoint, down ? 1 : LANE_WIDTH);
        if (due.length === 0) return await deferBlocked(this.#platform.db.system, endpoint);
        const attempts = await Promise.all(due.map((delivery) => this.#attempt(delivery)));
        const pausedUntil = this.#judge(lane, attempts);
        if (down && !this.#health.has(lane)) await hurry(this.#platform.db.system, endpoint);
        if (pausedUntil > 0) return;
      }
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#platform.log.warn({ err: error, ...endpoint }, 'a webhook lane broke off; its leases run out');
    }
  }

  async #attempt(delivery: DueDelivery): Promise<Attempt> {
    const attempt = await this.#send(delivery);
    await this.#settle({
      merchantId: Number(delivery.merchant_id),
      deliveryId: delivery.delivery_id,
      httpStatus: attempt.httpStatus,
      durationMs: attempt.durationMs,
      problem: attempt.problem,
      retryInS: isNotSentTo(attempt) ? null : retryAfterS(delivery.attempts + 1, attempt.retryAfterS),
    });
    return attempt;
  }

  async #send(delivery: DueDelivery): Promise<Attempt> {
    const { address, secret: sealedSecret, is_on } = delivery;
    if (sealedSecret === null) return { ...UNSENT, problem: 'endpoint_deleted' };
    if (!is_on) return { ...UNSENT, problem: 'endpoint_off' };
    const message = { id: delivery.event_id, body: delivery.payload, address, sealedSecret };
    return sendMessage(this.#agent, this.#platform, message, { stop: this.#stop.signal });
  }

  /** Notes how the endpoint does; answers until when it is to be left alone, 0 if it is well. */
  #judge(lane: string, attempts: readonly Attempt[]): number {
    // One success proves that the endpoint is up: it may refuse single events for reasons of its own. What is not sent says nothing, and the
    // rest of what waits ends as quickly.
    if (attempts.some((attempt) => attempt.problem === null || isNotSentTo(attempt))) {
      this.#health.delete(lane);
      return 0;
    }
    const { failures: before = 0, refusesSince: since } = this.#health.get(lane) ?? {};
    const refuses = attempts.some(({ httpStatus }) => isRefusal(httpStatus));
    const refusesSince = since ?? (refuses ? performance.now() : undefined);
    // A refusal is an answer, and nothing to pause for. Whether an endpoint that was down takes events again is for a success to prove.
    if (refuses && refusesSince !== undefined && performance.now() - refusesSince < REFUSES_ALL_AFTER_MS) {
      this.#health.set(lane, { failures: before >= DOWN_AFTER_FAILURES ? before : 0, pausedUntil: 0, refusesSince });
      return 0;
    }
    const failures = before + attempts.length;
    // Behind what it has no use for something may wait that it takes: one that answers is asked again soon.
    const pause = pauseMs(refuses ? DOWN_AFTER_FAILURES : failures);
    const pausedUntil = failures >= DOWN_AFTER_FAILURES ? performance.now() + pause : 0;
    this.#health.set(lane, { failures, pausedUntil, refusesSince });
    return pausedUntil;
  }
}

const UNSENT = { httpStatus: null, durationMs: 0, retryAfterS: 0, answer: null } as const;

/** Whether nothing is sent to the endpoint at all: what waits for it ends, and is not tried again. */
function isNotSentTo({ problem }: Attempt): boolean {
  return problem === 'endpoint_deleted' || problem === 'endpoint_off';
}

function laneOf({ merchantId, endpointId }: EndpointKey): string {
  return `${merchantId}/${endpointId}`;
}

/** The connections that webhooks go out by, as the settings permit them. */
export function webhookAgent({ settings }: Pick<Platform, 'settings'>): Agent {
  return guardedAgent({ plainHttp: settings.demo, allow: settings.webhookAllow, resolve: resolveByDns });
}
