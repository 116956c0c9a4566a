import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { fund, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../platform/testing/parties.ts';
import { type Execution, PlanWatch } from '../platform/testing/plan-watch.ts';
import { giveEndpoint } from '../platform/testing/webhook-endpoint.ts';
import { allRoutes } from './features.ts';
import { HOT_ACTS, type HotWorld } from './testing/hot-acts.ts';
import { fillWithOthers, fillWithOwn, OTHERS } from './testing/large-tables.ts';
import { keepStatistics } from './testing/multiply.ts';

/** As many as a batch has at the most, and one. */
const SIZES = [512, 1];
/** A step down a key for each row that is looked up, and one down each of a table's indexes for each that is written. */
const ROWS_PER_ITEM = 5;
const PAGES_PER_ITEM = 60;
/** What a statement may cost beside its items: the first use of a sequence, what is left of earlier acts. */
const ROWS_BESIDE = 200;
const PAGES_BESIDE = 500;

const BY_ACCESS_KEY = ['access_key_pkey', 'merchant_pkey', 'access_key_address_pkey'];
const BY_TOKEN = ['payment_order_merchant_id_token_key', 'merchant_pkey'];
const REFUNDABLE = [
  'payment_order_pkey',
  'payment_order_merchant_id_order_id_key',
  'merchant_pkey',
  'merchant_terms_pkey',
  'checkout_terms_pkey',
  'coin_pkey',
  'wallet_user_pkey',
];
const TERMS = ['coin_pkey', 'market_pkey', 'merchant_terms_pkey', 'checkout_terms_pkey', 'wallet_user_pkey', 'kind_terms_pkey'];
/** An order's number is nobody else's: with its owner or without, it is one row. */
const BY_NUMBER = ['review_order_pkey', 'review_order_by_number'];
const DELIVERIES = ['webhook_delivery_pending', 'webhook_delivery_sequence', 'webhook_delivery_pkey'];

/** The indexes by which each hot statement may reach its tables; of one that only inserts there is none. */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  'add-refunded': ['payment_order_pkey'],
  'claim-idempotency-keys': [],
  'claim-webhook-deliveries': [...DELIVERIES, 'webhook_attempt_pkey', 'webhook_endpoint_pkey'],
  'coin-terms': TERMS,
  'defer-blocked-webhook-deliveries': [...DELIVERIES, 'webhook_attempt_pkey'],
  'due-adjustments': ['review_order_of_all'],
  'expire-payment-orders': ['payment_order_due', 'payment_order_pkey'],
  'find-access-keys': BY_ACCESS_KEY,
  'hold-payees': ['payment_order_by_account', 'wallet_user_pkey'],
  'find-paying-users': ['wallet_user_pkey', 'session_pkey', 'account_pkey'],
  'find-sessions': [
    'sign_in_policy_pkey',
    'session_pkey',
    'merchant_pkey',
    'wallet_user_pkey',
    'login_ip_white_entry',
    // A team is small, whichever of its keys is taken.
    'merchant_member_pkey',
    'merchant_member_merchant_id_username_key',
  ],
  'find-withdrawal-limits': ['withdrawal_limit_pkey', 'withdrawal_limit_use_pkey'],
  'insert-payment-orders': [],
  'insert-refunds': [],
  'insert-review-orders': [],
  'insert-transfers': [],
  'lock-free-payable-orders': BY_TOKEN,
  'lock-free-refundable-orders': REFUNDABLE,
  'lock-payable-orders': BY_TOKEN,
  'lock-refundable-orders': REFUNDABLE,
  'lock-review-orders': BY_NUMBER,
  'lock-withdrawing-merchants': ['merchant_pkey'],
  'mark-orders-paid': ['payment_order_pkey'],
  'note-change': [],
  'note-nonces': [],
  'order-terms-of-merchants': ['merchant_pkey'],
  'read-changes': ['change_pkey'],
  'read-idempotency-keys': ['idempotency_key_pkey'],
  'record-webhook-deliveries': ['webhook_endpoint_pkey'],
  'release-idempotency-keys': ['idempotency_key_pkey'],
  'release-next-webhook-deliveries': ['webhook_delivery_pkey', 'webhook_delivery_sequence', 'webhook_attempt_pkey'],
  'settle-webhook-attempts': ['webhook_delivery_pkey'],
  'store-idempotent-answers': ['idempotency_key_pkey'],
  'suspended-payees': ['wallet_user_pkey'],
  'taken-refund-ids': ['refund_of_merchant'],
  'taken-withdrawal-numbers': ['review_order_of_owner'],
  'transfer-parties': ['merchant_pkey', 'account_pkey'],
  'webhook-endpoints-due': ['webhook_delivery_pending'],
  'webhook-subscriptions': ['merchant_pkey'],
  'write-review-moves': BY_NUMBER,
};

/** Statements without a name reach their tables by primary keys; these, told by a part of their text, by other indexes. */
const MEANT_UNNAMED: readonly (readonly [RegExp, RegExp])[] = [
  [/^delete from /, /_forget$|_over$|^message_by_any_recipient$/],
  [/from throttle/, /^throttle_forget$/],
  [/^select \* from payment_order where merchant_id = \$1 and order_id = \$2/, /^payment_order_merchant_id_order_id_key$/],
  [/from ledger.entry e\s+where .* and e\.type = /s, /^entry_by_run$/],
  [/payment_link_total|settled_to as settled/, /^payment_order_paid_at_links$/],
  [/insert into figure_progress/, /^payment_order_by_state$/],
  [/from maintenance/, /^maintenance_to_come$/],
  // Whether tables are distributed, as a connection opens.
  [/as is_distributed/, /^pg_(proc_proname_args_nsp|namespace_nspname)_index$/],
];

/** What does not follow the size of a batch, and why: the rows that are visited then, and the pages where there are more than for as many items. */
const BOUNDED_OTHERWISE: readonly (readonly [statement: RegExp, rows: number, pages?: number])[] = [
  // An endpoint after the other that something waits for, however much it is.
  [/^\s*with recursive endpoint/, 3 * OTHERS.merchants],
  // At most 1,000 that are due, each with the one before it and itself.
  [/as blocked\s+where webhook_delivery/, 3_000 + ROWS_BESIDE],
  // Of the act before there may be some that are read only now: as many as it had items, not as many as there are.
  [/from change where xid >= /, ROWS_PER_ITEM * Math.max(...SIZES) + ROWS_BESIDE, PAGES_BESIDE],
  // Every merchant, for one order, by the key.
  [/insert into figure_progress/, 2 * OTHERS.parties, 5 * OTHERS.parties],
  // The rollup looks at every account for what waits; an index on what changes with every posting would cost each posting more.
  [/rolled_up_to_version|select ledger.roll_up/, 2 * OTHERS.accounts],
  // A page of 2,000 accounts, with the last seal and the first unsealed entry of each.
  [/as done, s\.mac/, 6_000],
  // Slices of 4,096 entries, a few in each statement.
  [/sha256\(convert_to/, 64 * 1_024],
];

/** Tables of a few rows. */
const SMALL = new Set(['_private_jobs', 'payment_link_progress', 'program', 'scope_key']);

let app: TestApp;
let watch: PlanWatch;
let worlds: readonly Omit<HotWorld, 'size'>[];
let stopHearing: () => void;
const met = new Set<string>();

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes, connections: 1 });
  const [shop, small] = [await makeMerchant(app), await makeMerchant(app)];
  const payers = await Promise.all(Array.from({ length: 4 }, () => makeUser(app)));
  for (const { user_id } of payers) await fund(app, user_id, 'USDP', '1000000.00');
  worlds = [await worldOf(shop, small, payers), await worldOf(small, shop, payers)];
  // Changes are read often while somebody listens.
  stopHearing = app.platform.hub.onMerchant(shop.merchant_id, () => {});
  await keepStatistics(app);
  for (const world of worlds) for (const act of Object.values(HOT_ACTS)) await act({ ...world, size: 2 });
  await app.sql('analyze');
  await fillWithOwn(app, shop.merchant_id);
  watch = await PlanWatch.start(app);
}, 180_000);
afterAll(async () => {
  stopHearing?.();
  watch?.stop();
  await app.close();
});

async function worldOf(merchant: TestMerchant, partner: TestMerchant, payers: readonly TestUser[]): Promise<Omit<HotWorld, 'size'>> {
  const { merchant_id } = merchant;
  const secret = randomBytes(24).toString('base64url');
  const access_key = `pk_${merchant_id.toString(36)}_${randomBytes(10).toString('hex')}`;
  await fund(app, merchant_id, 'USDP', '1000000.00');
  await app.sql('insert into access_key (merchant_id, access_key, secret) values ($1, $2, $3)', [
    merchant_id,
    access_key,
    app.platform.secrets.seal('access-key', secret),
  ]);
  await giveEndpoint(app, merchant_id);
  return { app, merchant, partner, payers, signedWith: { access_key, secret } };
}

/** Executions that reached a table by another index than is meant, or did more than their items explain. */
function drifted(executions: readonly Execution[], size: number): string[] {
  return executions.flatMap(({ text, name, pages, visited, scanned, reached, plan }) => {
    const meant = name === undefined ? undefined : MEANT[name];
    const unnamed = MEANT_UNNAMED.find(([part]) => part.test(text.trim()))?.[1];
    const astray = reached.filter((path) => {
      const [table, index = ''] = path.split(': ');
      return meant ? !meant.includes(index) : index !== `${table}_pkey` && unnamed?.test(index) !== true;
    });
    const whole = scanned.filter((table) => !SMALL.has(table));
    const [, rows, most] = BOUNDED_OTHERWISE.find(([part]) => part.test(text)) ?? [text, ROWS_PER_ITEM * size + ROWS_BESIDE];
    const within = visited <= rows && pages <= (most ?? PAGES_PER_ITEM * Math.max(size, rows / ROWS_PER_ITEM) + PAGES_BESIDE);
    if (astray.length + whole.length === 0 && within) return [];
    const long = process.env['PURSER_TEST_PLANS'] === '1' ? `\n${plan}` : '';
    const ways = [...astray, ...whole.map((table) => `all of ${table}`)].join(', ');
    return [
      `${name ?? text.trim().replaceAll(/\s+/g, ' ').slice(0, 100)}, ${size}: ${visited} rows, ${pages} pages, by ${ways || 'what is meant'}${long}`,
    ];
  });
}

/** An act for the merchant that has nearly everything, and for one that has nearly nothing. */
async function driftedIn(name: string): Promise<string[]> {
  const act = HOT_ACTS[name] as (world: HotWorld) => Promise<void>;
  const found = new Set<string>();
  for (const size of SIZES) {
    for (const world of worlds) {
      const seen = await watch.during(() => act({ ...world, size }));
      for (const { name: statement } of seen) if (statement !== undefined) met.add(statement);
      for (const one of drifted(seen, size)) found.add(one);
    }
  }
  return [...found];
}

describe('hot statements reach large tables by the indexes that are meant for them', () => {
  describe('with statistics of a time when the tables were almost empty', () => {
    it.each(Object.keys(HOT_ACTS))('%s', async (name) => expect((await driftedIn(name)).join('\n')).toBe(''));
  });

  describe('with statistics of a time when nearly all was one merchant’s, and nothing waited', () => {
    beforeAll(async () => {
      await fillWithOthers(app, worlds[0]?.merchant.merchant_id ?? 0, () => app.sql('vacuum analyze'));
      await watch.reconnect();
    }, 120_000);
    it.each(Object.keys(HOT_ACTS))('%s', async (name) => expect((await driftedIn(name)).join('\n')).toBe(''));
  });

  it('none of them was left out', () => {
    expect(Object.keys(MEANT).filter((name) => !met.has(name))).toEqual([]);
  });
});
