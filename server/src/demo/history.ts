import { feeOf } from '@purser/contract/money';
import { newSerialNumber } from '@purser/contract/serial';
import { mainAccount, providerAccount } from '@purser/ledger/account';
import { planIssuance, planPayment, planRewardGrant, planTransfer, type Posting } from '@purser/ledger/posting';
import { postBatch } from '@purser/ledger/store';
import { uuidv7 } from 'uuidv7';
import { newOrderToken } from '../domain/order-token.ts';
import type { Secrets } from '../platform/security/secrets.ts';
import { DEMO_COINS, DEMO_MARKETS, DEMO_USERS, type DemoMarket, SHOP_MERCHANT } from './cast.ts';
import type { SeedClient } from './parties.ts';
import { giveReviews } from './reviews.ts';
import { seededRandom } from './seeded-random.ts';

const DAY_MS = 24 * 3_600_000;
const PAST_DAYS = 30;
const PAYMENT_FEE_BP = 100;
const TRANSFER_FEE_BP = 10;
/** Typical prices of each market, in whole units of its coin. */
const PRICES: Record<DemoMarket, readonly number[]> = {
  CNY: [39, 68, 88, 126, 199],
  VND: [45_000, 89_000, 129_000, 210_000],
  USD: [8, 12, 19, 24, 36, 52],
};

const REWARD_POOL: Record<DemoMarket, bigint> = { CNY: 1_000_000n, VND: 1_000_000_000n, USD: 100_000n };

type Ids = ReadonlyMap<string, number>;

/** Minor units of the demo's coins. */
function units(coin: string, whole: bigint): bigint {
  return whole * (coin === 'USDT' ? 1_000_000n : 100n);
}

/** Issues what the demo's parties own, and fills the reward pool that the grants come from. */
export async function giveFunds(client: SeedClient, ledgerKey: Buffer, merchants: Ids, users: Ids): Promise<void> {
  const postings: Posting[] = [];
  const issue = (to: { owner_id: number; coin: string; purpose: string }, whole: bigint) =>
    postings.push(planIssuance({ ...identity(to.owner_id, 'issuance'), to, amount_minor: units(to.coin, whole) }));
  for (const market of DEMO_MARKETS) issue(providerAccount(DEMO_COINS[market], 'reward_pool'), REWARD_POOL[market]);
  for (const user of DEMO_USERS) {
    const userId = users.get(user.username) as number;
    for (const market of user.markets) {
      const coin = DEMO_COINS[market];
      issue(mainAccount(userId, coin), user.balance[market]);
      if (user.reward[market] > 0n) {
        postings.push(
          planRewardGrant({ ...identity(userId, 'reward'), user: userId, coin, amount_minor: units(coin, user.reward[market]) }),
        );
      }
    }
  }
  for (const name of ['harbour', 'lotus']) issue(mainAccount(merchants.get(name) as number, 'USDT'), 2_500n);
  await post(client, ledgerKey, postings);
}

interface PastEvent {
  readonly posting: Posting;
  readonly at: Date;
}

/** A month of sales and some transfers, so that the dashboard and the lists have something to show. */
export async function givePast(client: SeedClient, secrets: Secrets, merchants: Ids, users: Ids): Promise<void> {
  const random = seededRandom(20_261);
  const shop = merchants.get(SHOP_MERCHANT.username) as number;
  const partner = merchants.get('lotus') as number;
  const payers = DEMO_USERS.filter(({ paymentPassword }) => paymentPassword !== null);
  const events: PastEvent[] = [];
  const now = Date.now();
  for (let day = PAST_DAYS; day >= 0; day -= 1) {
    const count = 4 + Math.floor(random() * 9);
    const times = Array.from({ length: count }, () => now - day * DAY_MS - random() * DAY_MS * 0.9).sort((a, b) => a - b);
    for (const [index, at] of times.entries()) {
      const market = pick(DEMO_MARKETS, random);
      const payer = pick(payers, random);
      events.push(
        await sale(client, {
          shop,
          market,
          payer: users.get(payer.username) as number,
          nick: payer.nick,
          at: new Date(at),
          number: `${PAST_DAYS - day}-${index + 1}`,
          random,
        }),
      );
    }
    if (day % 6 === 2)
      events.push(
        await transfer(client, { from: shop, to: partner, at: new Date(now - day * DAY_MS), coin: 'USDP', whole: 20n + BigInt(day) }),
      );
  }
  const people = { shop, partner, alice: users.get('alice') as number, binh: users.get('binh') as number };
  events.push(...(await giveReviews(client, secrets, people)));
  events.sort((one, other) => one.at.getTime() - other.at.getTime());
  await post(
    client,
    secrets.ledgerKey(),
    events.map(({ posting }) => posting),
  );
  await backdate(client, events);
}

/** Writes a paid order (now and then one that expired) and plans its posting. */
async function sale(
  client: SeedClient,
  sold: { shop: number; market: DemoMarket; payer: number; nick: string; at: Date; number: string; random: () => number },
): Promise<PastEvent> {
  const { shop, payer, nick, at, number, random } = sold;
  const coin = DEMO_COINS[sold.market];
  const amount = units(coin, BigInt(pick(PRICES[sold.market], random)));
  const fee = feeOf(amount, PAYMENT_FEE_BP);
  const paid = identity(shop, 'payment', at);
  const insert = async (serial: string, orderId: string, status: 'paid' | 'expired') => {
    const account = `reader-${1 + Math.floor(random() * 40)}`;
    // An order by a standing code or a link has no number and no account of the shop's.
    const isScan = random() < 0.5;
    await client.query(
      `insert into payment_order (merchant_id, serial_number, order_id, token, coin, amount, handling_fee, settlement_amount, status, external_account,
                                  order_from, order_type, payer_id, payer_nick, create_time, expire_time, paid_time, update_time)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::text, case $11::text when 'scan' then 'transfer' else 'deposit' end, $12, $13, $14::timestamptz, $14::timestamptz + interval '15 minutes', $15, $16)`,
      [
        shop,
        serial,
        isScan ? serial : orderId,
        newOrderToken(shop),
        coin,
        amount,
        fee,
        amount - fee,
        status,
        isScan ? '' : account,
        isScan ? 'scan' : 'api',
        status === 'paid' ? payer : null,
        status === 'paid' ? nick : null,
        new Date(at.getTime() - 60_000),
        status === 'paid' ? at : null,
        status === 'paid' ? at : new Date(at.getTime() + 14 * 60_000),
      ],
    );
  };
  await insert(paid.serial_number, `HB-${number}`, 'paid');
  if (random() < 0.18) await insert(newSerialNumber('payment', at.getTime()), `HB-${number}x`, 'expired');
  return { at, posting: planPayment({ ...paid, payer, merchant: shop, coin, amount_minor: amount, fee_minor: fee }) };
}

async function transfer(client: SeedClient, sent: { from: number; to: number; at: Date; coin: string; whole: bigint }): Promise<PastEvent> {
  const { from, to, at, coin } = sent;
  const amount = units(coin, sent.whole);
  const fee = feeOf(amount, TRANSFER_FEE_BP);
  const made = identity(from, 'transfer', at);
  await client.query(
    `insert into merchant_transfer (merchant_id, serial_number, transfer_type, counterparty_id, own_name, counterparty_name, coin, transfer_amount,
                                    transfer_fee, settlement_amount, remark, create_time)
     select own.merchant_id, $3, case when own.merchant_id = $1 then 'transfer' else 'receive' end, other.merchant_id, own.name, other.name,
            $4, $5, $6, $7, 'Shared delivery', $8
     from merchant as own join merchant as other on (own.merchant_id, other.merchant_id) in (($1, $2), ($2, $1))`,
    [from, to, made.serial_number, coin, amount, fee, amount - fee, at],
  );
  return { at, posting: planTransfer({ ...made, from, to, coin, amount_minor: amount, fee_minor: fee }) };
}

/**
 * Gives the demo's postings their time in the past. Only a seed may: it runs as the owner of the tables, before its
 * transaction is committed, so that nobody has seen them yet. Funds were issued before everything else.
 */
async function backdate(client: SeedClient, events: readonly PastEvent[]): Promise<void> {
  const earliest = new Date(Date.now() - (PAST_DAYS + 2) * DAY_MS);
  for (const table of ['ledger.posting', 'ledger.entry']) {
    await client.query(`update ${table} set posted_at = $1`, [earliest]);
    await client.query(
      `update ${table} as made set posted_at = past.at from unnest($1::text[], $2::timestamptz[]) as past (serial_number, at)
       where made.serial_number = past.serial_number`,
      [events.map(({ posting }) => posting.serial_number), events.map(({ at }) => at)],
    );
  }
  await client.query(
    `update ledger.account as a set last_posted_at = e.posted_at from ledger.entry as e
     where (e.owner_id, e.coin, e.purpose, e.version) = (a.owner_id, a.coin, a.purpose, a.version)`,
  );
}

async function post(client: SeedClient, ledgerKey: Buffer, postings: readonly Posting[]): Promise<void> {
  const results = await postBatch(client, ledgerKey, postings);
  const refused = results.find(({ outcome }) => outcome !== 'posted');
  if (refused) throw new Error(`a posting of the demo was ${refused.outcome}`);
}

function identity(ownerId: number, kind: 'issuance' | 'reward' | 'payment' | 'transfer', at = new Date()) {
  return { owner_id: ownerId, posting_id: uuidv7(), serial_number: newSerialNumber(kind, at.getTime()) };
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item;
}
