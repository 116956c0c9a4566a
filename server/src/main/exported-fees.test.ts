import { adjustmentExport } from '@purser/contract/features/adjustment';
import { fiatWithdrawalExport } from '@purser/contract/features/fiat-withdrawal';
import { reviewExport } from '@purser/contract/features/review';
import { usdtRechargeExport } from '@purser/contract/features/usdt-recharge';
import { usdtWithdrawalExport } from '@purser/contract/features/usdt-withdrawal';
import { userWithdrawalExport } from '@purser/contract/features/user-withdrawal';
import type { ExportCall } from '@purser/contract/list-call';
import { minorOf } from '@purser/contract/money';
import { isEffective, type ReviewEvent, type ReviewKind, type ReviewState } from '@purser/contract/review';
import { providerAccounts } from '@purser/ledger/account';
import { openAccounts } from '@purser/ledger/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moveReviewOrders, type NewReviewOrder, type ReviewOrder, submitReviewOrder } from '../domain/review-order.ts';
import { newTxid } from '../features/usdt-recharge/testing/recharge.ts';
import { accountsOutside } from '../features/usdt-withdrawal/kind.ts';
import { newAddress } from '../features/usdt-withdrawal/testing/world.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { breaksOf } from '../platform/testing/breaks.ts';
import { exportedFile, type FileRow } from '../platform/testing/exported-file.ts';
import { fund, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../platform/testing/staff.ts';
import { allRoutes } from './features.ts';
import { REVIEW_ORDER_KINDS } from './review-kinds.ts';

/** The fees and settlements in the files of orders under review, against what the ledger took: of orders in every state, by every way into it. */

let app: TestApp;
let finance: TestStaff;
let user: TestUser;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  [finance, user] = [await makeStaff(app, 'finance'), await makeUser(app)];
  await openAccounts(app.platform.db.system, [
    ...['USDT', 'USDP'].flatMap(providerAccounts),
    ...accountsOutside({ coin: 'USDP', network: 'TRC20' }),
  ]);
});
afterAll(async () => {
  expect(await breaksOf(app)).toEqual([]);
  await app.close();
});

/** An order of each kind over 10.00 USDP less a fee, another for each. */
const OF_KIND: Readonly<Record<ReviewKind, () => Omit<NewReviewOrder, 'owner_id' | 'kind' | 'status' | 'fee' | 'settlement'>>> = {
  user_withdrawal: () => ({ ...MONEY, payee_id: BigInt(user.user_id), payee_nick: user.nick }),
  adjustment: () => ({ ...MONEY, payee_id: BigInt(user.user_id), payee_nick: user.nick, balance_type: 'pending' }),
  usdt_recharge: () => ({ ...OVER_CHAIN, txid: newTxid() }),
  usdt_withdrawal: () => ({ ...OVER_CHAIN, network_fee: 20n, address: newAddress() }),
  fiat_withdrawal: () => ({ ...MONEY, other_coin: 'USDP', other_amount: '1000', rate: '1', destination: BANK }),
};
const MONEY = { review_mode: 'manual', coin: 'USDP', amount: 1_000n, fee_bp: 0 } as const;
const OVER_CHAIN = { ...MONEY, other_coin: 'USDT', other_amount: '8000000', rate: '1.25', network: 'TRC20' } as const;
const BANK = {
  payment_method_id: '01900000-0000-7000-8000-000000000001',
  market: 'USD',
  holder_name: 'Shop Ltd',
  bank_name: 'First Bank',
  bank_code: '021000021',
  account_number: '6789',
};

/** Every way through the machine of a kind from where its orders begin, that comes to no state twice. */
function ways(kind: ReviewKind, from: ReviewState, been: readonly ReviewState[] = []): ReviewEvent[][] {
  const transitions = REVIEW_ORDER_KINDS.find((one) => one.kind === kind)?.machine.transitions[from] ?? {};
  const on = (Object.entries(transitions) as [ReviewEvent, ReviewState][]).filter(([, to]) => !been.includes(to));
  return [[], ...on.flatMap(([event, to]) => ways(kind, to, [...been, from]).map((rest) => [event, ...rest]))];
}

const BY = { kind: 'operator', id: '1001', name: 'Ada' } as const;

/** Submits an order and lets the events happen to it. */
async function lead(merchant: TestMerchant, kind: ReviewKind, events: readonly ReviewEvent[], fee: bigint): Promise<ReviewOrder> {
  const of = REVIEW_ORDER_KINDS.find((one) => one.kind === kind);
  if (!of) throw new Error(`${kind} is no kind`);
  const asked = OF_KIND[kind]();
  const status = kind === 'adjustment' ? 'paid' : 'pending_review';
  const settlement = asked.amount - fee - (asked.network_fee ?? 0n);
  const other = kind === 'fiat_withdrawal' && { other_amount: String(settlement) };
  const order = { ...asked, ...other, kind, status, fee, settlement, owner_id: BigInt(merchant.merchant_id) } as const;
  let made = await app.platform.db.systemTransaction((tx) => submitReviewOrder(tx, app.platform, of, order));
  for (const event of events) {
    const move = { ownerId: merchant.merchant_id, serialNumber: made.serial_number, event, by: BY, byTwo: true, txid: newTxid() };
    const [moved] = await app.platform.db.systemTransaction((tx) => moveReviewOrders(tx, app.platform, of, [move]));
    if (!moved || moved instanceof Refusal) throw moved ?? new Error('nothing was moved');
    made = moved;
  }
  return made;
}

/** What the provider has of fees, in minor units of USDP. */
async function feesTaken(): Promise<bigint> {
  const [row] = await app.sql<{ sum: string }>(
    `select coalesce(sum(available), 0)::text as sum from ledger.account where purpose = 'fees' and coin = 'USDP' and ledger.is_provider(owner_id)`,
  );
  return BigInt(row?.sum ?? '');
}

const minor = (text: string): bigint => minorOf(text || '0.00');
const sumOf = (rows: readonly FileRow[], titles: readonly string[]): bigint =>
  rows.reduce((sum, row) => sum + titles.reduce((of, title) => of + minor(row[title] ?? never(title)), 0n), 0n);
function never(title: string): never {
  throw new Error(`no column is called ${title}`);
}

const FILES: readonly (readonly [ReviewKind, ExportCall, number: string, fees: readonly string[], settlement: string])[] = [
  ['user_withdrawal', userWithdrawalExport, 'Serial number', ['Handling fee'], 'Settlement amount'],
  ['adjustment', adjustmentExport, 'Serial number', ['Handling fee'], 'Settlement amount'],
  ['usdt_recharge', usdtRechargeExport, 'Order number', ['Fee'], 'Amount received'],
  ['usdt_withdrawal', usdtWithdrawalExport, 'Order number', ['Fee', 'Network fee'], 'Amount received'],
  ['fiat_withdrawal', fiatWithdrawalExport, 'Order number', ['Fee'], 'Amount received'],
];

describe.each(FILES)('the file of %s', (kind, call, number, fees, settlement) => {
  it('has in sum the fees that the ledger took, and says nothing of those of orders that came to nothing or are yet to come to something', async () => {
    const merchant = await makeMerchant(app);
    await fund(app, merchant.merchant_id, 'USDP', '1000.00');
    const before = await feesTaken();
    const made: ReviewOrder[] = [];
    const all = ways(kind, kind === 'adjustment' ? 'paid' : 'pending_review');
    for (const [place, events] of all.entries()) made.push(await lead(merchant, kind, events, 2n ** BigInt(place)));
    const taken = (await feesTaken()) - before;
    expect(taken).toBeGreaterThan(0n);

    const rows = await exportedFile(app, call, { token: merchant.token });
    expect(sumOf(rows, fees)).toBe(taken);
    const speaks = (row: FileRow | undefined) => [...fees, settlement].map((title) => (row?.[title] ?? never(title)) !== '');
    for (const { serial_number, status } of made) {
      const row = rows.find((one) => one[number] === serial_number);
      expect(speaks(row), status).toEqual([...fees, settlement].map(() => isEffective(kind, status)));
    }

    const reviews = await exportedFile(app, reviewExport, { staffToken: finance.token }, { kind, owner_id: merchant.merchant_id });
    expect(reviews).toHaveLength(all.length);
    expect(sumOf(reviews, ['Handling fee', 'Network fee'])).toBe(taken);
    const settled = made.reduce((sum, order) => sum + (isEffective(kind, order.status) ? order.settlement : 0n), 0n);
    expect(sumOf(reviews, ['Settlement amount'])).toBe(settled);
    for (const { serial_number, status } of kind === 'usdt_recharge' ? [] : made.filter((order) => !isEffective(kind, order.status)))
      expect(reviews.find((one) => one['Serial number'] === serial_number)?.['Exchanged amount'], status).toBe('');
  });
});
