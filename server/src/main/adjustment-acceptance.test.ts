import {
  adjustmentAdd,
  adjustmentDetail,
  adjustmentRelease,
  adjustmentTakeBack,
  walletAdjustmentAccept,
  walletAdjustmentAppeal,
} from '@purser/contract/features/adjustment';
import { webhookEvent } from '@purser/contract/features/webhook';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { releaseDueAdjustments } from '../features/adjustment/jobs.ts';
import { adjust } from '../features/adjustment/testing/adjust.ts';
import { closeAccount } from '../features/privacy/closing.ts';
import { UNKEYED } from '../platform/commands/idempotency.ts';
import { PAYER_COOKIE } from '../platform/http/payer-cookie.ts';
import { verifyAll } from '../platform/proof/verify-all.ts';
import { createTestApp, dataOf, type TestApp } from '../platform/testing/app.ts';
import { onCluster } from '../platform/testing/citus.ts';
import { mayRest, untilWaiting } from '../platform/testing/lock-waits.ts';
import { fund, googleCode, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../platform/testing/parties.ts';
import { PlainBrowser } from '../platform/testing/plain-browser.ts';
import { readPdf } from '../platform/testing/read-pdf.ts';
import { giveEndpoint } from '../platform/testing/webhook-endpoint.ts';
import { allRoutes } from './features.ts';
import { payerPagesOfSource } from './testing/payer-pages.ts';

const OFFERED = { user_may_accept: true };
const NOTHING = { merchant: 0, available: 0, pending: 0 };
const GIVEN = { merchant: 0, available: 1_000, pending: -1_000 };
const BACK = { merchant: 1_000, available: 0, pending: -1_000 };

let app: TestApp;
let merchant: TestMerchant;
let user: TestUser;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes, pages: [payerPagesOfSource] });
  merchant = await makeMerchant(app, { name: 'Blue Bottle' });
  user = await makeUser(app);
  await fund(app, merchant.merchant_id, 'USDP', '10000.00');
});
afterAll(() => app.close());

/** What an act changes of the merchant's balance and the user's; in cents. */
async function changed(act: () => Promise<unknown>, whom = user) {
  const read = async (owner: number) => {
    const [row] = await app.sql<{ available: string; pending: string }>(
      `select available, pending from ledger.account where owner_id = $1 and coin = 'USDP' and purpose = 'main'`,
      [owner],
    );
    return { available: Number(row?.available), pending: Number(row?.pending) };
  };
  const both = async () => [await read(merchant.merchant_id), await read(whom.user_id)] as const;
  const [before, had] = await both();
  await act();
  const [after, has] = await both();
  return { merchant: after.available - before.available, available: has.available - had.available, pending: has.pending - had.pending };
}

const offered = async (whom = user) => (await adjust(app, merchant, whom, OFFERED)).serial_number;
const accept = (serial_number: string, { token }: Pick<TestUser, 'token'> = user) =>
  app.call(walletAdjustmentAccept, { serial_number }, { payerToken: token });
const appeal = (serial_number: string) =>
  app.call(walletAdjustmentAppeal, { serial_number, reason: 'It is too little' }, { payerToken: user.token });
const asMerchant = async (call: typeof adjustmentRelease | typeof adjustmentTakeBack, serial_number: string) =>
  app.call(call, { serial_number, google_code: await googleCode(app, merchant) }, { token: merchant.token });
const release = (serialNumber: string) => asMerchant(adjustmentRelease, serialNumber);
const takeBack = (serialNumber: string) => asMerchant(adjustmentTakeBack, serialNumber);
const shownTo = async (serial_number: string) => dataOf(await app.call(adjustmentDetail, { serial_number }, { token: merchant.token }));

describe('an adjustment that the user may accept', () => {
  it('is the user’s at once when they accept it, and stays so', async () => {
    const serial_number = await offered();
    expect(await shownTo(serial_number)).toMatchObject({ user_may_accept: true, order_status: 'paid' });
    const received = { serial_number, order_status: 'completed', user_may_accept: true, ended: { by: 'user', remark: '' } };
    expect(await changed(async () => expect(await accept(serial_number)).toMatchObject({ msg: 'ok', data: received }))).toEqual(GIVEN);
    expect(
      await changed(async () => {
        expect(await accept(serial_number)).toMatchObject({ msg: 'already_done', data: received });
        expect((await takeBack(serial_number)).msg).toBe('review_decided');
        expect((await appeal(serial_number)).msg).toBe('review_decided');
        expect((await release(serial_number)).msg).toBe('already_done');
      }),
    ).toEqual(NOTHING);
    expect(await shownTo(serial_number)).toMatchObject({ order_status: 'completed', ended: { by: 'user', remark: '' } });
    // The user's name stands in one place alone, from where it is taken when the account is closed.
    const [kept] = await app.sql('select audit, reviewer_kind, reviewer_id from review_order where serial_number = $1', [serial_number]);
    expect(kept).toEqual({ audit: '', reviewer_kind: 'user', reviewer_id: String(user.user_id) });
    const acts = await app.sql(`select action from audit_log where owner_id = $1 and actor_kind = 'user' order by sequence desc limit 1`, [
      user.user_id,
    ]);
    expect(acts).toEqual([{ action: 'adjustment.accept' }]);
  });

  it('costs its fee then, of what the user is given', async () => {
    await app.sql(`update coin set adjustment_fee_bp = 250 where code = 'USDP'`);
    try {
      const { serial_number } = await adjust(app, merchant, user, { ...OFFERED, amount: '9.99' });
      expect(await changed(() => accept(serial_number))).toEqual({ merchant: 0, available: 974, pending: -999 });
    } finally {
      await app.sql(`update coin set adjustment_fee_bp = 0 where code = 'USDP'`);
    }
  });

  it('tells the merchant’s system once that it is completed, and by whom', async () => {
    await giveEndpoint(app, merchant.merchant_id);
    try {
      const serial_number = await offered();
      await accept(serial_number);
      await accept(serial_number);
      const told = await app.sql<{ event_type: string; payload: string }>(
        'select event_type, payload from webhook_delivery where merchant_id = $1 and subject = $2',
        [merchant.merchant_id, serial_number],
      );
      expect(told.map(({ event_type }) => event_type)).toEqual(['adjustment.completed']);
      const { data } = webhookEvent.parse(JSON.parse(told[0]?.payload ?? ''));
      expect(data).toMatchObject({ user_may_accept: true, order_status: 'completed', ended: { by: 'user' } });
    } finally {
      await app.sql(`update merchant set webhook_events = '{}' where merchant_id = $1`, [merchant.merchant_id]);
    }
  });

  it('is released, taken back and objected to as any other until then', async () => {
    const [released, back, objected] = [await offered(), await offered(), await offered()];
    await release(released);
    await takeBack(back);
    await appeal(objected);
    expect(
      await changed(async () => {
        expect(await accept(released)).toMatchObject({ msg: 'already_done', data: { ended: { by: 'merchant' } } });
        expect((await accept(back)).msg).toBe('review_decided');
        expect((await accept(objected)).msg).toBe('adjustment_objected');
      }),
    ).toEqual(NOTHING);
  });

  it('is offered by its merchant alone, to its user alone, and only while it is kept pending', async () => {
    const [kept, other] = [await adjust(app, merchant, user), await offered()];
    const stranger = await makeUser(app);
    expect(kept.user_may_accept).toBe(false);
    expect(
      await changed(async () => {
        expect((await accept(kept.serial_number)).msg).toBe('adjustment_not_offered');
        expect((await accept(other, stranger)).msg).toBe('order_unknown');
        expect((await accept('AJ0')).msg).toBe('order_unknown');
        const asked = {
          receipt_user_id: user.user_id,
          coin_name: 'USDP',
          balance_type: 'available',
          amount: '1.00',
          remark: 'Gift',
        } as const;
        const google_code = await googleCode(app, merchant);
        const refused = await app.call(adjustmentAdd, { ...asked, ...OFFERED, google_code }, { token: merchant.token });
        expect(refused.msg).toBe('invalid_input');
      }),
    ).toEqual(NOTHING);
  });
});

describe('its page, without scripts', () => {
  const pathOf = (serial: string) => `/wallet/adjustment/${serial}`;
  const browserOf = ({ token }: TestUser) => {
    const browser = new PlainBrowser(app);
    browser.cookies.set(PAYER_COOKIE, token);
    return browser;
  };

  it('accepts it by one press; a second press, also in another tab, changes nothing and says how it stands', async () => {
    const serial = await offered();
    const [one, other] = [browserOf(user), browserOf(user)];
    await one.open(pathOf(serial));
    await other.open(pathOf(serial));
    expect(one.html).toContain(`action="${pathOf(serial)}/accept"`);
    expect(await changed(() => one.send(`${pathOf(serial)}/accept`, {}))).toEqual(GIVEN);
    expect(one.text).toContain('You have accepted it. It is in your balance.');
    expect(one.html).not.toContain('/accept"');
    expect(await changed(() => other.send(`${pathOf(serial)}/accept`, {}))).toEqual(NOTHING);
    expect(other.text).toContain('You have accepted it. It is in your balance.');
    await other.open('/wallet');
    expect(other.text).toContain('Now yours, from Blue Bottle');
  });

  it('says what has become of one that was taken back or objected to meanwhile', async () => {
    const [back, objected] = [await offered(), await offered()];
    const browser = browserOf(user);
    await browser.open(pathOf(back));
    await takeBack(back);
    await browser.send(`${pathOf(back)}/accept`, {});
    expect(browser.text).toContain('This order has been decided already.');
    expect(browser.text).toContain('Blue Bottle has taken it back.');
    await browser.open(pathOf(objected));
    await appeal(objected);
    await browser.send(`${pathOf(objected)}/accept`, {});
    expect(browser.text).toContain('You have objected.');
  });

  it('takes a reason of several lines as long as the page lets one write, and tells of a longer one how long it may be', async () => {
    const serial = await offered();
    const browser = await browserOf(user).open(pathOf(serial));
    await browser.send(`${pathOf(serial)}/object`, { reason: 'x'.repeat(201) });
    expect(browser.text).toContain('Up to 200 characters');
    expect(browser.html).toContain('aria-invalid');
    expect(browser.html).toContain('x'.repeat(200));
    expect(browser.text).not.toContain('Please say why you object');
    // A browser counts the end of a line as one character and sends it as two.
    const reason = `${'y'.repeat(98)}\n\n${'z'.repeat(100)}`;
    await browser.send(`${pathOf(serial)}/object`, { reason: reason.replaceAll('\n', '\r\n') });
    expect(browser.text).toContain('You have objected.');
    expect(browser.text).toContain('z'.repeat(100));
  });

  it('offers nothing of one that the merchant releases itself', async () => {
    const { serial_number } = await adjust(app, merchant, user);
    const browser = await browserOf(user).open(pathOf(serial_number));
    expect(browser.html).not.toContain('/accept"');
    expect(browser.html).toContain(`action="${pathOf(serial_number)}/object"`);
  });
});

describe('its receipt', () => {
  const file = (serial: string, token?: string) =>
    app.fastify.inject({
      url: `/wallet/adjustment/${serial}/receipt.pdf?zone=Asia%2FTokyo`,
      headers: { cookie: [...(token ? [`${PAYER_COOKIE}=${token}`] : []), 'purser_language=en'].join('; ') },
    });

  it('says as a file what the user was given', async () => {
    const serial = await offered();
    await accept(serial);
    const answer = await file(serial, user.token);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="receipt_${serial}.pdf"`,
      'cache-control': 'no-store',
    });
    const text = (await readPdf(answer.rawPayload)).join(' ');
    for (const word of ['Adjustment receipt', 'Blue Bottle', '10.00 USDP', 'Compensation for order A-1001', serial, '(Asia/Tokyo)']) {
      expect(text).toContain(word);
    }
    const page = new PlainBrowser(app);
    page.cookies.set(PAYER_COOKIE, user.token);
    await page.open(`/wallet/adjustment/${serial}`);
    expect(page.html).toContain(`href="/wallet/adjustment/${serial}/receipt.pdf"`);
  });

  it('is there for nobody else, and of none that is not completed', async () => {
    const serial = await offered();
    const other = await makeUser(app);
    expect((await file(serial, user.token)).statusCode).toBe(303);
    await accept(serial);
    for (const token of [undefined, other.token]) {
      const answer = await file(serial, token);
      expect([answer.statusCode, answer.headers.location]).toEqual([303, `/wallet/adjustment/${serial}`]);
    }
  });
});

describe('at one moment', () => {
  it('of two acceptances, release, take back, an appeal and the job exactly one thing happens', async () => {
    for (let round = 0; round < 8; round += 1) {
      const serial_number = await offered();
      const google_code = await googleCode(app, merchant);
      const byMerchant = round % 2 === 0 ? adjustmentTakeBack : adjustmentRelease;
      const all: (() => Promise<{ readonly msg: string } | number>)[] = [
        () => accept(serial_number),
        () => app.call(byMerchant, { serial_number, google_code }, { token: merchant.token }),
        () => appeal(serial_number),
        () => accept(serial_number),
        () => releaseDueAdjustments(app.platform),
      ];
      let answers: ({ readonly msg: string } | number)[] = [];
      const moved = await changed(async () => {
        answers = await Promise.all([...all.slice(round % 5), ...all.slice(0, round % 5)].map((one) => one()));
      });
      const { order_status } = await shownTo(serial_number);
      expect(moved).toEqual({ completed: GIVEN, cancelled: BACK, appeal: NOTHING, paid: undefined, created: undefined }[order_status]);
      const done = answers.filter((answer) => typeof answer === 'object' && answer.msg === 'ok');
      expect(done).toHaveLength(1);
    }
  }, 60_000);

  // Whoever waits does so on a node.
  it.skipIf(onCluster)('a suspension goes before: whoever is suspended while they ask accepts nothing', async () => {
    const suspended = await makeUser(app);
    const serial = await offered(suspended);
    const { coming } = await app.platform.db.systemTransaction(async (tx) => {
      await mayRest(tx);
      await tx.query(`update wallet_user set status = 'suspended' where user_id = $1`, [suspended.user_id]);
      const asked = accept(serial, suspended);
      await untilWaiting(app);
      return { coming: asked };
    });
    expect((await coming).msg).toBe('payer_suspended');
    expect((await shownTo(serial)).order_status).toBe('paid');
  });

  it('an account is closed only without it: nobody closes one with money, and nothing is accepted for a closed one', async () => {
    for (let round = 0; round < 6; round += 1) {
      const leaving = await makeUser(app);
      const serial = await offered(leaving);
      const google_code = await googleCode(app, merchant);
      const close = () =>
        closeAccount(app.platform, { userId: leaving.user_id, ip: '192.0.2.1', ...UNKEYED, confirm: async () => undefined }).then(
          () => 'closed',
          (error: unknown) => (error as { outcome?: string }).outcome ?? String(error),
        );
      const all: (() => Promise<unknown>)[] = [
        close,
        () => accept(serial, leaving),
        () => app.call(adjustmentTakeBack, { serial_number: serial, google_code }, { token: merchant.token }),
        close,
      ];
      const moved = await changed(() => Promise.all([...all.slice(round % 4), ...all.slice(0, round % 4)].map((one) => one())), leaving);
      const { order_status } = await shownTo(serial);
      expect(moved).toEqual(order_status === 'completed' ? GIVEN : BACK);
      const outcome = await close();
      expect(order_status === 'completed' ? ['closing_balance'] : ['closed', 'payer_suspended']).toContain(outcome);
      const [{ closed } = { closed: undefined }] = await app.sql<{ closed: boolean }>(
        'select closed_at is not null as closed from wallet_user where user_id = $1',
        [leaving.user_id],
      );
      expect(closed).toBe(order_status !== 'completed');
      if (order_status !== 'completed') expect((await accept(serial, leaving)).msg).toBe('unauthenticated');
    }
  }, 60_000);
});

it('and the verification of everything finds nothing wrong', async () => {
  const reader = new pg.Client({ connectionString: app.ownerUrl });
  await reader.connect();
  try {
    expect((await verifyAll(reader, app.platform.secrets)).breaks).toEqual([]);
  } finally {
    await reader.end();
  }
});
