import { LANGUAGES } from '@purser/contract/language';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PAYER_COOKIE } from '../../platform/http/payer-cookie.ts';
import { payerPages } from '../../platform/http/payer-pages.ts';
import { createTestApp, type TestApp } from '../../platform/testing/app.ts';
import { fund, makeUser, type TestUser } from '../../platform/testing/parties.ts';
import { payerBuildOfSource } from '../../platform/testing/payer-build.ts';
import { PlainBrowser } from '../../platform/testing/plain-browser.ts';
import { attest } from './attest.ts';
import { liabilityPages } from './pages.ts';
import { KEPT_STATEMENTS } from './statement.ts';

/** A wallet user chooses among the statements of which proofs are kept, by plain forms. */

const PAGE = '/wallet/liabilities';
const GONE = 'No proofs are kept of that statement any more. This is the newest.';

let app: TestApp;
let client: pg.Client;
let user: TestUser;
let browser: PlainBrowser;

beforeAll(async () => {
  app = await createTestApp({
    routes: () => [],
    pages: [async (fastify, platform) => payerPages(await payerBuildOfSource(), liabilityPages(platform))(fastify, platform)],
  });
  client = new pg.Client({ connectionString: app.ownerUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await app.close();
});
beforeEach(async () => {
  await app.sql('delete from liability_tile');
  await app.sql('delete from liability_statement');
  user = await makeUser(app);
  browser = new PlainBrowser(app);
  browser.cookies.set(PAYER_COOKIE, user.token);
});

/** States what is owed, to the user 10.00 more than before. */
async function state(): Promise<{ id: string; time: string }> {
  await fund(app, user.user_id, 'USDP', '10.00');
  const { statement_id, made_at } = await attest(client, app.platform.secrets);
  return { id: statement_id, time: `${made_at.slice(0, 10)} ${made_at.slice(11, 19)} UTC` };
}
/** What is chosen among, as the page's form sends it. */
function choices(): { id: string; chosen: boolean }[] {
  const [select = ''] = /<select name="statement".*?<\/select>/s.exec(browser.html) ?? [];
  return [...select.matchAll(/<option value="([^"]+)"([^>]*)>/g)].map(([, id = '', rest = '']) => ({
    id,
    chosen: rest.includes('selected'),
  }));
}
const chosen = () => choices().find((choice) => choice.chosen)?.id;
const balance = () => /Your balance in it\s+([\d.,]+)/.exec(browser.text)?.[1];

describe('the page of the proofs', () => {
  it('shows the newest statement, and an older one where that is chosen, without scripts', async () => {
    const [older, newer] = [await state(), await state()];
    await browser.open(PAGE);
    expect(choices()).toEqual([
      { id: newer.id, chosen: true },
      { id: older.id, chosen: false },
    ]);
    expect(browser.text).toContain(`Liability statement of ${newer.time}`);
    expect(balance()).toBe('20.00');
    expect(browser.html).toMatch(new RegExp(`<form[^>]* action="${PAGE}" method="get">`));
    await browser.open(`${PAGE}?statement=${older.id}`);
    expect(chosen()).toBe(older.id);
    expect(browser.text).toContain(`Liability statement of ${older.time}`);
    expect(balance()).toBe('10.00');
    expect(browser.text).not.toContain(GONE);
  });

  it('offers no choice where there is one statement, or none', async () => {
    await browser.open(PAGE);
    expect(browser.text).toContain('Nothing has been stated yet');
    expect(choices()).toEqual([]);
    await state();
    await browser.open(PAGE);
    expect(balance()).toBe('10.00');
    expect(choices()).toEqual([]);
  });

  it('lets a user choose another statement from one in which they have no account', async () => {
    const older = await state();
    const newer = await state();
    const late = await makeUser(app);
    browser.cookies.set(PAYER_COOKIE, late.token);
    await browser.open(`${PAGE}?statement=${older.id}`);
    expect(browser.text).toContain('You had no account in any coin when it was made.');
    expect(choices().map(({ id }) => id)).toEqual([newer.id, older.id]);
  });

  it.each(['01930000-0000-7000-8000-0000000000aa', 'yesterday', ''])(
    'shows the newest in the place of "%s", and says so',
    async (named) => {
      const newer = await state();
      await browser.open(`${PAGE}?statement=${named}`);
      expect(browser.status).toBe(200);
      expect(browser.text).toContain(GONE);
      expect(browser.text).toContain(`Liability statement of ${newer.time}`);
    },
  );

  it('names those of which proofs are kept, and none before them', async () => {
    const first = await state();
    const later: string[] = [];
    for (let more = 0; more < KEPT_STATEMENTS; more += 1) later.unshift((await state()).id);
    await browser.open(`${PAGE}?statement=${first.id}`);
    expect(browser.text).toContain(GONE);
    expect(choices()).toEqual(later.map((id, place) => ({ id, chosen: place === 0 })));
    await browser.open(`${PAGE}?statement=${later.at(-1)}`);
    expect(balance()).toBe('20.00');
  });

  it.each(LANGUAGES)('is written in %s', async (language) => {
    await state();
    await state();
    browser.cookies.set('purser_language', language);
    await browser.open(`${PAGE}?statement=gone`);
    expect(browser.status).toBe(200);
    expect(choices()).toHaveLength(2);
    expect(browser.text.includes(GONE)).toBe(language === 'en');
  });

  it('asks who is not signed in to sign in, and goes on to the statement that was chosen', async () => {
    const { id } = await state();
    const answer = await app.fastify.inject({ method: 'GET', url: `${PAGE}?statement=${id}` });
    expect(answer.headers.location).toBe(`/wallet?next=${encodeURIComponent(`${PAGE}?statement=${id}`)}`);
  });
});
