import type { TestApp } from '../../../platform/testing/app.ts';

export const HOUR_MS = 3_600_000;

interface Paid {
  readonly amount: bigint;
  readonly fee: bigint;
  readonly payer: number;
  readonly coin?: string;
  readonly description?: string;
  /** Seconds from the order's creation on. */
  readonly after?: number;
}

let made = 0;

/** What has happened to a merchant before now, as it would stand in the tables. */
export class History {
  readonly #app: TestApp;
  readonly #merchantId: number;

  constructor(app: TestApp, merchantId: number) {
    this.#app = app;
    this.#merchantId = merchantId;
  }

  /** An order, and the ledger entry of its payment. */
  async order(at: Date, paid?: Paid, state = 'created'): Promise<string> {
    made += 1;
    const serial = `PH${made}`;
    const { amount = 1n, fee = 0n, payer = null, coin = 'USDP', after = 0, description = '' } = paid ?? {};
    await this.#app.sql(
      `insert into payment_order (merchant_id, serial_number, order_id, token, coin, amount, handling_fee, settlement_amount, status, payer_id,
         description, create_time, expire_time, paid_time)
       values ($1, $2, $2, $2, $3, $4, $5, $4::bigint - $5::bigint, case when $6::bigint is null then $9 else 'paid' end, $6,
         $10, $7::timestamptz - make_interval(secs => $8), $7, case when $6::bigint is null then null else $7::timestamptz end)`,
      [this.#merchantId, serial, coin, amount, fee, payer, at, after, state, description],
    );
    if (!paid) return serial;
    await this.#app.sql(
      `with account as (
         insert into ledger.account (owner_id, coin, purpose, version) values ($1, $2, 'main', 1)
         on conflict (owner_id, coin, purpose) do update set version = account.version + 1 returning version
       )
       insert into ledger.entry (owner_id, coin, purpose, version, type_version, posting_owner_id, posting_id, type, serial_number, available_before,
         available_after, frozen_before, frozen_after, pending_before, pending_after, charge, posted_at)
       select $1, $2, 'main', version, version, $1, gen_random_uuid(), 'payment', $3, 0, $4::bigint - $5::bigint, 0, 0, 0, 0, $5, $6 from account`,
      [this.#merchantId, coin, serial, amount, fee, at],
    );
    return serial;
  }

  async transfer(at: Date, type: 'transfer' | 'receive', amount: bigint): Promise<void> {
    made += 1;
    await this.#app.sql(
      `insert into merchant_transfer (merchant_id, serial_number, transfer_type, counterparty_id, own_name, counterparty_name, coin,
         transfer_amount, transfer_fee, settlement_amount, create_time)
       values ($1, $2, $3, 10000099, 'a', 'b', 'USDP', $4, 1, $4::bigint - 1, $5)`,
      [this.#merchantId, `TH${made}`, type, amount, at],
    );
  }

  async ask(at: Date, kind: 'user_withdrawal' | 'usdt_recharge', status: string, amount: bigint): Promise<string> {
    made += 1;
    const serial = `RH${made}`;
    await this.#app.sql(
      `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, settlement, fee_bp, create_time)
       values ($1, $2, $3, $4, 'manual', 'USDP', $5, 0, $5, 0, $6)`,
      [this.#merchantId, serial, kind, status, amount, at],
    );
    return serial;
  }

  /** One of each kind in turn. */
  async some(at: Date, turn: number): Promise<void> {
    const amount = BigInt(100 + turn);
    if (turn % 7 === 3) await this.transfer(at, turn % 2 === 0 ? 'transfer' : 'receive', amount);
    else if (turn % 11 === 5)
      await this.ask(at, turn % 2 === 0 ? 'user_withdrawal' : 'usdt_recharge', turn % 3 === 0 ? 'rejected' : 'approved', amount);
    else if (turn % 5 === 4) await this.order(at, undefined, 'expired');
    else await this.order(at, { amount, fee: 1n, payer: 50_000_001 + (turn % 9), after: turn % 60, description: `Article ${turn % 6}` });
  }

  /** Many orders that were paid, evenly between two moments. */
  async many(count: number, from: Date, to: Date): Promise<void> {
    made += 1;
    await this.#app.sql(
      `insert into payment_order (merchant_id, serial_number, order_id, token, coin, amount, handling_fee, settlement_amount, status, payer_id,
         description, create_time, expire_time, paid_time)
       select $1, name, name, name, 'USDP', 100, 1, 99, 'paid', 50000000 + n % 3000, 'Article ' || n % 20, at, at, at
       from generate_series(1, $2::integer) as n
       cross join lateral (select $3 || n as name, $4::timestamptz + n * ($5::timestamptz - $4::timestamptz) / $2 as at) as made`,
      [this.#merchantId, count, `PM${made}-`, from, to],
    );
  }
}
