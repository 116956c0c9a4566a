import { expect, type Page } from '@playwright/test';
import { sql } from '../support/database.ts';
import { BINH, expectAccessible, payer, test } from '../support/demo.ts';
import { flowScene } from '../support/flow.ts';
import { callAsStaff, type Member, operatorTexts, STAFF, staff } from '../support/operator.ts';
import { merchantIdOf, ownMerchant } from '../support/own-merchant.ts';
import { recharge } from '../support/waiting.ts';

const { spoken, screen } = flowScene('zh-hant-cn', 390);
const t = operatorTexts(spoken);

/** One that somebody has decided: what its kind is called, its key in the queue, how it stands, and where it is shown on its own. */
interface Decided {
  readonly kind: 'usdt_recharge' | 'identity' | 'bank_account' | 'approval';
  readonly key: string;
  readonly mark: string;
  readonly state: string;
  readonly by: Member;
  readonly path: string;
}

const one = async <Row>(text: string, values: readonly unknown[]): Promise<Row> => {
  const [row] = await sql<Row & object>(text, [...values]);
  if (!row) throw new Error(`nothing found: ${text}`);
  return row;
};

async function identity(owner: number): Promise<string> {
  await sql(`update merchant set name = 'Gone Goods', authentication_status = 'pending' where merchant_id = $1`, [owner]);
  const { submission_id } = await one<{ submission_id: string }>(
    `insert into identity_submission (owner_id, submission_id, party, kind) values ($1, gen_random_uuid(), 'merchant', 'person') returning submission_id`,
    [owner],
  );
  return submission_id;
}

/** A bank card that a wallet user links. */
async function account(wallet: Page): Promise<{ owner_id: string; payment_method_id: string; version: number }> {
  const card = {
    market: 'USD',
    holder_name: 'Trần Bình',
    bank_name: 'Gone Bank',
    bank_code: '021000021',
    account_number: '8800000000000001',
  };
  const headers = { origin: new URL(wallet.url()).origin };
  await wallet.request.post('/wallet/bank-cards', { form: { ...card, payment_password: BINH.paymentPassword }, headers });
  return one(`select owner_id, payment_method_id, version from payment_method where bank_name = 'Gone Bank'`, []);
}

/** What the drawer says of one that waits no more, up to the time. */
const saidOf = ({ kind, state, by }: Decided): string =>
  t('queue.goneBy', { kind: t(`queue.kind.${kind}`), state, name: by.name, time: '\n' }).split('\n')[0] ?? '';

test('a link to what somebody else has decided tells what became of it, of every kind, and leads to its own list', async ({ browser }) => {
  test.setTimeout(240_000);
  const { username } = await ownMerchant('gone');
  const owner = await merchantIdOf(username);
  await sql(`select ledger.open_account($1, 'USDT', 'main', false)`, [owner]).catch(() => []);
  const wallet = await (await payer(browser, spoken, BINH, screen)).newPage();
  await wallet.goto('/wallet');
  await recharge(owner, 'RCGONE', 1_000_000, new Date().toISOString());
  await recharge(owner, 'RCGONEBIG', 40_000_000_000, new Date().toISOString());
  const submission_id = await identity(owner);
  const card = await account(wallet);

  // Whoever has one open while it is decided is told as well.
  const page = await (await staff(browser, spoken, STAFF.admin, screen)).newPage();
  const drawer = page.getByRole('dialog');
  await page.goto(`/operator/reviews?open=bank_account.${card.owner_id}.${card.payment_method_id}`);
  await expect(drawer.getByText('Gone Bank').first()).toBeVisible();
  await expect(drawer.getByText(t('queue.gone'))).toHaveCount(0);

  const accounts = [
    { owner_id: Number(card.owner_id), payment_method_id: card.payment_method_id, version: card.version, status: 'unverified' },
  ];
  await callAsStaff(browser, STAFF.admin2, 'bank_account/decide', { accounts, decision: 'verify', reason: '' });
  await callAsStaff(browser, STAFF.finance, 'review/decide', {
    orders: ['RCGONE', 'RCGONEBIG'].map((serial_number) => ({ owner_id: owner, serial_number })),
    decision: 'approve',
    reason: 'Seen at the explorer',
  });
  await callAsStaff(browser, STAFF.support, 'identity/decide', {
    owner_id: owner,
    submission_id,
    status: 'pending',
    decision: 'reject',
    reason: 'Blurred',
  });
  const { approval_id } = await one<{ approval_id: string }>(
    `select approval_id from approval where content::jsonb -> 'order' ->> 'serial_number' = 'RCGONEBIG'`,
    [],
  );
  await callAsStaff(browser, STAFF.admin2, 'approval/reject', { approval_id, remark: 'Not seen' });

  const decided: readonly Decided[] = [
    {
      kind: 'bank_account',
      key: `bank_account.${card.owner_id}.${card.payment_method_id}`,
      mark: 'Gone Bank',
      state: t('bank.state.verified'),
      by: STAFF.admin2,
      path: '/operator/bank-accounts',
    },
    {
      kind: 'usdt_recharge',
      key: `usdt_recharge.${owner}.RCGONE`,
      mark: 'RCGONE',
      state: t('reviews.status.approved'),
      by: STAFF.finance,
      path: '/operator/review-orders',
    },
    {
      kind: 'identity',
      key: `identity.${owner}.${submission_id}`,
      mark: 'Gone Goods',
      state: t('identity.state.rejected'),
      by: STAFF.support,
      path: '/operator/identities',
    },
    {
      kind: 'approval',
      key: `approval.${owner}.${approval_id}`,
      mark: 'RCGONEBIG',
      state: t('approvals.state.rejected'),
      by: STAFF.admin2,
      path: '/operator/approvals',
    },
  ];
  for (const [n, item] of decided.entries()) {
    if (n > 0) await page.goto(`/operator/reviews?open=${item.key}`);
    // The queue looks again every 15 s.
    await expect(drawer.getByText(saidOf(item)), item.kind).toBeVisible({ timeout: 30_000 });
    await expect(drawer.getByText(item.mark).first()).toBeVisible();
    await expectAccessible(page);
    await drawer.getByRole('link', { name: t('queue.goneOpen') }).click();
    await page.waitForURL(`**${item.path}?open=*`);
    await expect(drawer.getByText(item.mark).first()).toBeVisible();
    await expect(drawer.getByText(item.state, { exact: true }).first()).toBeVisible();
    await expect(drawer.getByText(t('queue.gone'))).toHaveCount(0);
  }
});

test('a link to what never was says so, and one to what still waits opens it', async ({ browser }) => {
  const { username } = await ownMerchant('gone-not');
  const owner = await merchantIdOf(username);
  await recharge(owner, 'RCSTAYS', 1_000_000, new Date().toISOString());
  const page = await (await staff(browser, spoken, STAFF.finance, screen)).newPage();
  const drawer = page.getByRole('dialog');
  await page.goto(`/operator/reviews?open=usdt_recharge.${owner}.RCNEVER`);
  await expect(drawer.getByText(t('list.notFoundTitle'))).toBeVisible();
  // Finance is told of no identity.
  await page.goto(`/operator/reviews?open=identity.${owner}.0190c3a8-0000-7000-8000-000000000000`);
  await expect(drawer.getByText(t('list.notFoundTitle'))).toBeVisible();
  await page.goto(`/operator/reviews?open=usdt_recharge.${owner}.RCSTAYS`);
  await expect(drawer.getByText('RCSTAYS').first()).toBeVisible();
  await expect(drawer.getByText(t('queue.gone'))).toHaveCount(0);
});
