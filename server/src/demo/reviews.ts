import { feeOf } from '@purser/contract/money';
import { next, type Machine } from '@purser/contract/machine';
import type { ReviewEvent, ReviewKind, ReviewState } from '@purser/contract/review';
import { newSerialNumber } from '@purser/contract/serial';
import type { Posting } from '@purser/ledger/posting';
import { uuidv7 } from 'uuidv7';
import { keptNumber } from '../domain/payment-method.ts';
import type { ReviewOrder, ReviewOrderKind } from '../domain/review-order.ts';
import { REVIEW_ORDER_KINDS } from '../main/review-kinds.ts';
import type { Secrets } from '../platform/security/secrets.ts';
import type { SeedClient } from './parties.ts';

const HOUR_MS = 3_600_000;

const SERIAL_KINDS = {
  user_withdrawal: 'user_withdrawal',
  adjustment: 'user_adjustment',
  usdt_recharge: 'usdt_recharge',
  usdt_withdrawal: 'usdt_withdrawal',
  fiat_withdrawal: 'fiat_withdrawal',
} as const satisfies Record<ReviewKind, string>;

/** One order of the demo's past: when it was made, what it says, and what has happened to it. */
interface Told {
  readonly kind: ReviewKind;
  readonly hoursAgo: number;
  readonly owner: number;
  readonly coin: string;
  /** In minor units. */
  readonly amount: bigint;
  readonly feeBp: number;
  readonly events?: readonly ReviewEvent[];
  readonly more?: Partial<ReviewOrder>;
}

interface People {
  readonly shop: number;
  readonly partner: number;
  readonly alice: number;
  readonly binh: number;
}

/** A posting of the demo's past. */
interface PastPosting {
  readonly posting: Posting;
  readonly at: Date;
}

/** Orders under review, of every kind, some of which wait: the postings that they have made are given back, to be made in their turn. */
export async function giveReviews(client: SeedClient, secrets: Secrets, people: People): Promise<PastPosting[]> {
  const bank = await giveBankAccount(client, secrets, people.shop);
  const made: PastPosting[][] = [];
  for (const told of toldOf(people, bank)) made.push(await giveOrder(client, told));
  return made.flat();
}

function toldOf({ shop, partner, alice, binh }: People, bank: Bank): Told[] {
  const toAlice = { payee_id: BigInt(alice), payee_nick: 'Alice', external_account: 'reader-7' };
  const toBinh = { payee_id: BigInt(binh), payee_nick: 'Bình', external_account: 'reader-12' };
  const tron = { network: 'TRC20', address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' };
  const chain = (txid: string, sent: bigint) => ({ ...tron, txid, rate: '1', other_coin: 'USDT', other_amount: String(sent) });
  const payout = (market: string, coin: string, amount: bigint) => ({
    destination: { ...bank, market },
    other_coin: coin,
    other_amount: String(amount - feeOf(amount, 80)),
  });
  const withdrawal = { kind: 'user_withdrawal', owner: shop, feeBp: 50 } as const;
  const adjustment = { kind: 'adjustment', owner: shop, feeBp: 0 } as const;
  const recharge = { kind: 'usdt_recharge', feeBp: 20, coin: 'USDT' } as const;
  const fiat = { kind: 'fiat_withdrawal', owner: shop, feeBp: 80 } as const;
  const rejected = (remark: string) => ({ remark, audit: 'Harbour Books', reviewer_kind: 'merchant' as const, reviewer_id: String(shop) });
  return [
    {
      ...withdrawal,
      hoursAgo: 50,
      coin: 'USDP',
      amount: 2_000n,
      events: ['reject'],
      more: { ...toAlice, order_id: 'PAYOUT-1', ...rejected('Please finish your order first.') },
    },
    {
      ...withdrawal,
      hoursAgo: 30,
      coin: 'USDP',
      amount: 1_500n,
      events: ['approve'],
      more: { ...toBinh, order_id: 'PAYOUT-2', ...rejected('') },
    },
    { ...withdrawal, hoursAgo: 26, coin: 'CNYT', amount: 12_000n, more: { ...toAlice, order_id: 'PAYOUT-3', note: 'Refund of a deposit' } },
    { ...withdrawal, hoursAgo: 2, coin: 'USDP', amount: 4_000n, more: { ...toBinh, order_id: 'PAYOUT-4' } },
    {
      ...adjustment,
      hoursAgo: 28,
      coin: 'USDP',
      amount: 1_000n,
      events: ['release'],
      more: { ...toAlice, balance_type: 'available', note: 'A damaged book' },
    },
    {
      ...adjustment,
      hoursAgo: 20,
      coin: 'CNYT',
      amount: 5_000n,
      events: ['pay'],
      more: { ...toBinh, balance_type: 'pending', user_may_accept: true, note: 'Prize draw' },
    },
    {
      ...adjustment,
      hoursAgo: 23,
      coin: 'USDP',
      amount: 2_500n,
      events: ['pay', 'appeal'],
      more: { ...toAlice, balance_type: 'pending', note: 'Returned parcel', appeal_reason: 'The parcel arrived a week ago.' },
    },
    {
      ...recharge,
      owner: partner,
      hoursAgo: 31,
      amount: 40_000_000_000n,
      more: chain('9b1c0d5e7f2a4c6b8d0e1f3a5c7b9d2e4f6a8b0c1d3e5f7a9b2c4d6e8f0a1b3c', 40_000_000_000n),
    },
    {
      ...recharge,
      owner: shop,
      hoursAgo: 4,
      amount: 500_000_000n,
      more: chain('3f5a7c9e1b2d4f6a8c0e2b4d6f8a1c3e5b7d9f0a2c4e6b8d1f3a5c7e9b0d2f4a', 500_000_000n),
    },
    {
      kind: 'usdt_withdrawal',
      owner: shop,
      hoursAgo: 6,
      coin: 'USDT',
      amount: 250_000_000n,
      feeBp: 50,
      more: { ...tron, rate: '1', other_coin: 'USDT', other_amount: '248750000' },
    },
    {
      ...fiat,
      hoursAgo: 47,
      coin: 'USDP',
      amount: 30_000n,
      events: ['approve'],
      more: { ...payout('USD', 'USDP', 30_000n), audit: 'Fang Finance', reviewer_kind: 'operator' },
    },
    { ...fiat, hoursAgo: 9, coin: 'USDP', amount: 25_000n, more: payout('USD', 'USDP', 25_000n) },
    { ...fiat, hoursAgo: 3, coin: 'CNYT', amount: 60_000n, more: { ...payout('CNY', 'CNYT', 60_000n), note: 'Rent of the shop' } },
  ];
}

/** Writes an order as it stands now, and plans the postings that it has made on its way. */
async function giveOrder(client: SeedClient, told: Told): Promise<PastPosting[]> {
  const { kind: name, hoursAgo, owner, coin, amount, feeBp, events = [], more = {} } = told;
  const kind = REVIEW_ORDER_KINDS.find((one) => one.kind === name) as ReviewOrderKind;
  const machine = kind.machine as Machine<ReviewState, ReviewEvent>;
  const at = new Date(Math.floor(Date.now() - hoursAgo * HOUR_MS));
  const fee = feeOf(amount, feeBp);
  const order = {
    owner_id: BigInt(owner),
    serial_number: newSerialNumber(SERIAL_KINDS[name], at.getTime()),
    kind: name,
    status: machine.initial,
    review_mode: 'manual',
    manual_because: [],
    order_id: '',
    payee_id: null,
    payee_nick: '',
    external_account: '',
    balance_type: '',
    coin,
    amount,
    fee,
    network_fee: 0n,
    settlement: amount - fee,
    fee_bp: feeBp,
    other_coin: null,
    other_amount: null,
    rate: null,
    network: null,
    address: '',
    txid: '',
    destination: null,
    note: '',
    remark: '',
    audit: '',
    reviewer_kind: null,
    reviewer_id: null,
    submitted_by: '',
    create_time: at,
    audit_time: null,
    update_time: at,
    appeal_reason: '',
    appeal_time: null,
    ...more,
  } as ReviewOrder;
  const postings = [kind.posting(order, 'submit')];
  for (const event of events) {
    // What was appealed or kept pending has moved nothing since it was submitted, and what is completed at once moved it as it was made.
    if (name !== 'adjustment') postings.push(kind.posting(order, event));
    order.status = next(machine, order.status, event) as ReviewState;
    if (event === 'appeal') order.appeal_time = at;
    if (event === 'approve' || event === 'reject') order.audit_time = at;
  }
  const columns = Object.keys(order).join(', ');
  await client.query(`insert into review_order (${columns}) select ${columns} from jsonb_populate_record(null::review_order, $1::jsonb)`, [
    JSON.stringify(order, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ]);
  if (order.txid !== '') {
    await client.query('insert into recharge_txid (network, txid, owner_id, serial_number) values ($1, $2, $3, $4)', [
      order.network,
      order.txid,
      owner,
      order.serial_number,
    ]);
  }
  return postings.flatMap((posting) => (posting ? [{ posting, at }] : []));
}

interface Bank {
  readonly payment_method_id: string;
  readonly holder_name: string;
  readonly bank_name: string;
  readonly bank_code: string;
  readonly account_number: string;
}

/** The shop's bank account, which staff have verified. */
async function giveBankAccount(client: SeedClient, secrets: Secrets, owner: number): Promise<Bank> {
  const id = uuidv7();
  const kept = keptNumber(secrets, { ownerId: owner, id, market: 'USD' }, 'DE75512108001245126199');
  const bank = { holder_name: 'Harbour Books', bank_name: 'Example Bank', bank_code: 'COBADEFFXXX' };
  await client.query(
    `insert into payment_method (owner_id, payment_method_id, party, market, holder_name, bank_name, bank_code, sealed_number, number_mac,
       shown_number, verified_version)
     values ($1, $2, 'merchant', 'USD', $3, $4, $5, $6, $7, $8, 1)`,
    [owner, id, bank.holder_name, bank.bank_name, bank.bank_code, kept.sealed_number, kept.number_mac, kept.shown_number],
  );
  return { payment_method_id: id, ...bank, account_number: kept.shown_number };
}
