import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { sql } from '../support/database.ts';
import { ALICE, forgetComplaints, MERCHANT, payer, test, visitor } from '../support/demo.ts';
import { fundParty } from '../support/fund.ts';
import { stateLiabilities } from '../support/liabilities.ts';
import { type OwnPayer, ownPayer } from '../support/own-payer.ts';
import { keepPicture } from '../support/picture.ts';
import { newOrder } from '../support/shop.ts';
import { SPOKEN, type SpokenLanguage } from '../support/texts.ts';

/** The longest words. */
const VIETNAMESE = SPOKEN.find(({ stored }) => stored === 'vi') as SpokenLanguage;
/** A small phone, and the same enlarged twice, which leaves a page half of its width. */
const WIDTHS = [360, 180] as const;

const FOR_ALL = [
  '/wallet/register',
  '/wallet/register?kind=phone',
  '/wallet/recover',
  '/wallet/login-code',
  '/wallet',
  '/wallet?kind=phone',
  '/help',
  '/help/pay-by-checkout',
  '/announcements',
  '/legal/user-agreement',
  '/about',
  '/status',
  '/pay/unknown',
];
const FOR_PAYERS = [
  '/wallet',
  '/wallet/authentication',
  '/wallet/face',
  '/wallet/bank-cards',
  '/wallet/bank-withdrawal',
  '/wallet/payment-password',
  '/wallet/usdt-recharge',
  '/wallet/usdt-withdrawal',
  '/wallet/sessions',
  '/wallet/passkeys',
  '/wallet/liabilities',
  '/wallet/privacy',
  '/wallet/referral',
  '/wallet/scan',
  '/wallet/offline',
  '/wallet/terms',
];

test.describe('at 360 px, and enlarged twice', () => {
  for (const javaScriptEnabled of [true, false]) {
    const scripts = javaScriptEnabled ? 'with scripts' : 'without scripts';

    test(`no page of a payer's is wider than the screen, and each says where it leads to: ${scripts}`, async ({ browser }) => {
      test.setTimeout(240_000);
      // Two, so that there is a choice.
      await stateLiabilities();
      const order = await newOrder('CNYT', '6.00');
      const strange = await at(browser, javaScriptEnabled);
      await look(await strange.newPage(), [order.path, `${order.path}?step=login`, `${order.path}?via=qr`, ...FOR_ALL], scripts);
      forgetComplaints(/404 .*\/pay\/unknown/);
      const known = await at(browser, javaScriptEnabled, true);
      await look(await known.newPage(), [order.path, `${order.path}?step=abandon`, ...FOR_PAYERS], scripts);
    });
  }
});

/** Letters enlarged by whoever reads, of a root of 16 pixels. */
const LETTERS = [125, 150, 200] as const;
const MAIN_FOR_ALL = ['/wallet', '/wallet?kind=phone', '/wallet/register', '/help', '/status'];
const MAIN_FOR_PAYERS = ['/wallet', '/wallet/bank-cards', '/wallet/scan', '/wallet/usdt-withdrawal', '/wallet/privacy'];

test.describe('at 360 px with larger letters', () => {
  test('no main page of a payer’s is wider than the screen, and no word of its header or of a merchant’s name is broken', async ({
    browser,
  }) => {
    test.setTimeout(240_000);
    const order = await newOrder('CNYT', '6.00');
    const large = await newOrder('VNDT', '123456789');
    const strange = await at(browser, true);
    await enlarge(await strange.newPage(), [order.path, `${order.path}?step=login`, large.path, ...MAIN_FOR_ALL]);
    const known = await at(browser, true, true);
    await enlarge(await known.newPage(), [order.path, `${order.path}?step=abandon`, large.path, ...MAIN_FOR_PAYERS]);
  });

  test('a long balance stays in its card', async ({ browser }) => {
    const { page, available } = await wealthy(browser, 'large');
    for (const percent of LETTERS) {
      await page.evaluate(`document.documentElement.style.fontSize = '${percent}%'`);
      expect.soft(await insideOf(available, 'article'), `${percent} %`).toBe(true);
      expect.soft(await page.evaluate<string[]>(WIDER), `${percent} %`).toEqual([]);
    }
  });
});

/** A narrow wallet with a balance of eighteen figures. */
async function wealthy(
  browser: Browser,
  name: string,
): Promise<{ readonly rich: OwnPayer; readonly page: Page; readonly available: Locator }> {
  const rich = await ownPayer(name, 'Rich');
  await fundParty(rich.username, 'CNYT', '987654321098765.43');
  const context = await visitor(browser, VIETNAMESE, { viewport: { width: 360, height: 740 }, hasTouch: true });
  await context.addCookies(await (await payer(browser, VIETNAMESE, rich)).cookies());
  const page = await context.newPage();
  await page.goto('/wallet');
  return { rich, page, available: page.getByRole('article').filter({ hasText: '987.654.321.098.765,43' }).getByRole('paragraph') };
}

async function enlarge(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    for (const percent of LETTERS) {
      await page.evaluate(`document.documentElement.style.fontSize = '${percent}%'`);
      expect.soft(await page.evaluate<string[]>(WIDER), `${path} at ${percent} %`).toEqual([]);
      expect.soft(await page.evaluate<string[]>(CUT_WORDS), `${path} at ${percent} %`).toEqual([]);
      await keepPicture(page, `large-${path.replaceAll(/[/?=]+/g, '-')}-${percent}`);
    }
  }
}

test('the way back to a merchant of a long name is centred where it takes two lines', async ({ browser }) => {
  const order = await newOrder('CNYT', '6.00');
  const page = await (await at(browser, true)).newPage();
  await page.goto(order.path);
  const back = page.locator('main a', { hasText: VIETNAMESE.payer('return_to', { merchant: MERCHANT.name }) });
  await back.evaluate((link) => void (link.textContent += ' and Sons, Booksellers to the Harbour since 1887'));
  await expect(back).toHaveCSS('text-align', 'center');
});

test('no word of the ways to log in is broken at 360 px', async ({ browser }) => {
  for (const spoken of SPOKEN) {
    const page = await (await visitor(browser, spoken, { viewport: { width: 360, height: 740 }, hasTouch: true })).newPage();
    for (const kind of ['username', 'phone', 'email']) {
      await page.goto(`/wallet?kind=${kind}`);
      await expect(page.locator('nav a[aria-current]').first()).toBeVisible();
      const narrow = await page.evaluate<string[]>(BROKEN);
      expect(narrow, `${spoken.stored}, ${kind}`).toEqual([]);
    }
  }
});

test('an amount of eighteen figures stays in its card at 360 px, and leaves the title of its record room', async ({ browser }) => {
  const { rich, page, available } = await wealthy(browser, 'rich');
  expect(await insideOf(available, 'article')).toBe(true);
  expect(await page.evaluate<string[]>(WIDER)).toEqual([]);
  const [title, amount] = await page.getByRole('listitem').filter({ hasText: '+987.654.321.098.765,43' }).locator('strong').all();
  expect((await title?.boundingBox())?.width).toBeGreaterThan(100);
  expect(await insideOf(amount, 'li')).toBe(true);
  await sql(
    `insert into review_order (owner_id, serial_number, kind, status, review_mode, balance_type, payee_id, payee_nick, coin, amount, fee, settlement, fee_bp)
     select merchant_id, 'AJ0NARROW0000001', 'adjustment', 'completed', 'automatic', 'available', $1, 'Rich', 'CNYT', 98765432109876543, 0,
       98765432109876543, 0 from merchant where username = $2`,
    [rich.userId, MERCHANT.username],
  );
  await page.goto('/wallet/adjustment/AJ0NARROW0000001');
  expect(await insideOf(page.getByText('987.654.321.098.765,43').first(), 'main')).toBe(true);
  expect(await page.evaluate<string[]>(WIDER)).toEqual([]);
});

/** Whether all of an element's text is within what it stands in. */
function insideOf(text: Locator | undefined, around: string): Promise<boolean | undefined> {
  return (
    text?.evaluate<boolean, string>((element, selector) => {
      const range = element.ownerDocument.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().right <= (element.closest(selector)?.getBoundingClientRect().right ?? 0);
    }, around) ?? Promise.resolve(undefined)
  );
}

async function at(browser: Browser, javaScriptEnabled: boolean, signedIn = false): Promise<BrowserContext> {
  const context = await visitor(browser, VIETNAMESE, { javaScriptEnabled, viewport: { width: 360, height: 740 }, hasTouch: true });
  if (signedIn) await context.addCookies(await (await payer(browser, VIETNAMESE, ALICE)).cookies());
  return context;
}

async function look(page: Page, paths: readonly string[], scripts: string): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 740 });
      const wide = await page.evaluate<string[]>(WIDER);
      expect.soft(wide, `${path} at ${width} px, ${scripts}`).toEqual([]);
      await keepPicture(page, `narrow-${scripts.replaceAll(' ', '-')}-${path.replaceAll(/[/?=]+/g, '-')}-${width}`);
    }
    await page.setViewportSize({ width: 360, height: 740 });
  }
}

/** What reaches beyond the right edge while nothing within it does, unless something around it scrolls by itself. */
const WIDER = `(() => {
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const beyond = [...document.querySelectorAll('body *')].filter(
    (one) => one.checkVisibility() && one.getBoundingClientRect().right > clientWidth + 1,
  );
  return beyond
    .filter((one) => !beyond.some((other) => one !== other && one.contains(other)))
    .map((one) => one.parentElement.outerHTML.slice(0, 120))
    .slice(0, 6);
})()`;

/** Words of the chosen way to log in that have less room than they need; between Chinese characters a line may end anywhere. */
const BROKEN = `(() => {
  const chosen = document.querySelector('nav a[aria-current]');
  const words = chosen.textContent.split(/\\s+/).filter((word) => !/\\p{Script=Han}/u.test(word));
  const style = getComputedStyle(chosen);
  const room = chosen.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const needs = document.createElement('span');
  needs.style.cssText = 'position: absolute; white-space: nowrap';
  chosen.append(needs);
  const broken = words.filter((word) => ((needs.textContent = word), needs.offsetWidth > room + 0.5));
  needs.remove();
  return broken;
})()`;

/** Words of the header, of buttons there and of names that stand in two lines, though they would fit into one of their own. */
const CUT_WORDS = `(() => {
  const cut = [];
  for (const one of document.querySelectorAll('header :is(button, summary, span), main p strong, main p span, main form button')) {
    if (!one.checkVisibility()) continue;
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const { index, 0: word } of text.data.matchAll(/[\\p{L}\\p{M}]+/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) cut.push(word);
      }
    }
  }
  return cut;
})()`;
