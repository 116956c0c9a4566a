import type { OutcomeName } from '@purser/contract/errors';
import type { Database } from '../platform/database/database.ts';
import { lockByOwner } from '../platform/database/lock-by-owner.ts';
import type { Tx } from '../platform/database/tx.ts';
import { refuse } from '../platform/http/refusal.ts';

/** A wallet user whom a merchant may send money to. */
export interface Payee {
  readonly userId: number;
  readonly nick: string;
  readonly status: 'normal' | 'suspended';
  readonly markets: readonly string[];
}

/** Whom a merchant means: a wallet by its number, or whoever paid its orders under an account of the merchant's own system. */
export interface WhichPayee {
  readonly merchantId: number;
  readonly paymentId: number | undefined;
  readonly externalAccount: string | undefined;
}

type NotFound = Extract<OutcomeName, 'payee_unknown' | 'payee_ambiguous'>;

/** How many of the latest orders under an external account say whose it is. */
const ORDERS_ASKED = 200;

/**
 * Finds whom merchants mean, in the order in which they are asked for. An external account means the one user who paid the latest orders under
 * it; where several did, nobody is chosen.
 *
 * @param tx in the system's scope, as wallet users are nobody's of the merchant's
 */
export function findPayees(tx: Tx, asked: readonly WhichPayee[]): Promise<(Payee | NotFound)[]> {
  return payees(tx, 'find-payees', asked, '');
}

/** The same for whoever sends them money in this transaction: none of them closes the account before it ends, as with `holdOpenWallets`. */
export function holdPayees(tx: Tx, asked: readonly WhichPayee[]): Promise<(Payee | NotFound)[]> {
  return payees(tx, 'hold-payees', asked, 'for key share');
}

async function payees(tx: Tx, name: string, asked: readonly WhichPayee[], lock: 'for key share' | ''): Promise<(Payee | NotFound)[]> {
  if (tx.isDistributed) return payeesOnNodes(tx, asked, lock);
  const { rows } = await tx.query<{
    payers: number;
    user_id: bigint | null;
    nick: string;
    status: Payee['status'];
    markets: readonly string[];
  }>({
    name,
    text: `
      select coalesce(named.payers, 1) as payers, payee.user_id, payee.nick, payee.status, payee.markets
      from unnest($1::bigint[], $2::bigint[], $3::text[]) with ordinality as asked (merchant_id, payment_id, external_account, position)
      left join lateral (
        select count(distinct payer_id)::int as payers, min(payer_id) as payer_id
        from (
          select payer_id from payment_order
          where payment_order.merchant_id = asked.merchant_id and payment_order.external_account = asked.external_account
            and payment_order.external_account <> ''
          order by create_time desc, serial_number desc limit ${ORDERS_ASKED}
        ) as latest
      ) as named on asked.payment_id is null
      left join lateral (
        select user_id, nick, status, markets from wallet_user
        -- Not "coalesce": row level security would keep it from the index.
        where wallet_user.user_id = case when asked.payment_id is null then named.payer_id else asked.payment_id end and closed_at is null limit 1
        ${lock}
      ) as payee on true
      order by position`,
    values: [
      asked.map(({ merchantId }) => merchantId),
      asked.map(({ paymentId }) => paymentId ?? null),
      asked.map(({ externalAccount }) => externalAccount ?? null),
    ],
  });
  return rows.map(({ payers, user_id, nick, status, markets }) => {
    if (payers > 1) return 'payee_ambiguous';
    return user_id === null ? 'payee_unknown' : { userId: Number(user_id), nick, status, markets };
  });
}

/** Where tables are distributed: an account's latest orders lie with the merchant, and the wallets elsewhere. */
async function payeesOnNodes(tx: Tx, asked: readonly WhichPayee[], lock: 'for key share' | ''): Promise<(Payee | NotFound)[]> {
  const payers: (number | NotFound)[] = [];
  for (const { merchantId, paymentId, externalAccount } of asked) {
    payers.push(paymentId ?? (await payerUnder(tx, merchantId, externalAccount ?? '')));
  }
  const userIds = payers.filter((payer) => typeof payer === 'number');
  if (lock) await lockWallets(tx, userIds);
  const { rows } = await tx.query<{ user_id: bigint } & Omit<Payee, 'userId'>>(
    'select user_id, nick, status, markets from wallet_user where user_id = any($1::bigint[]) and closed_at is null',
    [userIds],
  );
  const found = new Map(
    rows.map(({ user_id, nick, status, markets }) => [Number(user_id), { userId: Number(user_id), nick, status, markets }]),
  );
  return payers.map((payer) => (typeof payer === 'number' ? (found.get(payer) ?? 'payee_unknown') : payer));
}

async function payerUnder(tx: Tx, merchantId: number, externalAccount: string): Promise<number | NotFound> {
  const { rows } = await tx.query<{ payers: number; payer_id: bigint | null }>(
    `select count(distinct payer_id)::int as payers, min(payer_id) as payer_id
     from (
       select payer_id from payment_order where merchant_id = $1 and external_account = $2 and external_account <> ''
       order by create_time desc, serial_number desc limit ${ORDERS_ASKED}
     ) as latest`,
    [merchantId, externalAccount],
  );
  const [{ payers, payer_id } = { payers: 0, payer_id: null }] = rows;
  if (payers > 1) return 'payee_ambiguous';
  return payer_id === null ? 'payee_unknown' : Number(payer_id);
}

async function lockWallets(tx: Tx, userIds: readonly number[]): Promise<void> {
  const asked = [...new Set(userIds)].map((id) => ({ ownerId: id, key: String(id) }));
  await lockByOwner(tx, { table: 'wallet_user', owner: 'user_id', key: 'user_id' }, asked, 'for key share');
}

/**
 * Keeps wallets from being closed until the transaction ends, and answers which of them are not closed. One that is being closed is waited for, so
 * that no money comes to who could not take it out any more. Before any account is locked, as closing does it in this order too.
 */
export async function holdOpenWallets(tx: Tx, userIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (userIds.length === 0) return new Set();
  if (tx.isDistributed) {
    await lockWallets(tx, userIds);
    const { rows } = await tx.query<{ user_id: bigint }>(
      'select user_id from wallet_user where user_id = any($1::bigint[]) and closed_at is null',
      [userIds],
    );
    return new Set(rows.map(({ user_id }) => Number(user_id)));
  }
  const { rows } = await tx.query<{ user_id: bigint }>({
    name: 'hold-open-wallets',
    text: 'select user_id from wallet_user where user_id = any($1::bigint[]) and closed_at is null order by user_id for key share',
    values: [[...new Set(userIds)]],
  });
  return new Set(rows.map(({ user_id }) => Number(user_id)));
}

/** The one whom a merchant means. Refuses with payee_unknown and payee_ambiguous. */
export async function findPayee(db: Pick<Database, 'systemTransaction'>, which: WhichPayee): Promise<Payee> {
  const [found = 'payee_unknown'] = await db.systemTransaction((tx) => findPayees(tx, [which]));
  if (typeof found === 'string') throw refuse(found);
  return found;
}
