import { FACE_ATTEMPTS } from '@purser/contract/face';
import { expect, type Page } from '@playwright/test';
import { WHOLE_S } from '../../server/src/features/face/challenge.ts';
import { documentOf } from '../../server/src/features/face/testing/enrolled.ts';
import { FRONT, type Pose } from '../../server/src/features/face/testing/moving-portrait.ts';
import { photo } from '../../server/src/features/file/testing/pictures.ts';
import { ending, enterPaymentPassword, pay } from '../support/checkout.ts';
import { freshCode } from '../support/codes.ts';
import { sql } from '../support/database.ts';
import { ALICE, BINH, expectAccessible, forgetComplaints, payer, test, visitor } from '../support/demo.ts';
import { FaceCamera } from '../support/face-camera.ts';
import { confirmAsStaff, operatorTexts, STAFF, staff } from '../support/operator.ts';
import { keepPicture } from '../support/picture.ts';
import { newOrder } from '../support/shop.ts';
import { ENGLISH } from '../support/texts.ts';

const t = ENGLISH.payer;
const o = operatorTexts(ENGLISH);

test.describe.configure({ mode: 'serial' });

let camera: FaceCamera;
let before: { authentication_status: string } | undefined;
const alice = async (): Promise<bigint> =>
  (await sql<{ user_id: bigint }>(`select user_id from wallet_user where username = 'alice'`))[0]?.user_id ?? 0n;

test.beforeAll(async () => {
  camera = await FaceCamera.open();
  [before] = await sql<{ authentication_status: string }>(`select authentication_status from wallet_user where username = 'alice'`);
  await sql(`update wallet_user set authentication_status = 'not_authenticated' where username = 'alice'`);
  // What a try before this one has left.
  await sql('delete from face_enrolment where owner_id = $1', [await alice()]);
  await sql(`delete from identity_submission where owner_id = $1 and status = 'pending'`, [await alice()]);
});
test.afterAll(async () => {
  await camera.close();
  await sql(`update wallet_user set authentication_status = $1 where username = 'alice'`, [before?.authentication_status]);
  await sql(`update face_setting set is_offered = false`);
});

/** A little longer than the whole of an attempt may take. */
const LONGEST_MS = (WHOLE_S + 10) * 1_000;

/** What the page asks for now; null once it asks for nothing more. */
const promptOf = async (page: Page): Promise<string | null> => {
  const frame = page.locator('[data-prompt]:visible');
  return (await frame.count()) === 0
    ? null
    : frame
        .first()
        .getAttribute('data-prompt', { timeout: 500 })
        // The page has gone on meanwhile; it stays where it went for a few seconds only.
        .catch(() => null);
};

/** Does what the page asks for, until it has come to an end. */
async function act(
  page: Page,
  poseOf: (prompt: string | null, look: number) => Pose | undefined,
  ended: () => Promise<boolean>,
): Promise<void> {
  const until = Date.now() + LONGEST_MS;
  for (let look = 0; Date.now() < until && !(await ended()); look += 1) {
    const prompt = await promptOf(page);
    if (look === 30) await keepPicture(page, `face-before-the-camera-${new URL(page.url()).pathname.split('/').at(1)}`);
    const pose = poseOf(prompt, look);
    if (pose) camera.pose(pose);
    else camera.obey(prompt);
    await page.waitForTimeout(80);
  }
}
const obeys = () => undefined;
/** What is nobody's fault: a machine that is busy with other tests may be too slow for a movement, for the next picture, or for the whole. */
const LATE = [t('face_failure_too_slow'), t('face_failure_gap'), t('face_failure_timed_out')];
const wasLate = async (page: Page): Promise<boolean> => {
  const told = (await page.getByRole('alert').allInnerTexts()).join();
  return LATE.some((late) => told.includes(late));
};

/** Does what the page asks for, and again where the machine was late, as somebody before a camera would, for as long as there are attempts. */
async function obey(page: Page, succeeded: () => Promise<boolean>): Promise<void> {
  const ended = async (): Promise<boolean> => (await succeeded()) || (await page.getByRole('alert').count()) > 0;
  await act(page, obeys, ended);
  for (let late = 1; late < FACE_ATTEMPTS && (await wasLate(page)); late += 1) {
    await page.getByRole('button', { name: t('face_again') }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await act(page, obeys, ended);
  }
}
const paid = (page: Page) => async () => /done=1/.test(page.url());
const shows = (page: Page, text: string) => () =>
  page
    .getByText(text)
    .first()
    .isVisible()
    .catch(() => false);

test('staff offer it up to an amount, with a code', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  await page.goto('/operator/face');
  await page.getByLabel(o('face.offered')).check();
  await page.getByLabel(o('face.most', { coin: 'USDP' })).fill('20');
  await expectAccessible(page);
  await keepPicture(page, 'operator-face-offered');
  await page.getByRole('button', { name: o('face.review') }).click();
  await confirmAsStaff(page, o('face.change'), await freshCode(STAFF.admin.username));
  await expect(page.getByText(o('face.done'))).toBeVisible();
  expect(await sql('select coin, most::text from face_limit')).toEqual([{ coin: 'USDP', most: '2000' }]);
});

test('a wallet user hands in a document, agrees, and sets their face up before the camera', async ({ browser }) => {
  test.setTimeout(420_000);
  const page = await (await payer(camera.browser, ENGLISH, ALICE, { permissions: ['camera'] })).newPage();
  await page.goto('/wallet/face');
  await page.getByRole('link', { name: t('auth_title') }).click();
  await page.getByLabel(t('auth_surname'), { exact: true }).fill('Nguyễn');
  await page.getByLabel(t('auth_name'), { exact: true }).fill('An');
  await page.getByLabel(t('auth_id_number'), { exact: true }).fill('079301009876');
  const [front, other] = [await documentOf('astronaut'), await photo()];
  for (const [document, buffer] of [
    ['front', front],
    ['back', other],
    ['holder', other],
  ] as const)
    await page.getByLabel(t(`auth_document_${document}`)).setInputFiles({ name: `${document}.jpg`, mimeType: 'image/jpeg', buffer });
  await page.getByRole('button', { name: t('auth_submit') }).click();
  await expect(page.getByText(t('auth_submitted'))).toBeVisible();

  const desk = await (await staff(browser, ENGLISH, STAFF.support)).newPage();
  await desk.goto('/operator/identities?status=pending');
  await desk.locator('main').getByRole('button', { name: 'Alice' }).first().click();
  const drawer = desk.getByRole('dialog', { name: o('identity.one') });
  await drawer.getByRole('button', { name: o('identity.show') }).click();
  await drawer.getByRole('button', { name: o('identity.approve'), exact: true }).click();
  await confirmAsStaff(desk, o('identity.approve'), await freshCode(STAFF.support.username));
  await expect(drawer.getByText(o('identity.state.approved')).first()).toBeVisible();

  const agreement = page.getByRole('checkbox');
  await expect(async () => {
    await page.goto('/wallet/face');
    await expect(agreement).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expectAccessible(page);
  await keepPicture(page, 'face-agreeing');
  await agreement.check();
  await enterPaymentPassword(page, ALICE.paymentPassword);
  await page.getByRole('button', { name: t('face_agree') }).click();
  await camera.show('astronaut');
  await page.getByRole('button', { name: t('face_enrol') }).click();
  await obey(page, shows(page, t('face_done_enrolled')));
  await expect(page.getByText(t('face_done_enrolled'))).toBeVisible();
  await keepPicture(page, 'face-set-up-now');
  await expectAccessible(page);
});

test('they pay an order by doing what is asked, and the order says so, also where the first answer is lost', async () => {
  test.setTimeout(420_000);
  const order = await newOrder('USDP', '2.40');
  const page = await (await payer(camera.browser, ENGLISH, ALICE, { permissions: ['camera'] })).newPage();
  let asked = 0;
  await page.route('**/v1/checkout/pay', async (route) => {
    asked += 1;
    const response = await route.fetch();
    await (asked === 1 ? route.abort() : route.fulfill({ response }));
  });
  await page.goto(order.path);
  await page.getByRole('link', { name: t('face_instead') }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: t('face_start') }).click();
  await obey(page, paid(page));
  await expect(ending(page, t('success_title'))).toBeVisible();
  expect(asked).toBe(2);
  forgetComplaints(/ERR_FAILED/);
});

test('nobody is asked for a face in the place of whom the page names: another tab signed somebody else in', async ({ browser }) => {
  const binh = await (await payer(browser, ENGLISH, BINH)).cookies();
  const order = await newOrder('USDP', '2.45');
  const page = await (await payer(camera.browser, ENGLISH, ALICE, { permissions: ['camera'] })).newPage();
  await page.goto(`${order.path}/face`);
  await expect(page.getByText(t('paying_as', { nick: 'Alice' }))).toBeVisible();
  await page.context().addCookies(binh);
  await page.getByRole('button', { name: t('face_start') }).click();
  // He has no face to confirm with, so that the order asks him for his payment password.
  await expect(page).toHaveURL(new RegExp(`${order.path}$`));
  await expect(page.getByText(t('paying_as', { nick: 'Bình' }))).toBeVisible();
  await expect(page.getByLabel(t('payment_password'), { exact: true })).toBeVisible();
});

test('on a slow line pictures become coarser, and they still pay', async () => {
  test.setTimeout(420_000);
  const order = await newOrder('USDP', '2.50');
  const page = await (await payer(camera.browser, ENGLISH, ALICE, { permissions: ['camera'] })).newPage();
  const sizes: number[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/face/frame')) sizes.push(request.postData()?.length ?? 0);
  });
  await page.goto(`${order.path}/face`);
  const devtools = await page.context().newCDPSession(page);
  // As slow as the third generation of mobile networks is where it is slow.
  const line = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
  await devtools.send('Network.emulateNetworkConditions', line);
  await page.getByRole('button', { name: t('face_start') }).click();
  await obey(page, paid(page));
  // Not by the page: on such a line it may have gone back to the merchant before it is looked at.
  expect(await sql('select status from payment_order where serial_number = $1', [order.serial_number])).toEqual([{ status: 'paid' }]);
  expect(sizes.at(-1)).toBeLessThan((sizes[0] ?? 0) * 0.7);
});

test('above the amount it is not offered, and without a camera the payment password is', async ({ browser }) => {
  const large = await newOrder('USDP', '20.01');
  const page = await (await payer(camera.browser, ENGLISH, ALICE)).newPage();
  await page.goto(large.path);
  await expect(page.getByLabel(t('payment_password'), { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: t('face_instead') })).toHaveCount(0);
  await page.goto(`${large.path}/face`);
  await expect(page).toHaveURL(new RegExp(`${large.path}$`));
  // The tests' usual browser has no camera.
  const order = await newOrder('USDP', '1.20');
  const blind = await (await payer(browser, ENGLISH, ALICE)).newPage();
  await blind.goto(`${order.path}/face`);
  await blind.getByRole('button', { name: t('face_start') }).click();
  await expect(blind.getByRole('alert')).toContainText('go on without it', { ignoreCase: true });
  await blind.getByRole('link', { name: t('face_use_password') }).click();
  await pay(blind, ALICE.paymentPassword);
  await expect(ending(blind, t('success_title'))).toBeVisible();
});

test('a photograph, a bent one, another person and a picture that stands still pay nothing, and then the face is locked', async () => {
  test.setTimeout(600_000);
  const order = await newOrder('USDP', '3.60');
  const page = await (await payer(camera.browser, ENGLISH, ALICE, { permissions: ['camera'] })).newPage();
  const failuresNoted = async (): Promise<number> => {
    const [failed] = await sql<{ count: bigint }>(`select count(*) from audit_log where owner_id = $1 and action = 'face.fail'`, [
      await alice(),
    ]);
    return Number(failed?.count);
  };
  // Those of a machine that was late.
  const notedBefore = await failuresNoted();
  const attempt = async (failures: readonly string[], poseOf: Parameters<typeof act>[1]) => {
    await page.goto(`${order.path}/face`);
    await page.getByRole('button', { name: t('face_start') }).click();
    await act(page, poseOf, async () => (await page.getByRole('alert').count()) > 0);
    const told = await page.getByRole('alert').first().innerText();
    expect(
      failures.some((failure) => told.includes(failure)),
      told,
    ).toBe(true);
    return told;
  };
  await camera.show('astronaut', 'flat');
  // What moves as a whole is no turn of a head, or the wrong one.
  await attempt([t('face_failure_wrong_move'), ...LATE], (prompt, look) =>
    prompt === 'front' ? FRONT : { across: [-0.9, 0.3, 0.9][look % 3] ?? 0, down: 0 },
  );
  await camera.show('other');
  await attempt([t('face_failure_no_match'), ...LATE], obeys);
  await sql('update face_enrolment set failures = 0 where owner_id = $1', [await alice()]);
  await camera.show('astronaut', 'bent');
  await attempt([t('face_attempts_left', { left: 2 })], (prompt, look) => {
    if (prompt === 'front' || prompt === 'centre') return FRONT;
    return { across: (prompt === 'right' ? -1 : 1) * (0.3 + (look % 3) * 0.1), down: 0 };
  });
  await camera.show('astronaut');
  camera.stand(true);
  await attempt([t('face_failure_repeated_frame')], () => FRONT);
  camera.stand(false);
  await camera.show('other');
  await attempt([t('face_locked_now')], obeys);
  await page.goto(order.path);
  await expect(page.getByRole('link', { name: t('face_instead') })).toHaveCount(0);
  expect(await sql('select status from payment_order where token = $1', [order.path.split('/').at(-1)])).toEqual([{ status: 'created' }]);
  expect(await failuresNoted()).toBe(notedBefore + 5);
});

test('they withdraw with a plain form, and what described the face is gone', async ({ browser }) => {
  const cookies = await (await payer(browser, ENGLISH, ALICE)).cookies();
  const plain = await visitor(browser, ENGLISH, { javaScriptEnabled: false });
  await plain.addCookies(cookies);
  const page = await plain.newPage();
  await page.goto('/wallet/face');
  await page.getByRole('button', { name: t('face_withdraw') }).click();
  await expect(page.getByText(t('face_done_withdrawn'))).toBeVisible();
  expect(await sql('select selfie, document, consented_at from face_enrolment where owner_id = $1', [await alice()])).toEqual([
    { selfie: null, document: null, consented_at: null },
  ]);
});
