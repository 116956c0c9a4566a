import { type Browser, expect, type Page } from '@playwright/test';
import { freshCode } from './codes.ts';
import { ALICE, MERCHANT, merchant, payer } from './demo.ts';
import { sql } from './database.ts';
import { ENGLISH } from './texts.ts';

/** The number of a wallet user of the demo's. */
export async function userIdOf(username: string): Promise<number> {
  const [row] = await sql<{ user_id: string }>('select user_id from wallet_user where username = $1', [username]);
  return Number(row?.user_id);
}

interface Made {
  /** Kept pending, and nobody has said anything. */
  readonly waiting: string;
  /** Kept pending, and the user may accept it. */
  readonly offered: string;
  /** Kept pending, and the user objects. */
  readonly appealed: string;
}

let made: Promise<Made> | undefined;

/** Adjustments for Alice by the demo's first merchant, made once for all tests of a run. */
export function makeAdjustments(browser: Browser): Promise<Made> {
  made ??= make(browser);
  return made;
}

async function make(browser: Browser): Promise<Made> {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/assets/Assets');
  const token = await page.evaluate<string>(`localStorage.getItem('token')`);
  const wanted = { receipt_user_id: await userIdOf(ALICE.username), coin_name: 'VNDT', balance_type: 'pending', amount: '1250000.00' };
  const add = async (remark: string, user_may_accept = false): Promise<string> => {
    const input = { ...wanted, user_may_accept, remark, google_code: await freshCode(MERCHANT.username) };
    return serialOf(page, '/v1/merchant/pay_record/plus', input, { authorization: token });
  };
  const waiting = await add('Compensation for the delayed delivery of order HB-1042');
  const offered = await add('Prize of the reading evening', true);
  const appealed = await add('Deposit for the reading evening');
  const wallet = await (await payer(browser, ENGLISH, ALICE)).newPage();
  await wallet.goto('/wallet');
  const reason = 'I have been at the reading evening, so this deposit is mine again.';
  const { origin } = new URL(wallet.url());
  await serialOf(wallet, '/v1/wallet/adjustment/appeal', { serial_number: appealed, reason }, { origin });
  return { waiting, offered, appealed };
}

async function serialOf(page: Page, path: string, data: object, headers: Record<string, string>): Promise<string> {
  const answer = await (await page.request.post(path, { data, headers })).json();
  expect(answer).toMatchObject({ msg: 'ok' });
  return answer.data.serial_number;
}
