import { outcomeText } from '@purser/contract/errors';
import { expect, type Page } from '@playwright/test';
import { sql } from '../support/database.ts';
import { forgetComplaints, PHONE, test, visitor } from '../support/demo.ts';
import { ownPayer } from '../support/own-payer.ts';
import { askToRegister, codeIn } from '../support/registration.ts';
import { expectAlive } from '../support/settled.ts';
import { slide } from '../support/slider.ts';
import { ENGLISH } from '../support/texts.ts';

/** What a form with newly chosen passwords says where its answer fails: what was done, and what is not known. */

const t = ENGLISH.payer;
const PASSWORD = 'Fresh-paint-1';

const fieldIn = (page: Page) => (name: string) => page.locator(`main input[name="${name}"]`);

/** A visitor's page at which all but a press is left to do. */
async function filledIn(page: Page, username: string, next?: string): Promise<void> {
  const address = `${username}@example.com`;
  const field = fieldIn(page);
  await page.goto(await askToRegister(address, next));
  await expectAlive(page);
  await field('code').fill(await codeIn(page, address));
  await field('username').fill(username);
  await field('nick').fill('Unanswered');
  await field('password').fill(PASSWORD);
  await field('password_again').fill(PASSWORD);
  await field('accepts').check();
}

test('a wallet that was opened is not told as a failure where the next page fails', async ({ browser }) => {
  const page = await (await visitor(browser, ENGLISH, { viewport: PHONE })).newPage();
  const next = '/wallet/bank-cards';
  await filledIn(page, `opened-${Date.now().toString(36)}`, next);
  await sql('alter table payment_method rename to payment_method_away');
  try {
    await page.getByRole('button', { name: t('register'), exact: true }).click();
    await expect(page.getByRole('heading', { name: t('failure_title') })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(next);
  } finally {
    await sql('alter table payment_method_away rename to payment_method');
  }
  forgetComplaints(/500/);
  await page.goto('/wallet');
  await expect(page.getByText('Unanswered ·')).toBeVisible();
});

test('where it is not known what became of the form that is told in sight, each time', async ({ browser }) => {
  const context = await visitor(browser, ENGLISH, { viewport: PHONE });
  const page = await context.newPage();
  const username = `unclear-${Date.now().toString(36)}`;
  await filledIn(page, username);
  const register = page.getByRole('button', { name: t('register'), exact: true });
  const notice = page.getByRole('alert');
  await context.setOffline(true);
  for (let tries = 0; tries < 2; tries += 1) {
    await register.click();
    await expect(notice).toHaveText(`${t('connection_lost')} ${t('failure_unclear')}`);
    await expect(notice).toBeInViewport({ ratio: 1 });
    // The same text is announced again only where it has come anew.
    await expect(notice).not.toHaveAttribute('data-seen');
    await notice.evaluate((told) => told.setAttribute('data-seen', ''));
  }
  await context.setOffline(false);
  forgetComplaints(/ERR_INTERNET_DISCONNECTED/);

  await sql(`create function refuse_unclear() returns trigger language plpgsql as $$ begin raise exception 'broken on purpose'; end $$`);
  await sql(`create trigger unclear before insert on wallet_user for each row when (new.username = '${username}')
    execute function refuse_unclear()`);
  try {
    await register.click();
    await expect(notice).toHaveText(`${outcomeText('internal', 'en')} ${t('failure_unclear')}`);
    await expect(notice).toBeInViewport({ ratio: 1 });
  } finally {
    await sql('drop function refuse_unclear() cascade');
  }
  forgetComplaints(/500/);
  await register.click();
  await expect(page.getByRole('heading', { name: t('wallet_title') })).toBeVisible();
});

test('that another code was sent is not said beside a refusal', async ({ browser }) => {
  const { email } = await ownPayer('again', 'Again');
  const page = await (await visitor(browser, ENGLISH, { viewport: PHONE })).newPage();
  const field = fieldIn(page);
  await sql(`delete from throttle where scope like 'code:%'`);
  await page.goto('/wallet/recover');
  await field('identity').fill(email);
  await slide(page);
  await page.getByRole('button', { name: t('send_code') }).click();
  await expect(page).toHaveURL(/recover\/confirm/);
  const code = await codeIn(page, email);
  await page.goto(`${page.url()}&again=1`);
  await expectAlive(page);
  await expect(page.getByText(t('code_sent_again'))).toBeVisible();
  await field('code').fill(code === '000000' ? '000001' : '000000');
  await field('password').fill(PASSWORD);
  await field('password_again').fill(PASSWORD);
  await page.getByRole('button', { name: t('save') }).click();
  await expect(field('code')).toHaveAccessibleDescription(outcomeText('verification_code_wrong', 'en'));
  await expect(page.getByText(t('code_sent_again'))).toBeHidden();
  await expect(field('password')).toHaveValue(PASSWORD);
  await expect(field('password')).not.toHaveAccessibleDescription(new RegExp(t('passwords_once_more')));
});
