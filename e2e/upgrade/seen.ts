import { accessKeyDetail } from '@purser/contract/features/access-key';
import { assetQuery } from '@purser/contract/features/asset';
import { transferQuery } from '@purser/contract/features/transfer';
import { walletOverview } from '@purser/contract/features/wallet';
import type pg from 'pg';
import { bySdk, isDone, post, saysAll } from './acts.ts';
import type { FirstOrder } from './first-release.ts';
import { inLanes, payerHeaders, type Trade } from './trade.ts';

/** What parties are told of what is theirs, by what they asked for. */
export type Seen = ReadonlyMap<string, unknown>;

/** Asks everybody's own calls, by the sessions and keys of the first release. */
export async function look(trade: Trade): Promise<Seen> {
  const seen = new Map<string, unknown>();
  const tell = async (what: string, asking: ReturnType<typeof post>): Promise<void> => {
    const told = await asking;
    seen.set(what, isDone(told) ? told?.data : `REFUSED: ${told?.msg ?? 'no answer'}`);
  };
  const { baseUrl } = trade;
  for (const merchant of trade.merchants) {
    const headers = { authorization: merchant.token };
    await tell(`balances of ${merchant.username}`, post(baseUrl + assetQuery.path, {}, headers));
    await tell(`access key of ${merchant.username}`, post(baseUrl + accessKeyDetail.path, {}, headers));
    await tell(`transfers of ${merchant.username}`, post(baseUrl + transferQuery.path, { page_size: 100 }, headers));
  }
  for (const user of trade.users) await tell(`balances of ${user.username}`, post(baseUrl + walletOverview.path, {}, payerHeaders(user)));
  const orders = trade.acts.filter(({ kind, done }) => kind === 'order' && done !== undefined);
  await inLanes(orders, async ({ ownerId, done }) => {
    const { serial_number } = done as FirstOrder;
    const merchant = trade.merchants.find(({ merchant_id }) => merchant_id === ownerId);
    if (merchant)
      await tell(
        `order ${serial_number}`,
        bySdk(() => trade.sdk(merchant).orders.query({ serial_number })),
      );
  });
  return seen;
}

/** What is told otherwise than before. When a key was used last is not compared: that was looking. */
export function differences(before: Seen, after: Seen, kind: string): { total: number; problems: string[] } {
  const of = [...before].filter(([what]) => what.startsWith(kind));
  return {
    total: of.length,
    problems: of.flatMap(([what, was]) => {
      const is = after.get(what);
      return saysAll(withoutUse(was), withoutUse(is)) && typeof was !== 'string' ? [] : [`${what}: ${textOf(was)}, then ${textOf(is)}`];
    }),
  };
}

function withoutUse(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null), (field, content: unknown) => (field === 'last_used_time' ? null : content)) as unknown;
}

function textOf(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 300) ?? 'nothing';
}

/** Rows as texts. */
export async function rowsOf(owner: pg.Pool, sql: string): Promise<Set<string>> {
  const { rows } = await owner.query<{ row: string }>(`select t::text as row from (${sql}) t`);
  return new Set(rows.map(({ row }) => row));
}

/** What nobody may ever change: in columns that both releases have. */
export const KEPT: Readonly<Record<string, string>> = {
  accounts: 'select owner_id, coin, purpose, available, frozen, pending, version, unbounded, last_posted_at from ledger.account',
  postings: 'select owner_id, posting_id, type, serial_number, note, posted_at from ledger.posting',
  entries:
    'select owner_id, coin, purpose, version, type_version, posting_id, type, serial_number, counterparty, available_before, available_after, frozen_before, ' +
    'frozen_after, pending_before, pending_after, charge, posted_at from ledger.entry',
  orders:
    'select merchant_id, serial_number, order_id, token, coin, amount, handling_fee, settlement_amount, from_reward, status, payer_id, create_time, expire_time, ' +
    'paid_time from payment_order',
  'sides of transfers':
    'select merchant_id, serial_number, transfer_type, counterparty_id, coin, transfer_amount, transfer_fee, settlement_amount, remark, create_time from merchant_transfer',
  'webhook deliveries': 'select merchant_id, delivery_id, event_id, event_type, subject, payload, state, attempts from webhook_delivery',
  'audit entries': 'select owner_id, sequence, actor_kind, actor, action, details, created_at from audit_log',
};

/** Tables of the first release that hold nothing: the drill would prove nothing of them. */
export async function emptyTables(owner: pg.Pool): Promise<{ total: number; empty: string[] }> {
  const { rows } = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'ledger') and tablename <> 'schema_migration'`,
  );
  const empty: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await owner.query(`select from ${name} limit 1`);
    if (rowCount === 0) empty.push(name);
  }
  return { total: rows.length, empty };
}
