import { newSerialNumber } from '@purser/contract/serial';
import type { Tx } from '../platform/database/tx.ts';
import type { Moved } from './review-order.ts';

/** Events that bring the provider a fee for good or for now, or take it back. */
const OF_FEES: ReadonlySet<Moved['event']> = new Set(['approve', 'settle', 'pay_out', 'return']);

/**
 * Notes what orders that were just moved earn the agents who referred their owners, in the transaction that moved them; nothing for other owners. It
 * is paid later, so that an order waits for no account but its own.
 */
export async function noteCommissions(tx: Tx, moved: readonly Moved[]): Promise<void> {
  const orders = moved.filter(({ order, event }) => OF_FEES.has(event) && order.fee > 0n).map(({ order }) => order);
  if (orders.length === 0) return;
  if (tx.isDistributed) return noteOnNodes(tx, orders);
  await tx.query('select note_commissions($1, $2, $3)', [
    orders.map(({ owner_id }) => owner_id),
    orders.map(({ serial_number }) => serial_number),
    orders.map(() => newSerialNumber('commission')),
  ]);
}

interface Earning {
  readonly owner_id: bigint;
  readonly serial_number: string;
  readonly kind: string;
  readonly coin: string;
  readonly fee: bigint;
  readonly agent_id: bigint;
  readonly earns: boolean;
  readonly is_returned: boolean;
  /** As exact as it is stored. */
  readonly due_time: string;
}

/**
 * What note_commissions does, in the name of whoever moved the orders: on several nodes what was moved just now cannot be looked at in another's, and an
 * agent's rows lie on another node than those of whom they referred.
 */
async function noteOnNodes(tx: Tx, orders: readonly Moved['order'][]): Promise<void> {
  const { rows } = await tx.query<Earning>(
    `select o.owner_id, o.serial_number, o.kind, o.coin, o.fee, r.agent_id,
       o.fee > 0 and (o.kind, o.status) in (('usdt_recharge', 'approved'), ('usdt_withdrawal', 'settled'), ('fiat_withdrawal', 'paid_out')) as earns,
       o.status = 'returned' as is_returned,
       (o.update_time + case o.kind when 'fiat_withdrawal' then interval '30 days' else interval '0' end)::text as due_time
     from unnest($1::bigint[], $2::text[]) as m (owner_id, serial_number)
     join review_order o on o.owner_id = m.owner_id and o.serial_number = m.serial_number
     join referral r on r.user_id = o.owner_id`,
    [orders.map(({ owner_id }) => owner_id), orders.map(({ serial_number }) => serial_number)],
  );
  await insertCommissions(
    tx,
    rows.filter(({ earns }) => earns),
  );
  const returned = rows.filter(({ is_returned }) => is_returned);
  if (returned.length === 0) return;
  await tx.query(
    `update commission c set state = 'lapsed'
     from unnest($1::bigint[], $2::bigint[], $3::text[]) as m (agent_id, user_id, serial_number)
     where c.owner_id = m.agent_id and c.user_id = m.user_id and c.order_serial_number = m.serial_number and c.state = 'due'`,
    [
      returned.map(({ agent_id }) => agent_id),
      returned.map(({ owner_id }) => owner_id),
      returned.map(({ serial_number }) => serial_number),
    ],
  );
}

async function insertCommissions(tx: Tx, earnings: readonly Earning[]): Promise<void> {
  if (earnings.length === 0) return;
  const { rows } = await tx.query<{ agent_id: bigint; coin: string; bp: number }>(
    `select a.user_id as agent_id, t.coin, coalesce(t.commission_bp, 0) as bp from wallet_user a join kind_terms t on t.kind = a.kind
     where a.user_id = any($1::bigint[]) and a.kind = 'agent' and a.closed_at is null`,
    [[...new Set(earnings.map(({ agent_id }) => agent_id))]],
  );
  const shares = new Map(rows.map(({ agent_id, coin, bp }) => [`${agent_id} ${coin}`, bp]));
  const made = earnings.map((earning) => {
    const bp = shares.get(`${earning.agent_id} ${earning.coin}`) ?? 0;
    return { ...earning, bp, amount: (earning.fee * BigInt(bp)) / 10_000n };
  });
  await tx.query(
    `insert into commission (owner_id, user_id, order_serial_number, order_kind, serial_number, coin, fee, share_bp, amount, state, create_time, due_time)
     select m.agent_id, m.user_id, m.number, m.kind, m.serial, m.coin, m.fee, m.bp, m.amount, m.state, date_trunc('milliseconds', now()), m.due_time
     from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::integer[], $9::bigint[], $10::text[],
       $11::timestamptz[]) as m (agent_id, user_id, number, kind, serial, coin, fee, bp, amount, state, due_time)
     on conflict do nothing`,
    [
      made.map(({ agent_id }) => agent_id),
      made.map(({ owner_id }) => owner_id),
      made.map(({ serial_number }) => serial_number),
      made.map(({ kind }) => kind),
      made.map(() => newSerialNumber('commission')),
      made.map(({ coin }) => coin),
      made.map(({ fee }) => fee),
      made.map(({ bp }) => bp),
      made.map(({ amount }) => amount),
      made.map(({ amount }) => (amount > 0n ? 'due' : 'none')),
      made.map(({ due_time }) => due_time),
    ],
  );
}
