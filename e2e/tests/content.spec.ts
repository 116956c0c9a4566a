import { expect } from '@playwright/test';
import { sql } from '../support/database.ts';
import { DESKTOP, expectAccessible, forgetComplaints, PHONE, test, visitor } from '../support/demo.ts';
import { operatorTexts, STAFF, staff } from '../support/operator.ts';
import { ENGLISH, SPOKEN, VIETNAMESE, type SpokenLanguage } from '../support/texts.ts';

/** What the provider tells everybody: public pages without scripts, and the editor that they are written in. */

const t = operatorTexts(ENGLISH);

/** Of 24 by 16 pixels, all of one colour. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABgAAAAQCAMAAAA7+k+nAAAAA1BMVEUAiP95IsAUAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADklEQVQYlWNgGAWDCQAAAZAAAdjzlT8AAAAASUVORK5CYII=',
  'base64',
);

for (const viewport of [PHONE, DESKTOP]) {
  test(`the help center is read, searched and printed without JavaScript at ${viewport.width} px`, async ({ browser }) => {
    const page = await (await visitor(browser, ENGLISH, { javaScriptEnabled: false, viewport })).newPage();
    await page.goto('/help');
    await expect(page.getByRole('heading', { level: 1, name: 'Help center' })).toBeVisible();
    await page.getByRole('searchbox').fill('payment password');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: 'Your payment password' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Your payment password' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: 'Set or change it' })).toBeVisible();
    await page.getByRole('searchbox').fill('privacy');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Privacy policy' }).click();
    await expect(page.getByText('Version 1 · in force from')).toBeVisible();
    await page.getByLabel('Language: English').click();
    await page.getByRole('button', { name: 'Tiếng Việt' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Chính sách quyền riêng tư' })).toBeVisible();
    await page.getByRole('button', { name: 'Chuyển sang chế độ tối' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'night');
    const isWide = page.locator('body').evaluate((body) => body.scrollWidth > body.clientWidth);
    expect(await isWide.catch(() => false)).toBe(false);
  });
}

test('public pages are accessible by day and night, in every language', async ({ browser }) => {
  for (const [spoken, colorScheme] of [
    [SPOKEN[0] as SpokenLanguage, 'dark'],
    [VIETNAMESE, 'light'],
  ] as const) {
    const page = await (await visitor(browser, spoken, { colorScheme, viewport: PHONE })).newPage();
    for (const path of [
      '/help',
      '/help/access-keys',
      '/help?q=x',
      '/announcements',
      '/announcements/welcome',
      '/legal/user-agreement',
      '/about',
    ]) {
      await page.goto(path);
      await expectAccessible(page);
    }
  }
});

test('what a member of staff writes and publishes is what a reader finds', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.support)).newPage();
  await page.goto('/operator/content');
  await expect(page.getByRole('heading', { level: 1, name: t('menu.content') })).toBeVisible();
  await page.getByRole('button', { name: t('content.new') }).click();
  const slug = `planned-${Date.now()}`;
  await page.getByLabel(t('content.slug')).fill(slug);
  await page.getByRole('button', { name: t('content.begin') }).click();

  const english = page.getByRole('region', { name: 'English' });
  await english.getByRole('textbox', { name: t('content.titleIn', { language: 'English' }), exact: true }).fill('Planned maintenance');
  const editor = english.getByRole('textbox', { name: t('content.textIn', { language: 'English' }), exact: true });
  await editor.click();
  await page.keyboard.type('On Sunday. ');
  await english.getByRole('button', { name: t('content.tool.bold'), exact: true }).click();
  await page.keyboard.type('Ten minutes.');
  await expect(page.getByText(/Saved at/)).toBeVisible();

  await english.getByRole('button', { name: t('content.tool.link'), exact: true }).click();
  await page.getByLabel(t('content.link.address')).fill('javascript:alert(1)');
  await page.getByRole('button', { name: t('content.link.set') }).click();
  await expect(page.getByText(t('content.link.rule'))).toBeVisible();
  await page.getByLabel(t('content.link.address')).fill('https://example.com/status');
  await page.getByRole('button', { name: t('content.link.set') }).click();

  await page.keyboard.press('End');
  await english.getByRole('button', { name: t('content.tool.picture'), exact: true }).click();
  const picturing = page.getByRole('dialog', { name: t('content.tool.picture') });
  await picturing.getByRole('button', { name: t('content.picture.set') }).click();
  await expect(picturing.getByText(t('content.picture.fileRule'))).toBeVisible();
  await picturing.getByLabel(t('content.picture.file')).setInputFiles({ name: 'hours.png', mimeType: 'image/png', buffer: PICTURE });
  await picturing.getByLabel(t('content.picture.words')).fill('The hours of the maintenance');
  await expect(picturing.locator('img')).toBeVisible();
  await expectAccessible(page);
  await picturing.getByRole('button', { name: t('content.picture.set') }).click();
  await expect(editor.getByAltText('The hours of the maintenance')).toBeVisible();
  await english.getByRole('button', { name: t('content.tool.undo'), exact: true }).click();
  await expect(editor.getByAltText('The hours of the maintenance')).toHaveCount(0);
  await english.getByRole('button', { name: t('content.tool.redo'), exact: true }).click();

  await page.getByRole('button', { name: t('content.publish'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Tiếng Việt');
  await dialog.getByRole('button', { name: t('content.publish'), exact: true }).click();
  await expect(page.getByText(t('content.state.published')).first()).toBeVisible();
  await expectAccessible(page);

  const reader = await (await visitor(browser, VIETNAMESE, { javaScriptEnabled: false })).newPage();
  await reader.goto(`/announcements/${slug}`);
  await expect(reader.getByRole('heading', { level: 1, name: 'Planned maintenance' })).toBeVisible();
  await expect(reader.getByText('Ten minutes.')).toBeVisible();
  await expect(reader.getByRole('link', { name: 'https://example.com/status' })).toHaveAttribute('rel', 'noopener noreferrer');
  const shown = reader.getByAltText('The hours of the maintenance');
  await shown.scrollIntoViewIfNeeded();
  expect(await shown.getAttribute('src')).toMatch(/^\/picture\/[\w-]{30}$/);
  await expect(reader.locator('img[src^="/picture/"]')).toHaveJSProperty('naturalWidth', 24);
  await expect(reader.getByText('Nội dung này chưa được dịch')).toBeVisible();
});

test('a second writer is told whose save was in between', async ({ browser }) => {
  const open = async (who: (typeof STAFF)[keyof typeof STAFF]) => {
    const page = await (await staff(browser, ENGLISH, who)).newPage();
    await page.goto('/operator/content?kind=about_us');
    await page
      .getByRole('row', { name: /About us/ })
      .last()
      .click();
    return page.getByRole('region', { name: 'English' });
  };
  const [first, second] = [await open(STAFF.support), await open(STAFF.admin)];
  const title = (region: typeof first) => region.getByRole('textbox', { name: t('content.titleIn', { language: 'English' }), exact: true });
  for (const region of [first, second]) await expect(title(region)).toHaveValue(/./);
  const saved = first.page().waitForResponse((response) => response.url().endsWith('/content/save'));
  await title(first).fill('About the provider');
  await saved;
  await title(second).fill('About all of us');
  await expect(second.page().getByRole('alert').first()).toContainText(STAFF.support.name);
  await second
    .page()
    .getByRole('button', { name: t('content.loadTheirs') })
    .click();
  await expect(title(second)).toHaveValue('About the provider');
});

test('a save without an answer is told once, and made again by itself before what was typed since', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.support)).newPage();
  await page.clock.install();
  await page.goto('/operator/content');
  await page.getByRole('button', { name: t('content.new') }).click();
  await page.getByLabel(t('content.slug')).fill(`unanswered-${Date.now()}`);
  await page.getByRole('button', { name: t('content.begin') }).click();
  const title = page.getByRole('textbox', { name: t('content.titleIn', { language: 'English' }), exact: true });
  // A title without words is half of a text, which is not saved.
  await page.getByRole('textbox', { name: t('content.textIn', { language: 'English' }), exact: true }).fill('Of the month.');
  // The first save is made, and its answer is lost.
  let saves = 0;
  await page.route('**/content/save', async (route) => {
    saves += 1;
    if (saves > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await title.fill('Rates');
  await page.clock.runFor(2_500);
  await expect(page.getByText(t('failure.network'))).toHaveCount(1);
  await expect(page.getByText(t('content.saveFailed'))).toBeVisible();
  await title.fill('Rates of March');
  await page.clock.runFor(12_000);
  await expect(page.getByText(/Saved at/)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.unroute('**/content/save');
  await page.reload();
  await expect(title).toHaveValue('Rates of March');
  forgetComplaints(/ERR_FAILED/);
});

test('everybody who accepted an agreement is found, page by page', async ({ browser }) => {
  const accepted = '(select content_id from content_item where slug = $1)';
  try {
    await sql(
      `insert into content_acceptance (owner_id, content_id, version, party, language, ip, accepted_at)
       select 90000000 + n, ${accepted}, 1, 'user', 'en', '10.0.0.1', now() - interval '10 years' - n * interval '1 minute' from generate_series(1, 45) as n`,
      ['user-agreement'],
    );
    const page = await (await staff(browser, ENGLISH, STAFF.auditor)).newPage();
    await page.goto('/operator/content?kind=user_agreement');
    await page
      .getByRole('row', { name: /User agreement/ })
      .last()
      .click();
    const pages = page.getByRole('navigation', { name: t('kit.pages') });
    await expect(page.getByText('90000045')).toHaveCount(0);
    // The demo's own acceptances come first, and the oldest is on the last page.
    const after = pages.getByRole('button', { name: t('kit.pageAfter') });
    while ((await after.getAttribute('aria-disabled')) !== 'true') {
      const shown = await pages.getByRole('status').textContent();
      await after.click();
      await expect(pages.getByRole('status')).not.toHaveText(shown ?? '');
    }
    await expect(page.getByText('90000045')).toBeVisible();
    await expectAccessible(page);
  } finally {
    await sql(`delete from content_acceptance where content_id = ${accepted} and owner_id > 90000000`, ['user-agreement']);
  }
});

test('who only reads sees every text, and loads no editor', async ({ browser }) => {
  const scripts = async (who: (typeof STAFF)[keyof typeof STAFF]) => {
    const page = await (await staff(browser, ENGLISH, who)).newPage();
    const bodies: Promise<string>[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) bodies.push(response.text());
    });
    await page.goto('/operator/content?kind=user_agreement');
    await page
      .getByRole('row', { name: /User agreement/ })
      .last()
      .click();
    const english = page.getByRole('region', { name: 'English' });
    await expect(english.getByRole('heading').nth(1)).toBeVisible();
    await page.waitForLoadState('networkidle');
    return { english, loaded: async () => (await Promise.all(bodies)).join('') };
  };
  const reader = await scripts(STAFF.auditor);
  const box = { name: t('content.textIn', { language: 'English' }), exact: true };
  await expect(reader.english.getByRole('textbox', box)).toHaveCount(0);
  const writer = await scripts(STAFF.support);
  await expect(writer.english.getByRole('textbox', box)).toBeVisible();
  const withEditor = await Promise.all([reader, writer].map(async ({ loaded }) => (await loaded()).includes('ProseMirror')));
  expect(withEditor).toEqual([false, true]);
});

test('Enter begins a text and publishes it, and a note to its publication is not thrown away unasked', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.support)).newPage();
  const asked: string[] = [];
  page.on('dialog', (question) => {
    asked.push(question.message());
    void question.dismiss();
  });
  await page.goto('/operator/content');
  await page.getByRole('button', { name: t('content.new') }).click();
  const slug = page.getByLabel(t('content.slug'));
  await slug.fill('Not a slug');
  await slug.press('Enter');
  await expect(slug).toHaveAccessibleDescription(new RegExp(t('content.slugRule')));
  await slug.fill(`entered-${Date.now()}`);
  await slug.press('Enter');
  const english = page.getByRole('region', { name: 'English' });
  await english.getByRole('textbox', { name: t('content.titleIn', { language: 'English' }), exact: true }).fill('In spring');
  await english.getByRole('textbox', { name: t('content.textIn', { language: 'English' }), exact: true }).click();
  await page.keyboard.type('Flowers.');

  await page.getByRole('button', { name: t('content.publish'), exact: true }).click();
  const note = page.getByRole('dialog', { name: t('content.ask.publish') }).getByLabel(t('content.note'));
  await note.click();
  await page.keyboard.type('Nobody is told of it');
  await page.keyboard.press('Escape');
  await expect.poll(() => asked).toEqual([t('kit.discard')]);
  await expect(note).toHaveValue('Nobody is told of it');
  await note.press('Enter');
  await expect(page.getByText(t('content.done.publish')).first()).toBeVisible();
  await expect(note).toHaveCount(0);
});

test('undo takes back together what was changed within a second, and keeps a hundred steps at most', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.support)).newPage();
  await page.clock.install();
  await page.goto('/operator/content');
  await page.getByRole('button', { name: t('content.new') }).click();
  await page.getByLabel(t('content.slug')).fill(`undone-${Date.now()}`);
  await page.getByRole('button', { name: t('content.begin') }).click();
  const english = page.getByRole('region', { name: 'English' });
  const editor = english.getByRole('textbox', { name: t('content.textIn', { language: 'English' }), exact: true });
  await editor.click();

  // Letters within a second of each other are one step; after more than a second another begins.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5_000));
  await page.keyboard.type('ab');
  await page.clock.runFor(900);
  await page.keyboard.type('c');
  await page.clock.runFor(1_100);
  await page.keyboard.type('d');
  await page.clock.resume();
  const undo = english.getByRole('button', { name: t('content.tool.undo'), exact: true });
  await undo.click();
  await expect(editor).toHaveText('abc');
  await undo.click();
  await expect(editor).toHaveText('');

  const typed = 125;
  await editor.click();
  for (let step = 0; step < typed; step += 1) {
    await page.clock.fastForward(1_100);
    await page.keyboard.type('x');
  }
  await expect(editor).toHaveText('x'.repeat(typed));
  for (let step = 0; step < typed; step += 1) await page.keyboard.press('Control+z');
  const undone = typed - ((await editor.textContent()) ?? '').length;
  expect(undone).toBeLessThanOrEqual(100);
  expect(undone).toBeGreaterThanOrEqual(80);
});
