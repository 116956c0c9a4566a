import { type Browser, expect, type Page } from '@playwright/test';
import type { MailServer } from '../../server/src/features/message/testing/mail-server.ts';
import { freshCode } from './codes.ts';
import { stranger } from './demo.ts';
import { confirmAsStaff, operatorTexts, takeLink } from './operator.ts';
import { slide } from './slider.ts';
import { ENGLISH } from './texts.ts';
import { VirtualAuthenticator } from './virtual-authenticator.ts';

const t = operatorTexts(ENGLISH);
const { console: c, payer: p } = ENGLISH;

/** Somebody with a browser of their own, at an installation that tests have made. */
export class Person {
  readonly page: Page;
  readonly #username: string;
  readonly #password: string;
  #secret = '';
  /** For codes that nobody has used yet, in milliseconds. */
  static waited = 0;

  private constructor(page: Page, { username, password }: Pick<Person, 'username' | 'password'>) {
    this.page = page;
    this.#username = username;
    this.#password = password;
  }

  static async at(baseURL: string, browser: Browser, who: Pick<Person, 'username' | 'password'>): Promise<Person> {
    return new Person(await (await stranger(browser, ENGLISH, { baseURL })).newPage(), who);
  }

  get username(): string {
    return this.#username;
  }

  get password(): string {
    return this.#password;
  }

  /** A code of the person's authenticator; each is good once, so that a third act within a minute waits. */
  async code(): Promise<string> {
    const began = performance.now();
    const code = await freshCode(this.#username, this.#secret);
    Person.waited += performance.now() - began;
    return code;
  }

  /** Sets a member's account up by a link, with an authenticator app. */
  async setUpAsStaff(link: string): Promise<void> {
    await this.page.goto(link);
    await this.#choosePassword();
    await this.#readSecret();
    await this.page.getByLabel(t('setUp.code'), { exact: true }).fill(await this.code());
    await this.page.getByRole('button', { name: t('setUp.submit') }).click();
    await expect(this.page.getByRole('navigation')).toBeVisible();
  }

  /** Sets the first admin's account up, who chooses the names too and has a passkey in place of an authenticator app. */
  async setUpAsFirstAdmin(link: string, name: string): Promise<void> {
    await VirtualAuthenticator.of(this.page);
    await this.page.goto(link);
    await this.page.getByLabel(t('setUp.name'), { exact: true }).fill(name);
    await this.page.getByLabel(t('setUp.username'), { exact: true }).fill(this.#username);
    await this.#choosePassword();
    await this.page.getByRole('button', { name: t('setUp.passkey') }).click();
    await expect(this.page.getByRole('navigation')).toBeVisible();
  }

  async #choosePassword(): Promise<void> {
    await this.page.getByLabel(t('setUp.password'), { exact: true }).fill(this.#password);
    await this.page.getByLabel(t('setUp.again'), { exact: true }).fill(this.#password);
    await this.page.getByRole('button', { name: t('setUp.continue'), exact: true }).click();
  }

  /** Confirms what staff are asked to confirm: with a code, or with the passkey of somebody who has no authenticator app. */
  async #confirm(act: string): Promise<void> {
    if (this.#secret !== '') return confirmAsStaff(this.page, act, await this.code());
    const dialog = this.page.getByRole('dialog').filter({ hasText: t('kit.passkeyHint') });
    await dialog.getByRole('button', { name: act, exact: true }).click();
  }

  async setUpAsMerchant(link: string): Promise<void> {
    await this.page.goto(link);
    await this.page.getByLabel(c('setUp.password'), { exact: true }).fill(this.#password);
    await this.page.getByLabel(c('setUp.again'), { exact: true }).fill(this.#password);
    await this.page.getByRole('button', { name: c('setUp.continue'), exact: true }).click();
    await this.#readSecret();
    await this.page.getByLabel(c('bind.code'), { exact: true }).fill(await this.code());
    await this.page.getByRole('button', { name: c('bind.submit') }).click();
    await expect(this.page).toHaveURL(/InstrumentPanel/);
  }

  /** Invites another admin, and answers the link. */
  async invite({ name, username }: { readonly name: string; readonly username: string }): Promise<string> {
    await this.page.goto('/operator/staff');
    await this.page.getByRole('button', { name: t('staff.invite'), exact: true }).click();
    const dialog = this.page.getByRole('dialog', { name: t('staff.invite') });
    await dialog.getByLabel(t('staff.name'), { exact: true }).fill(name);
    await dialog.getByLabel(t('staff.username'), { exact: true }).fill(username);
    await dialog.getByRole('radio', { name: new RegExp(`^${t('role.admin')}`) }).check();
    await dialog.getByRole('button', { name: t('staff.invite') }).click();
    await this.#confirm(t('staff.invite'));
    return takeLink(this.page, t('staff.linkTitle'), t('staff.linkDone'));
  }

  async confirmIdentity(merchant: string): Promise<void> {
    await this.page.goto('/operator/merchants');
    await this.page.getByRole('button', { name: merchant }).click();
    const drawer = this.page.getByRole('dialog', { name: t('party.merchantTitle') });
    await drawer.getByRole('button', { name: t('party.approveIdentity') }).click();
    const asked = this.page.getByRole('dialog', { name: t('party.approveIdentity') });
    await asked.getByLabel(t('party.reason')).fill('Papers seen');
    await asked.getByRole('button', { name: t('party.continue') }).click();
    await this.#confirm(t('party.approveIdentity'));
    await expect(drawer.getByText(t('party.identity.approved')).first()).toBeVisible();
  }

  /** By the menu that bears one's name. */
  async logOut(name: string): Promise<void> {
    await this.page.getByRole('button', { name }).click();
    await this.page.getByRole('button', { name: c('shell.logout') }).click();
    await expect(this.page).toHaveURL(/Login/);
  }

  /** Makes the access key on the console's page and answers it. */
  async createKey(): Promise<{ accessKey: string; secret: string }> {
    await this.page.goto('/api/ManagementIndex');
    await this.page
      .getByRole('region', { name: c('apiManagement.keyTitle'), exact: true })
      .getByRole('button', { name: c('apiManagement.keyCreate') })
      .click();
    await this.page.getByRole('button', { name: c('apiManagement.continue') }).click();
    const dialog = this.page.getByRole('dialog').filter({ has: this.page.getByLabel(c('kit.codeLabel')) });
    await dialog.getByLabel(c('kit.codeLabel')).fill(await this.code());
    await dialog.getByRole('button', { name: c('apiManagement.keyCreate') }).click();
    const shown = this.page.getByRole('dialog', { name: c('apiManagement.secretTitle') });
    await shown.getByRole('checkbox').check();
    const [accessKey = '', secret = ''] = await shown.locator('dd').allInnerTexts();
    await shown.getByRole('button', { name: c('apiManagement.secretDone') }).click();
    return { accessKey: accessKey.trim(), secret: secret.trim() };
  }

  /** Opens a wallet with an address and the code that is sent to it, and sets its payment password. */
  async register(
    { nick, market, paymentPassword }: { readonly nick: string; readonly market: string; readonly paymentPassword: string },
    { mail, masterKey }: { readonly mail: MailServer; readonly masterKey: Buffer },
  ): Promise<void> {
    const { page } = this;
    await page.goto('/wallet/register');
    await page.getByLabel(p('username'), { exact: true }).fill(nick);
    await page.getByLabel(p('email'), { exact: true }).fill(this.#username);
    await slide(page, masterKey);
    await page.getByRole('button', { name: p('send_code') }).click();
    await page.getByLabel(p('verification_code'), { exact: true }).fill(await mailedTo(mail, this.#username, /\b\d{6}\b/));
    await page.getByLabel(p('nick'), { exact: true }).fill(nick);
    await page.getByLabel(p('first_market')).selectOption(market);
    await page.getByLabel(p('password'), { exact: true }).fill(this.#password);
    await page.getByLabel(p('password_again'), { exact: true }).fill(this.#password);
    await page.getByRole('button', { name: p('register'), exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: p('wallet_title') })).toBeVisible();
    await page.getByRole('link', { name: p('set_payment_password') }).click();
    await page.getByLabel(p('login_password'), { exact: true }).fill(this.#password);
    await page.getByLabel(p('new_payment_password'), { exact: true }).fill(paymentPassword);
    await page.getByLabel(p('new_payment_password_again'), { exact: true }).fill(paymentPassword);
    await page.getByRole('button', { name: p('save') }).click();
    await expect(page.getByText(p('password_saved'))).toBeVisible();
  }

  async openRegistration(): Promise<void> {
    await this.page.goto('/operator/senders');
    await this.page.getByRole('button', { name: t('registration.open'), exact: true }).click();
    await this.#confirm(t('registration.open'));
    await expect(this.page.getByRole('button', { name: t('registration.close'), exact: true })).toBeVisible();
  }

  /** Enters that a party's balance is increased, for somebody else to approve. */
  async enterPosting(ownerId: string, coin: string, amount: string): Promise<void> {
    await this.page.goto('/operator/ledger/accounts');
    await this.page.getByRole('button', { name: t('ledger.manual') }).click();
    const dialog = this.page.getByRole('dialog', { name: t('ledger.manual') });
    await dialog.getByLabel(t('ledger.party')).fill(ownerId);
    await dialog.getByLabel(t('field.coin'), { exact: true }).click();
    const options = this.page.locator('.ant-select-item-option');
    await expect(options.filter({ hasText: coin })).toBeVisible();
    // By the keyboard: the list opens with its first option.
    const place = (await options.allInnerTexts()).indexOf(coin);
    for (let at = 0; at < place; at += 1) await this.page.keyboard.press('ArrowDown');
    await this.page.keyboard.press('Enter');
    await dialog.getByLabel(t('field.amount'), { exact: true }).fill(amount);
    await dialog.getByLabel(t('ledger.reason'), { exact: true }).fill('Paid in at the bank');
    await dialog.getByRole('button', { name: t('ledger.continue') }).click();
    await this.#confirm(t('ledger.enter'));
    await expect(this.page.getByText(t('ledger.entered'))).toBeVisible();
  }

  async approvePosting(): Promise<void> {
    await this.page.goto('/operator/approvals?state=pending&sort_order=asc');
    await this.page.getByRole('button', { name: t('approvals.kind.manualPosting') }).click();
    await this.page
      .getByRole('dialog')
      .getByRole('button', { name: t('approvals.approve') })
      .click();
    await this.#confirm(t('approvals.approve'));
    await expect(this.page.getByText(t('approvals.approveDone'))).toBeVisible();
  }

  async #readSecret(): Promise<void> {
    this.#secret = (await this.page.locator('code').innerText()).replaceAll(/\s/g, '');
  }
}

/** What a mail to somebody says, once it has come. */
export async function mailedTo(mail: MailServer, to: string, what: RegExp): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(
      () => {
        const texts = mail.taken.filter((taken) => taken.to === to).map(({ email }) => email.text ?? '');
        found = texts.flatMap((text) => what.exec(text)?.[0] ?? []).at(-1);
        return found;
      },
      { timeout: 45_000 },
    )
    .toBeDefined();
  return found ?? '';
}
