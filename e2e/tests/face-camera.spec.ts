import { expect, type Page } from '@playwright/test';
import { outcomeText } from '@purser/contract/errors';
import { sql } from '../support/database.ts';
import { expectAccessible, expectNoSidewaysScroll, forgetComplaints, payer, PHONE, test } from '../support/demo.ts';
import { faceScreens } from '../support/face-screens.ts';
import { type OwnPayer, ownPayer } from '../support/own-payer.ts';
import { keepPicture } from '../support/picture.ts';
import { ENGLISH, SPOKEN, type SpokenLanguage, VIETNAMESE } from '../support/texts.ts';

/** What a payer is told whose camera gives no picture, or whose line or session ends before it. Frames are answered by the test: nobody is looked at. */

const [CHINESE, TRADITIONAL] = SPOKEN as [SpokenLanguage, SpokenLanguage];
let who: OwnPayer;
let order: string;

test.beforeAll(async () => {
  who = await ownPayer('faces', 'Mai');
  order = await enrolled(who);
});
test.afterAll(async () => {
  await sql('update face_setting set is_offered = false');
  await sql('delete from face_limit');
});

/** Sets a face up that nobody has, and answers the path of an order that it may confirm. */
async function enrolled({ username }: OwnPayer): Promise<string> {
  const screen = (await faceScreens(username)).find(({ name }) => name === 'face-pay');
  // What the screen needs is written when it is come to: all but the page itself.
  await screen?.act?.({ goto: () => Promise.resolve(null) } as unknown as Page);
  return screen?.path ?? '';
}

/** A camera that does as the test says: its film is a canvas. */
const CAMERA = `
  globalThis.cameraIs = 'ready';
  navigator.mediaDevices.getUserMedia = async () => {
    if (cameraIs === 'asked for') await new Promise((allowed) => (globalThis.allow = allowed));
    else if (cameraIs !== 'ready') throw new DOMException('', cameraIs);
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
    const context = canvas.getContext('2d');
    setInterval(() => (context.fillStyle = '#' + Math.random().toString(16).slice(2, 8), context.fillRect(0, 0, 640, 480)), 50);
    globalThis.film = canvas.captureStream(30);
    return film;
  };
  let visible = 'visible';
  Object.defineProperty(document, 'visibilityState', { get: () => visible });
  globalThis.leavePage = () => (visible = 'hidden', document.dispatchEvent(new Event('visibilitychange')), visible = 'visible');
`;

const LOOKING = { state: 'looking', prompt: 'left', hint: null, moves_made: 0, failure: null, attempts_left: 2, payment_grant: null };
const answer = (data: object) => ({ json: { code: 200, msg: 'ok', detail: '', data } });

async function open(browser: Parameters<typeof payer>[0], spoken: SpokenLanguage, path = order, own = who): Promise<Page> {
  const page = await (await payer(browser, spoken, own, { viewport: PHONE, hasTouch: true })).newPage();
  await page.addInitScript(CAMERA);
  await page.route('**/v1/wallet/face/frame', (route) => route.fulfill(answer(LOOKING)));
  await page.goto(path);
  return page;
}
const start = (page: Page, { payer: t }: SpokenLanguage) => page.getByRole('button', { name: t('face_start') }).click();

for (const [problem, error, spoken] of [
  ['refused', 'NotAllowedError', VIETNAMESE],
  ['missing', 'NotFoundError', CHINESE],
  ['taken', 'NotReadableError', TRADITIONAL],
] as const)
  test(`a camera that is ${problem} is told as such, and another try goes on`, async ({ browser }) => {
    const t = spoken.payer;
    const page = await open(browser, spoken);
    await page.evaluate(`cameraIs = '${error}'`);
    await start(page, spoken);
    await expect(page.getByRole('alert')).toHaveText(t(`face_camera_${problem}`));
    await expect(page.getByRole('link', { name: t('face_use_password') })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await keepPicture(page, `face-camera-${problem}`);
    await page.evaluate(`cameraIs = 'ready'`);
    await page.getByRole('button', { name: t('face_again') }).click();
    await expect(page.getByText(t('face_prompt_left'))).toBeVisible();
  });

test('while the browser asks for the camera the page says to allow it', async ({ browser }) => {
  const t = ENGLISH.payer;
  const page = await open(browser, ENGLISH);
  await page.evaluate(`cameraIs = 'asked for'`);
  await start(page, ENGLISH);
  await expect(page.getByText(t('face_allow'))).toBeVisible();
  await page.evaluate('allow()');
  await expect(page.getByText(t('face_prompt_left'))).toBeVisible();
});

for (const [problem, happens] of [
  ['lost', `film.getTracks()[0].dispatchEvent(new Event('ended'))`],
  ['left', 'leavePage()'],
] as const)
  test(`a camera that ends half way (${problem}) is told as such and turned off`, async ({ browser }) => {
    const t = ENGLISH.payer;
    const page = await open(browser, ENGLISH);
    await start(page, ENGLISH);
    await expect(page.getByText(t('face_prompt_left'))).toBeVisible();
    await page.evaluate(happens);
    await expect(page.getByRole('alert')).toHaveText(t(`face_camera_${problem}`));
    expect(await page.evaluate('film.getTracks()[0].readyState')).toBe('ended');
    await page.getByRole('button', { name: t('face_again') }).click();
    await expect(page.getByText(t('face_prompt_left'))).toBeVisible();
  });

test('what is asked for is in sight beside the picture, also once the phone is turned', async ({ browser }) => {
  const t = ENGLISH.payer;
  const page = await open(browser, ENGLISH);
  await start(page, ENGLISH);
  for (const size of [PHONE, { width: PHONE.height, height: PHONE.width }, PHONE]) {
    await page.setViewportSize(size);
    for (const part of [page.getByText(t('face_prompt_left')), page.getByRole('progressbar'), page.getByLabel(t('face_picture'))])
      await expect(part).toBeInViewport({ ratio: 0.95 });
    await expectNoSidewaysScroll(page);
  }
});

test('a payment whose answer is lost is asked for again; where none comes, the page does not say that nothing was paid', async ({
  browser,
}) => {
  const t = ENGLISH.payer;
  const page = await open(browser, ENGLISH);
  await page.route('**/v1/wallet/face/frame', (route) =>
    route.fulfill(answer({ ...LOOKING, state: 'passed', prompt: null, payment_grant: 'granted' })),
  );
  let asked = 0;
  await page.route('**/v1/checkout/pay', (route) => {
    asked += 1;
    return route.abort('connectionfailed');
  });
  await start(page, ENGLISH);
  await expect(page.getByRole('alert')).toHaveText(t('payment_unclear'));
  expect(asked).toBeGreaterThan(1);
  forgetComplaints(/ERR_CONNECTION_FAILED/);
});

for (const [what, happens, told] of [
  ['a session that ends', 'delete from session where owner_id = $1', VIETNAMESE.payer('session_is_over')],
  ['a suspension', `update wallet_user set status = 'suspended' where user_id = $1`, outcomeText('payer_suspended', 'vi')],
] as const)
  test(`${what} before the camera leads to the login, which says why`, async ({ browser }) => {
    const t = VIETNAMESE.payer;
    const own = await ownPayer('faceless', 'Hoa');
    const path = await enrolled(own);
    const paying = await open(browser, VIETNAMESE, path, own);
    await sql('update face_enrolment set selfie = null, enrolled_at = null where owner_id = $1', [own.userId]);
    const enrolling = await open(browser, VIETNAMESE, '/wallet/face', own);
    for (const page of [paying, enrolling]) await page.unroute('**/v1/wallet/face/frame');
    await sql(happens, [own.userId]);
    await start(paying, VIETNAMESE);
    await expect(paying).toHaveURL(new RegExp(`${path.replace('/face', '')}\\?step=login$`));
    await enrolling.getByRole('button', { name: t('face_enrol') }).click();
    await expect(enrolling).toHaveURL(/\/wallet\?next=/);
    for (const page of [paying, enrolling]) await expect(page.getByText(told)).toBeVisible();
    forgetComplaints(/\b401\b/);
  });
