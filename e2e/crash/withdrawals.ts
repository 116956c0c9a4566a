import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PurserError } from '@purser/client';
import { send } from '@purser/client/sdk-request';
import type { Envelope, OutputOf } from '@purser/contract/call';
import { openWithdrawalCancel, openWithdrawalCreate } from '@purser/contract/features/open-withdrawal';
import { userWithdrawalApproval, userWithdrawalReject } from '@purser/contract/features/user-withdrawal';
import { totpOf } from '../../server/src/platform/security/totp.ts';
import type { LoadMerchant } from '../../server/src/platform/testing/load-parties.ts';
import type { World } from './load.ts';
import type { Decision, Promises } from './promises.ts';
import type { SeededRandom } from './random.ts';

type Withdrawal = OutputOf<typeof openWithdrawalCreate>;

const PAUSE_MS = 20;
/** So many wait before they are approved in one call. */
const BACKLOG = 4;
/** What one merchant's withdrawals may come to in a day without a decision, in minor units. */
export const QUOTA = { single: 150n, day: 1_000n };

/** A merchant whose users take out money: withdrawals are made, approved, rejected, cancelled, or left waiting. */
export class PayOuts {
  readonly #world: World;
  readonly #promises: Promises;
  readonly #random: SeededRandom;
  readonly #merchant: LoadMerchant;
  readonly #backlog: string[] = [];

  constructor(world: World, promises: Promises, random: SeededRandom, merchant: LoadMerchant) {
    this.#world = world;
    this.#promises = promises;
    this.#random = random;
    this.#merchant = merchant;
  }

  async payOut(): Promise<void> {
    const made = await this.#create();
    if (made?.order_status === 'pending_review') await this.#goOn(made.serial_number);
    await sleep(PAUSE_MS);
  }

  async #goOn(serial: string): Promise<void> {
    const dice = this.#random.next();
    if (dice < 0.3) await this.#decide('approved', [serial]);
    else if (dice < 0.45) await this.#decide('rejected', [serial]);
    else if (dice < 0.55) await this.#cancel(serial);
    else if (dice < 0.7) await Promise.all([this.#decide('approved', [serial]), this.#cancel(serial)]);
    else if (dice < 0.8) await Promise.all([this.#decide('approved', [serial]), this.#decide('rejected', [serial])]);
    else if (dice < 0.95) this.#backlog.push(serial);
    if (this.#backlog.length >= BACKLOG) await this.#decide('approved', this.#backlog.splice(0));
  }

  /** Undefined where there was too little money. */
  async #create(): Promise<Withdrawal | undefined> {
    const { apis, users } = this.#world;
    const random = this.#random;
    const key = randomUUID();
    const wanted = {
      order_id: key,
      payment_id: random.pick(users).userId,
      coin_name: 'USDP',
      amount: `${random.between(0, 4)}.${random.between(10, 99)}`,
    };
    const ask = (api: string) => this.#signed<Withdrawal>(api, openWithdrawalCreate.path, wanted, key);
    try {
      const { answer: made, api } = await apis.untilAnswered(random, ask);
      this.#promises.withdrawals.set(made.serial_number, { merchantId: this.#merchant.merchantId, orderId: key, decided: undefined });
      if (random.chance(0.2)) await this.#sameAgain(made.serial_number, () => ask(apis.besides(api, random)));
      return made;
    } catch (error) {
      if (!(error instanceof PurserError)) throw error;
      if (error.name !== 'insufficient_balance') this.#promises.contradict(`a withdrawal was refused: ${error.name}`);
      this.#promises.withdrawalsRefused.add(key);
      this.#promises.insufficient += 1;
      return undefined;
    }
  }

  async #sameAgain(serial: string, ask: () => Promise<Withdrawal>): Promise<void> {
    const again = await this.#world.apis.once(ask);
    if (again === undefined) return;
    this.#promises.repeated += 1;
    if (again.serial_number !== serial) this.#promises.contradict(`withdrawal ${serial} asked for again is ${again.serial_number}`);
  }

  async #cancel(serial: string): Promise<void> {
    const ask = (api: string) => this.#signed<Withdrawal>(api, openWithdrawalCancel.path, { serial_number: serial }, `cancel-${serial}`);
    try {
      await this.#world.apis.untilAnswered(this.#random, ask);
      this.#note(serial, 'cancelled');
    } catch (error) {
      if (!(error instanceof PurserError)) throw error;
      if (error.name !== 'review_decided') this.#promises.contradict(`cancelling ${serial}: ${error.name}`);
    }
  }

  /** As the merchant decides at the console, one or many; asked again under the same key until there is an answer. */
  async #decide(decision: Decision, serials: readonly string[]): Promise<void> {
    const { apis, sql } = this.#world;
    const { merchantId, totpSecret, token } = this.#merchant;
    const key = randomUUID();
    const call = decision === 'approved' ? userWithdrawalApproval : userWithdrawalReject;
    const wanted = { serial_numbers: serials, ...(decision === 'rejected' && { remark: 'not today' }) };
    const ask = async (api: string): Promise<Envelope<unknown>> => {
      // A code is good once in its half minute; the test cannot wait for the next one.
      await sql('update merchant set totp_last_step = 0 where merchant_id = $1', [merchantId]).catch(() => {});
      const body = { ...wanted, google_code: totpOf(totpSecret).generate() };
      return apis.post(api + call.path, body, { authorization: token, 'idempotency-key': key }, this.#random.between(800, 5_000));
    };
    const { answer } = await apis.untilAnswered(this.#random, ask);
    for (const [serial, outcome] of outcomesOf(answer, serials)) {
      if (outcome === 'ok') this.#note(serial, decision);
      else if (outcome !== 'review_decided') this.#promises.contradict(`${serial} is not ${decision}: ${outcome}`);
    }
  }

  #note(serial: string, decided: Decision): void {
    const known = this.#promises.withdrawals.get(serial);
    if (!known || (known.decided !== undefined && known.decided !== decided)) {
      return this.#promises.contradict(`withdrawal ${serial} was told to be ${decided}, and ${known?.decided ?? 'is not known'}`);
    }
    known.decided = decided;
    return undefined;
  }

  #signed<Data>(api: string, path: string, input: unknown, idempotencyKey: string): Promise<Data> {
    const { accessKey, secret } = this.#merchant;
    const timeoutMs = this.#random.between(800, 5_000);
    const connection = { baseUrl: api, accessKey, secret, language: 'en', timeoutMs, maxRetries: 0, clockOffsetMs: 0 };
    return send<Data>({ ...connection, fetch: this.#world.apis.fetch }, path, input, { idempotencyKey });
  }
}

/** A single order that cannot be decided is refused as a whole; of many each has its own outcome. */
function outcomesOf({ code, msg, data }: Envelope<unknown>, serials: readonly string[]): (readonly [serial: string, outcome: string])[] {
  if (code !== 200 && code !== 42110) return serials.map((serial) => [serial, msg] as const);
  return (data as OutputOf<typeof userWithdrawalApproval>).list.map((row) => [row.serial_number, row.msg] as const);
}
