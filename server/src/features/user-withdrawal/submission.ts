import type { RiskReason } from '@purser/contract/risk';
import type { Queryable } from '@purser/ledger/accounts';
import { coinTerms } from '../../domain/coin-terms.ts';
import { holdPayees, type Payee } from '../../domain/payee.ts';
import type { LockMode } from '../../platform/commands/batcher.ts';
import { lockByOwner } from '../../platform/database/lock-by-owner.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { riskReasons } from '../../platform/security/risk-signs.ts';
import type { CreateCommand } from './create.ts';
import { afterUse } from './exemption.ts';
import { findLimits, type LimitKey, type LimitRow } from './limit-queries.ts';

/** What new withdrawals are made of, as it stands while their merchants' rows are held. */
export interface Submission {
  readonly merchants: ReadonlyMap<number, Merchant>;
  /** Merchants whose rows somebody else holds. */
  readonly held: ReadonlySet<number>;
  readonly terms: Awaited<ReturnType<typeof coinTerms>>;
  readonly payees: ReadonlyMap<CreateCommand, Payee | 'payee_unknown' | 'payee_ambiguous'>;
  readonly limits: Limits;
  /** What speaks for having each looked at by a person, whatever the quota. */
  readonly risks: ReadonlyMap<CreateCommand, readonly RiskReason[]>;
  /** Whether the merchant has given the number to a withdrawal before. */
  isTaken(merchantId: number, orderId: string): boolean;
  /** Notes a number that is about to be given; false where an earlier plan of the batch is about to give it. */
  planNumber(merchantId: number, orderId: string): boolean;
  /** When the batch's orders are created. */
  readonly now: Date;
}

interface Merchant {
  readonly merchant_id: bigint;
  readonly status: 'normal' | 'suspended';
  readonly webhook_events: readonly string[];
}

/** Quotas as they were before the batch, and as they are if everything is made that was planned so far. */
class Limits {
  readonly #quotas = new Map<string, { readonly before: LimitRow; readonly now: LimitRow }>();

  constructor(keys: readonly LimitKey[], rows: readonly (LimitRow | undefined)[]) {
    for (const [index, key] of keys.entries()) {
      const row = rows[index];
      if (row) this.#quotas.set(textOf(key), { before: row, now: row });
    }
  }

  of(key: LimitKey): { readonly before: LimitRow; readonly now: LimitRow } | undefined {
    return this.#quotas.get(textOf(key));
  }

  use(key: LimitKey, amount: bigint): void {
    const quota = this.of(key);
    if (quota) this.#quotas.set(textOf(key), { ...quota, now: { ...quota.now, ...afterUse(quota.now, amount) } });
  }
}

function textOf({ merchantId, coin }: LimitKey): string {
  return `${merchantId} ${coin}`;
}

/**
 * Holds the merchants' rows, then reads everything else: so the withdrawals of one merchant are decided one batch after the other, in whatever
 * process, and neither a quota nor an order number is used twice.
 */
export async function lockWithdrawals(
  tx: Tx,
  commands: readonly CreateCommand[],
  { skipLocked }: Pick<LockMode, 'skipLocked'>,
): Promise<Submission> {
  const ids = [...new Set(commands.map(({ caller }) => caller.merchantId))];
  const keys = commands.map(({ caller, coin }) => ({ merchantId: caller.merchantId, coin }));
  const asked = commands.map(({ caller, paymentId, externalAccount }) => ({ merchantId: caller.merchantId, paymentId, externalAccount }));
  // Sent together and run in this order.
  const [merchants, terms, payees, limits, risks, numbers, now] = await Promise.all([
    lockMerchants(tx, ids, skipLocked),
    coinTerms(tx, keys),
    holdPayees(tx, asked),
    findLimits(tx, keys),
    riskReasons(
      tx,
      commands.map(({ caller }) => ({ ownerId: caller.merchantId, key: caller })),
    ),
    takenNumbers(tx, commands),
    transactionTime(tx),
  ]);
  const planned = new Set<string>();
  const found = new Map(merchants.map((row) => [Number(row.merchant_id), row]));
  return {
    merchants: found,
    held: skipLocked ? await heldMerchants(tx, ids, found) : new Set(),
    terms,
    payees: new Map(commands.map((command, index) => [command, payees[index] ?? 'payee_unknown'])),
    limits: new Limits(keys, limits),
    risks: new Map(commands.map((command, index) => [command, risks[index] ?? []])),
    isTaken: (merchantId, orderId) => numbers.has(`${merchantId} ${orderId}`),
    planNumber: (merchantId, orderId) => {
      const number = `${merchantId} ${orderId}`;
      return !planned.has(number) && Boolean(planned.add(number));
    },
    now,
  };
}

/** In the order of their numbers, so that two batches never wait for each other in a circle. */
async function lockMerchants(tx: Tx, ids: readonly number[], skipLocked: boolean): Promise<Merchant[]> {
  const locking = skipLocked ? 'for no key update skip locked' : 'for no key update';
  if (tx.isDistributed) {
    const asked = ids.map((id) => ({ ownerId: id, key: String(id) }));
    const locked = await lockByOwner(
      tx,
      { table: 'merchant', owner: 'merchant_id', key: 'merchant_id' },
      asked,
      'for no key update',
      skipLocked,
    );
    const { rows } = await tx.query<Merchant>(merchantsLocked(''), [locked.map(({ ownerId }) => ownerId)]);
    return rows;
  }
  const { rows } = await tx.query<Merchant>({
    name: skipLocked ? 'lock-free-withdrawing-merchants' : 'lock-withdrawing-merchants',
    text: merchantsLocked(locking),
    values: [ids],
  });
  return rows;
}

function merchantsLocked(locking: string): string {
  return `select merchant_id, status, webhook_events from merchant where merchant_id = any($1::bigint[]) order by merchant_id ${locking}`;
}

/** Merchants that are there, and held by somebody else. */
async function heldMerchants(tx: Tx, ids: readonly number[], locked: ReadonlyMap<number, Merchant>): Promise<ReadonlySet<number>> {
  const missing = ids.filter((id) => !locked.has(id));
  if (missing.length === 0) return new Set();
  const { rows } = await tx.query<{ merchant_id: bigint }>('select merchant_id from merchant where merchant_id = any($1::bigint[])', [
    missing,
  ]);
  return new Set(rows.map(({ merchant_id }) => Number(merchant_id)));
}

/** Numbers that the merchants have given to withdrawals already. */
async function takenNumbers(tx: Tx, commands: readonly CreateCommand[]): Promise<Set<string>> {
  // Nodes refuse a limit there; one PostgreSQL is held by it to the index of numbers.
  const { rows } = await tx.query<{ owner_id: bigint; order_id: string }>({
    name: 'taken-withdrawal-numbers',
    text: `
      select taken.owner_id, taken.order_id
      from unnest($1::bigint[], $2::text[]) as asked (owner_id, order_id)
      cross join lateral (
        select owner_id, order_id from review_order
        where review_order.owner_id = asked.owner_id and review_order.kind = 'user_withdrawal' and review_order.order_id = asked.order_id
          and review_order.order_id <> ''
        ${tx.isDistributed ? 'group by owner_id, serial_number' : 'limit 1'}
      ) as taken`,
    values: [commands.map(({ caller }) => caller.merchantId), commands.map(({ orderId }) => orderId)],
  });
  return new Set(rows.map(({ owner_id, order_id }) => `${owner_id} ${order_id}`));
}

/** The time that the transaction's rows bear: the ids of their postings are made of it. */
async function transactionTime(db: Queryable): Promise<Date> {
  const { rows } = await db.query<{ now: Date }>({ name: 'transaction-time', text: `select date_trunc('milliseconds', now()) as now` });
  return rows[0]?.now ?? new Date(Number.NaN);
}
