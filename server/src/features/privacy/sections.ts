import { USDT_DECIMALS } from '@purser/contract/exchange';
import { formatAmount, formatRate } from '@purser/contract/money';
import { balancesOf } from '@purser/ledger/accounts';
import { chainTxid, type NetworkKind } from '../../domain/chain-address.ts';
import { shownRate } from '../../domain/fiat-withdrawal.ts';
import { merchantIdOfOrderToken } from '../../domain/order-token.ts';
import { ownerNames } from '../../domain/owners.ts';
import { wholeNumber, type PaymentMethod } from '../../domain/payment-method.ts';
import type { ReviewOrder } from '../../domain/review-order.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { Platform } from '../../platform/platform.ts';

/** Rows of one statement: few enough to hold, whoever's they are. */
const ROWS_AT_ONCE = 500;

export type Rows = AsyncGenerator<readonly object[], void, undefined>;

/** What is kept about a wallet user and is of a bounded size, as of one moment. Secrets are not among it: of those it says that they exist. */
export async function profileOf(tx: Tx, { db, secrets }: Platform, userId: number): Promise<Readonly<Record<string, unknown>>> {
  const own = async <Row extends object>(text: string): Promise<Row[]> => (await tx.query<Row>(text, [userId])).rows;
  const accounts = await balancesOf(tx, userId);
  await tx.coins.know(
    accounts.map(({ coin }) => coin),
    tx,
  );
  const cards = await own<PaymentMethod>('select * from payment_method where owner_id = $1 order by payment_method_id');
  const [account] = await own(
    `select user_id, nick, username, phone, email, language, kind, markets, authentication_status, created_at,
       login_password_reset_at, payment_password_hash is not null as has_payment_password
     from wallet_user where user_id = $1`,
  );
  const [face] = await own(
    `select consented_at, enrolled_at, document is not null as has_document_template, selfie is not null as has_face_template, failures, locked_until
     from face_enrolment where owner_id = $1`,
  );
  return {
    account,
    balances: accounts.map(({ coin, purpose, available_minor, frozen_minor, pending_minor }) => ({
      coin,
      purpose,
      available: tx.coins.format(available_minor, coin),
      frozen: tx.coins.format(frozen_minor, coin),
      pending: tx.coins.format(pending_minor, coin),
    })),
    bank_cards: cards.map((card) => ({
      market: card.market,
      holder_name: card.holder_name,
      bank_name: card.bank_name,
      bank_code: card.bank_code,
      account_number: wholeNumber(secrets, card),
      status: card.status,
      binding: card.binding,
      listing: card.listing,
      is_default: card.is_default,
      created_at: card.created_at,
      updated_at: card.updated_at,
    })),
    withdrawal_addresses: await own(
      'select network, address, created_at, usable_at from payout_address where owner_id = $1 order by network, sequence',
    ),
    deposit_addresses: await own('select network, address, set_at from deposit_address where owner_id = $1 order by network'),
    passkeys: await own('select name, synced, created_at, last_used_at from payer_passkey where user_id = $1 order by passkey_id'),
    face: face ?? null,
    agreements: await agreementsOf(db, tx, userId),
    announcements_read: await announcementsOf(db, tx, userId),
    sessions: await own('select ip, user_agent, created_at, last_seen_at, expires_at from session where owner_id = $1 order by created_at'),
    sign_in: {
      addresses: await own('select ip, last_login_at from known_address where owner_id = $1 order by last_login_at'),
      devices: await own('select last_login_at from known_device where owner_id = $1 order by last_login_at'),
      failures: await own(
        'select kind, address, failures, locks, first_at, last_at from sign_in_failure where owner_id = $1 order by first_at',
      ),
      signs_of_risk: await own(`select sign, noted_at from risk_sign where owner_id = $1 and isfinite(noted_at) order by sign`),
    },
    referral: {
      code: (await own<{ code: string }>('select code from referral_code where owner_id = $1'))[0]?.code ?? null,
      // By whom somebody came is told to nobody but the provider.
      came_by_a_code_at: (await own<{ create_time: Date }>('select create_time from referral where user_id = $1'))[0]?.create_time ?? null,
      users_who_came: Number((await own<{ came: bigint }>('select count(*) as came from referral where agent_id = $1'))[0]?.came ?? 0),
    },
    files: await own(
      `select file_id, purpose, name, media_type, size, created_at from file where owner_id = $1 and state = 'kept' order by created_at, file_id`,
    ),
  };
}

/** What the user has accepted. The texts are everybody's, and not within a user's scope. */
async function agreementsOf({ system }: Platform['db'], tx: Tx, userId: number): Promise<object[]> {
  const { rows: accepted } = await tx.query<{ content_id: string }>(
    'select content_id, version, language, ip, user_agent, accepted_at from content_acceptance where owner_id = $1 order by accepted_at',
    [userId],
  );
  const { rows: texts } = await system.query<{ content_id: string; kind: string; slug: string }>(
    'select content_id, kind, slug from content_item where content_id = any ($1::uuid[])',
    [accepted.map(({ content_id }) => content_id)],
  );
  const byId = new Map(texts.map(({ content_id, ...text }) => [content_id, text]));
  return accepted.map(({ content_id, ...rest }) => ({ ...byId.get(content_id), ...rest }));
}

/** The announcements that the user has read. They are everybody's, too. */
async function announcementsOf({ system }: Platform['db'], tx: Tx, userId: number): Promise<string[]> {
  const { rows: read } = await tx.query<{ content_id: string }>('select content_id from content_read where owner_id = $1', [userId]);
  const { rows } = await system.query<{ slug: string }>('select slug from content_item where content_id = any ($1::uuid[]) order by slug', [
    read.map(({ content_id }) => content_id),
  ]);
  return rows.map(({ slug }) => slug);
}

/** The merchants' numbers of orders that were paid, by the orders' tokens. */
export async function orderNumbersOf({ system }: Platform['db'], tokens: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await system.query<{ token: string; order_id: string }>(
    `select token, order_id from unnest($1::bigint[], $2::text[]) as asked (merchant_id, token) join payment_order using (merchant_id, token)`,
    [tokens.map((token) => merchantIdOfOrderToken(token)), tokens],
  );
  return new Map(rows.map(({ token, order_id }) => [token, order_id]));
}

/** What was sent to the user, oldest first. What a message said is not kept. */
export async function* messagesOf({ db }: Platform, userId: number): Rows {
  yield* portions<{ message_id: string }>(db, userId, '00000000-0000-0000-0000-000000000000', ({ message_id }) => message_id, {
    text: `select message_id, kind, channel, recipient, language, state, create_time from message
       where owner_id = $1 and message_id > $2::uuid order by message_id limit ${ROWS_AT_ONCE}`,
    shown: ({ message_id: _id, ...row }) => row,
  });
}

/** What orders of users earned who came by the user's code: without whose they were. */
export async function* commissionsOf({ db }: Platform, userId: number): Rows {
  yield* portions<{ serial_number: string; coin: string; amount: bigint; share_bp: number }>(
    db,
    userId,
    '',
    ({ serial_number }) => serial_number,
    {
      coinOf: ({ coin }) => coin,
      text: `select serial_number, order_kind, coin, amount, share_bp, state, create_time, due_time, settle_time from commission
       where owner_id = $1 and serial_number > $2 and state <> 'none' order by serial_number limit ${ROWS_AT_ONCE}`,
      shown: ({ amount, share_bp, ...row }) => ({ ...row, amount: db.coins.format(amount, row.coin), share_percent: formatRate(share_bp) }),
    },
  );
}

/** What the user did, oldest first. */
export async function* actsOf({ db }: Platform, userId: number): Rows {
  yield* portions<{ sequence: bigint; action: string; created_at: Date; ip: string | null }>(
    db,
    userId,
    '0',
    ({ sequence }) => String(sequence),
    {
      text: `select sequence, created_at, action, ip from own_acts_done($2::bigint, ${ROWS_AT_ONCE}) where $1::bigint is not null`,
      shown: ({ created_at, action, ip }) => ({ time: created_at, act: action, ip }),
    },
  );
}

interface DepositRow {
  readonly deposit_id: string;
  readonly network: string;
  readonly kind: NetworkKind;
  readonly address: string;
  readonly sender: string;
  readonly txid: Buffer;
  readonly amount: bigint;
  readonly state: string;
  readonly reason: string;
  readonly serial_number: string | null;
  readonly seen_at: Date;
  readonly settled_at: Date | null;
}

/** What came in over chains. */
export async function* depositsOf({ db }: Platform, userId: number): Rows {
  yield* portions<DepositRow>(db, userId, '', ({ deposit_id }) => deposit_id, {
    text: `select deposit_id, network, kind, address, sender, txid, amount, state, reason, serial_number, seen_at, settled_at
       from chain_deposit join network using (network)
       where owner_id = $1 and deposit_id > $2 order by deposit_id limit ${ROWS_AT_ONCE}`,
    shown: ({ deposit_id: _id, kind, txid, amount, ...row }) => ({
      ...row,
      txid: chainTxid(kind, txid.toString('hex')) ?? '',
      amount_usdt: formatAmount(amount, USDT_DECIMALS),
    }),
  });
}

/** Deposits told by hand and withdrawals, and what merchants paid out or added: of the last, what the wallet shows as well. */
export async function* ordersOf({ db }: Platform, userId: number): Rows {
  let after = '';
  for (;;) {
    const rows = await db.scoped(userId, async (tx) => {
      const { rows: found } = await tx.query<ReviewOrder>(
        `select * from (
           select * from review_order where owner_id = $1 and serial_number > $2
           union all
           select * from review_order where payee_id = $1 and owner_id <> $1 and serial_number > $2
         ) as own order by serial_number limit ${ROWS_AT_ONCE}`,
        [userId, after],
      );
      await tx.coins.know(
        found.flatMap(({ coin, other_coin }) => (other_coin === null ? [coin] : [coin, other_coin])),
        tx,
      );
      return found;
    });
    const last = rows.at(-1);
    if (!last) return;
    const theirs = rows.filter(({ owner_id }) => Number(owner_id) !== userId);
    const names = await ownerNames(db.system, theirs);
    yield rows.map((order) => {
      const { serial_number, kind, coin, status, create_time, update_time } = order;
      const shown = {
        serial_number,
        kind,
        coin,
        amount: db.coins.format(order.amount, coin),
        settlement: db.coins.format(order.settlement, coin),
        status,
        create_time,
        update_time,
      };
      if (Number(order.owner_id) !== userId) {
        const remark =
          kind === 'adjustment' ? { remark: order.note, appeal_reason: order.appeal_reason, appeal_time: order.appeal_time } : {};
        return { ...shown, merchant: names.get(order.owner_id) ?? '', ...remark };
      }
      return {
        ...shown,
        fee: db.coins.format(order.fee, coin),
        network_fee: db.coins.format(order.network_fee, coin),
        network: order.network,
        address: order.address,
        txid: order.txid,
        bank_account: order.destination,
        rate: order.rate === null ? null : shownRate(order),
        other_coin: order.other_coin,
        other_amount:
          order.other_amount === null || order.other_coin === null ? null : db.coins.format(BigInt(order.other_amount), order.other_coin),
        note: order.note,
        // Why it was not decided by itself, and why it was rejected.
        manual_because: order.manual_because,
        remark: order.remark,
      };
    });
    after = last.serial_number;
  }
}

interface Portioned<Row> {
  /** `$1` is the user, `$2` the place after which the portion begins. */
  readonly text: string;
  /** The coin of a row, where it has one. */
  readonly coinOf?: (row: Row) => string;
  readonly shown: (row: Row) => object;
}

/** Rows a portion for each statement, each in a short transaction of its own. */
async function* portions<Row extends object>(
  db: Platform['db'],
  userId: number,
  first: string,
  placeOf: (row: Row) => string,
  { text, coinOf, shown }: Portioned<Row>,
): Rows {
  for (let after = first; ;) {
    const rows = await db.scoped(userId, async (tx) => {
      const { rows: found } = await tx.query<Row>(text, [userId, after]);
      if (coinOf) await tx.coins.know(found.map(coinOf), tx);
      return found;
    });
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(shown);
    if (rows.length < ROWS_AT_ONCE) return;
    after = placeOf(last);
  }
}
