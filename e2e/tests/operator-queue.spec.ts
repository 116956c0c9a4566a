import { type Browser, expect, type Page } from '@playwright/test';
import { freshCode } from '../support/codes.ts';
import { sql } from '../support/database.ts';
import { BINH, expectAccessible, payer, test } from '../support/demo.ts';
import { flowScene } from '../support/flow.ts';
import { operatorTexts, STAFF, staff } from '../support/operator.ts';
import { merchantIdOf, ownMerchant } from '../support/own-merchant.ts';
import { recharge } from '../support/waiting.ts';

const { spoken, screen } = flowScene('us', 1440);
const t = operatorTexts(spoken);

type Kind = 'usdt_recharge' | 'identity' | 'bank_account' | 'approval';

/** One that waits: what its drawer says of it, how it is decided, and what becomes of it. */
interface Item {
  readonly kind: Kind;
  readonly mark: string;
  readonly decision: 'approve' | 'reject';
  /** The row by its mark, and the state that it has then. */
  readonly stateOf: () => Promise<string | undefined>;
  readonly becomes: string;
}

/** The n-th of those that have waited for longest of all. */
const since = (n: number): string => new Date(Date.UTC(2021, 0, 1, 0, n)).toISOString();
const decisionOf = (n: number) => (n % 2 === 0 ? 'approve' : 'reject') as Item['decision'];
const only = async (text: string, values: readonly unknown[]): Promise<string | undefined> =>
  (await sql<{ state: string }>(text, [...values]))[0]?.state;

async function orders(owner: number, places: readonly number[]): Promise<Item[]> {
  return Promise.all(
    places.map(async (place, n) => {
      const mark = `RCMIX${n}`;
      await recharge(owner, mark, 1_000_000, since(place));
      const decision = decisionOf(n);
      const stateOf = () => only('select status as state from review_order where serial_number = $1', [mark]);
      return { kind: 'usdt_recharge', mark, decision, stateOf, becomes: decision === 'approve' ? 'approved' : 'rejected' } as const;
    }),
  );
}

async function identities(places: readonly number[]): Promise<Item[]> {
  const items: Item[] = [];
  for (const [n, place] of places.entries()) {
    const { username } = await ownMerchant(`queue-${n}`);
    const [mark, owner] = [`Queue Goods ${n}`, await merchantIdOf(username)];
    await sql(`update merchant set name = $2, authentication_status = 'pending' where merchant_id = $1`, [owner, mark]);
    await sql(
      `insert into identity_submission (owner_id, submission_id, party, kind, created_at) values ($1, gen_random_uuid(), 'merchant', 'person', $2)`,
      [owner, since(place)],
    );
    const decision = decisionOf(n);
    const stateOf = () => only('select authentication_status as state from merchant where merchant_id = $1', [owner]);
    items.push({ kind: 'identity', mark, decision, stateOf, becomes: decision === 'approve' ? 'approved' : 'rejected' });
  }
  return items;
}

/** Bank cards that a wallet user links. */
async function accounts(wallet: Page, origin: string, places: readonly number[]): Promise<Item[]> {
  const items: Item[] = [];
  for (const [n, place] of places.entries()) {
    const card = {
      market: 'USD',
      holder_name: 'Trần Bình',
      bank_name: `Mixed Bank ${n}`,
      bank_code: '021000021',
      account_number: `660000000000000${n}`,
    };
    await wallet.request.post('/wallet/bank-cards', { form: { ...card, payment_password: BINH.paymentPassword }, headers: { origin } });
    await sql('update payment_method set updated_at = $2 where bank_name = $1', [card.bank_name, since(place)]);
    const decision = decisionOf(n);
    const stateOf = () => only('select status as state from payment_method where bank_name = $1', [card.bank_name]);
    items.push({
      kind: 'bank_account',
      mark: card.bank_name,
      decision,
      stateOf,
      becomes: decision === 'approve' ? 'verified' : 'rejected',
    });
  }
  return items;
}

/** Orders beyond what one person approves, which finance enters for a second person. */
async function approvals(browser: Browser, owner: number, places: readonly number[]): Promise<Item[]> {
  const marks = places.map((_, n) => `RCBIG${n}`);
  for (const mark of marks) await recharge(owner, mark, 40_000_000_000, new Date().toISOString());
  const entering = await (await staff(browser, spoken, STAFF.finance, screen)).newPage();
  await entering.goto('/operator/reviews');
  const answer = await entering.request.post('/v1/operator/review/decide', {
    data: {
      orders: marks.map((serial_number) => ({ owner_id: owner, serial_number })),
      decision: 'approve',
      reason: 'Seen at the explorer',
      google_code: await freshCode(STAFF.finance.username),
    },
    headers: { origin: new URL(entering.url()).origin },
  });
  expect(await answer.json()).toMatchObject({ msg: 'ok' });
  await entering.close();
  return Promise.all(
    places.map(async (place, n) => {
      const mark = marks[n] ?? '';
      await sql(`update approval set created_at = $2 where content::jsonb -> 'order' ->> 'serial_number' = $1`, [mark, since(place)]);
      const decision = decisionOf(n);
      const stateOf = () => only(`select state from approval where content::jsonb -> 'order' ->> 'serial_number' = $1`, [mark]);
      return { kind: 'approval', mark, decision, stateOf, becomes: decision === 'approve' ? 'approved' : 'rejected' } as const;
    }),
  );
}

/** Goes on by Tab until what is focused is a field, or a button, of that name. */
async function tabTo(page: Page, name: string): Promise<void> {
  const wanted = page
    .getByRole('dialog')
    .last()
    .getByLabel(name)
    .or(page.getByRole('dialog').last().getByRole('button', { name, exact: true }));
  for (let pressed = 0; pressed < 12; pressed += 1) {
    if (
      await wanted
        .last()
        .evaluate((element) => element === (globalThis as unknown as { document: { activeElement: unknown } }).document.activeElement)
    )
      return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${name}`);
}

/** Gives the code that the dialog which has just opened asks for first. */
async function confirmByKeys(page: Page, username: string): Promise<void> {
  await expect(page.getByLabel(t('kit.codeLabel'))).toBeFocused();
  await page.keyboard.type(await freshCode(username));
  await page.keyboard.press('Enter');
}

async function decide(page: Page, { kind, decision, mark }: Item): Promise<void> {
  await page.keyboard.press(decision === 'approve' ? 'a' : 'r');
  const dialogs = page.locator('.ant-modal-wrap:visible');
  await expect(dialogs).toHaveCount(1);
  if (decision === 'reject') {
    await expect(dialogs.locator('textarea')).toBeFocused();
    await page.keyboard.type(`Not right: ${mark}`);
  }
  if (kind === 'approval' && decision === 'reject') {
    await tabTo(page, t('approvals.reject'));
  } else {
    await tabTo(page, t('kit.codeLabel'));
    await page.keyboard.type(await freshCode(STAFF.admin.username));
  }
  await page.keyboard.press('Enter');
  await expect(dialogs).toHaveCount(0);
}

test('twenty of every kind are decided one after the other by keyboard alone, and each is what was decided', async ({ browser }) => {
  test.setTimeout(480_000);
  const { username } = await ownMerchant('queue');
  const owner = await merchantIdOf(username);
  await sql(`select ledger.open_account($1, 'USDT', 'main', false)`, [owner]).catch(() => []);
  const wallet = await (await payer(browser, spoken, BINH, screen)).newPage();
  await wallet.goto('/wallet');
  const places = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n * 5);
  // Of five that follow each other two are orders, and one is of each other kind.
  const items = [
    ...(await orders(owner, [...places(0, 4), ...places(3, 4)])),
    ...(await identities(places(1, 4))),
    ...(await accounts(wallet, new URL(wallet.url()).origin, places(2, 4))),
    ...(await approvals(browser, owner, places(4, 4))),
  ];
  const placed = [...places(0, 4), ...places(3, 4), ...places(1, 4), ...places(2, 4), ...places(4, 4)];
  const inOrder = items.map((item, index) => ({ item, place: placed[index] ?? 0 })).toSorted((a, b) => a.place - b.place);
  expect(inOrder.map(({ place }) => place)).toEqual(Array.from({ length: 20 }, (_, place) => place));

  const page = await (await staff(browser, spoken, STAFF.admin, screen)).newPage();
  await page.goto('/operator/reviews?sort_order=asc&page_size=50');
  await expect(page.getByRole('button', { name: t('queue.kind.usdt_recharge') }).first()).toBeVisible();
  const drawer = page.getByRole('dialog', { name: t('queue.detailTitle') });
  await page.keyboard.press('j');
  const looked = new Set<Kind>();
  for (const { item } of inOrder) {
    await expect(drawer.getByText(item.mark).first()).toBeVisible();
    await expect(drawer.getByRole('heading', { name: t('history.title') })).toBeVisible();
    if (item.kind === 'identity') {
      // Nobody approves what they have not looked at.
      await page.keyboard.press('a');
      await expect(page.locator('.ant-modal-wrap:visible')).toHaveCount(0);
      await page.keyboard.press('s');
      await expect(drawer.getByText(t('identity.erased'))).toBeVisible();
    }
    await expect(drawer.locator('[aria-keyshortcuts="r"]')).toBeVisible();
    if (!looked.has(item.kind)) await expectAccessible(page);
    looked.add(item.kind);
    expect(await item.stateOf()).not.toBe(item.becomes);
    await decide(page, item);
    await expect.poll(item.stateOf).toBe(item.becomes);
    // What comes next is open by itself.
    await expect(drawer.getByText(item.mark)).toHaveCount(0);
  }
  for (const { item } of inOrder) expect(await item.stateOf(), item.mark).toBe(item.becomes);
  const reasons = await sql<{ remark: string }>(
    `select remark from review_order where serial_number like 'RCMIX%' and status = 'rejected' order by 1`,
  );
  expect(reasons.map(({ remark }) => remark)).toEqual(['RCMIX1', 'RCMIX3', 'RCMIX5', 'RCMIX7'].map((mark) => `Not right: ${mark}`));
});

test('orders and bank accounts are decided together, each of the two with one code; others want a look each', async ({ browser }) => {
  const wallet = await (await payer(browser, spoken, BINH, screen)).newPage();
  await wallet.goto('/wallet');
  const [{ user_id: binh } = { user_id: '' }] = await sql<{ user_id: string }>(`select user_id from wallet_user where username = $1`, [
    BINH.username,
  ]);
  await sql(`select ledger.open_account($1, 'USDT', 'main', false)`, [binh]).catch(() => []);
  for (let n = 0; n < 2; n += 1) {
    await recharge(Number(binh), `RCPAIR${n}`, 1_000_000, since(100 + n));
    const card = {
      market: 'USD',
      holder_name: 'Trần Bình',
      bank_name: `Second Bank ${n}`,
      bank_code: '021000021',
      account_number: `770000000000000${n}`,
    };
    const headers = { origin: new URL(wallet.url()).origin };
    await wallet.request.post('/wallet/bank-cards', { form: { ...card, payment_password: BINH.paymentPassword }, headers });
  }
  const page = await (await staff(browser, spoken, STAFF.finance, screen)).newPage();
  await page.goto(`/operator/reviews?sort_order=asc&owner_id=${binh}`);
  await expect(page.getByRole('button', { name: t('queue.kind.bank_account') })).toHaveCount(2);
  await page.getByRole('checkbox').first().focus();
  await page.keyboard.press('Space');
  await expectAccessible(page);
  await page.getByRole('button', { name: t('bank.verify'), exact: true }).click();
  await expect(page.getByRole('dialog', { name: t('bank.verifyMany', { count: 2 }) })).toBeVisible();
  await confirmByKeys(page, STAFF.finance.username);
  await expect(page.getByRole('button', { name: t('queue.kind.bank_account') })).toHaveCount(0);
  expect(await sql(`select distinct status from payment_method where bank_name like 'Second Bank %'`)).toEqual([{ status: 'verified' }]);
  expect(await sql(`select distinct status from review_order where serial_number like 'RCPAIR%'`)).toEqual([{ status: 'pending_review' }]);
  // The keys are the page's again when the dialog has gone.
  await expect(page.locator('.ant-modal-wrap:visible')).toHaveCount(0);
  await page.keyboard.press('a');
  await confirmByKeys(page, STAFF.finance.username);
  await expect
    .poll(async () => sql(`select distinct status from review_order where serial_number like 'RCPAIR%'`))
    .toEqual([{ status: 'approved' }]);
});
