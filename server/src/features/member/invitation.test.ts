import { accountDetail } from '@purser/contract/features/account';
import * as calls from '@purser/contract/features/member';
import { merchantSetUpLook } from '@purser/contract/features/merchant-set-up';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { runJobQueue } from '../../platform/commands/job-queue.ts';
import type { RunningJobs } from '../../platform/commands/jobs.ts';
import { Mailbox } from '../../platform/mailbox.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { eventually } from '../../platform/testing/eventually.ts';
import { googleCode, makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { setUpBy, tokenOf } from '../merchant-set-up/testing/admission.ts';
import { messageJobs } from '../message/jobs.ts';

const mailbox = new Mailbox();
let app: TestApp;
let running: RunningJobs;
let shop: TestMerchant;
beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes, settings: { mailbox } });
  running = runJobQueue(app.platform, messageJobs(app.platform), 1);
});
beforeEach(async () => {
  shop = await makeMerchant(app);
});
afterAll(async () => {
  await running.close();
  await app.close();
});

const asShop = async <Input extends object>(input: Input) => ({ ...input, google_code: await googleCode(app, shop) });
const team = async () => dataOf(await app.call(calls.memberList, {}, { token: shop.token })).list;

describe('an invitation by mail', () => {
  const mailed = async (address: string, wishes: object = {}, options: object = {}) => {
    const input = await asShop({ login_name: 'anna', name: 'Anna Nguyen', role: 'finance' as const, mail: address, ...wishes });
    return app.call(calls.memberInvite, input, { token: shop.token, ...options });
  };
  /** What the mail to an address says, and the link in it; `many` have come. */
  const mailTo = async (address: string, many = 1) => {
    const came = () => mailbox.messages.filter(({ to }) => to === address);
    await eventually(async () => expect(came()).toHaveLength(many));
    const [message] = came();
    const link = /\S+\/SetUp#[\w-]+/.exec(message?.text ?? '')?.[0] ?? null;
    return { link, language: message?.language, subject: message?.subject, text: message?.text ?? '' };
  };
  const newMail = () => `anna-${uuidv7().slice(-12)}@example.com`;

  it('sends the link to the address, in the language of the request, shows it to nobody, and is good for 48 hours', async () => {
    const address = newMail();
    const made = dataOf(await mailed(address, {}, { language: 'vi' }));
    expect(made.link).toBeNull();
    const hours = (Date.parse(made.expires_at) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(47.9);
    expect(hours).toBeLessThan(48.1);
    expect(await team()).toMatchObject([{ mail: null }, { mail: address, is_set_up: false, link_expires_at: made.expires_at }]);
    const { link, language, subject, text } = await mailTo(address);
    expect([language, subject]).toEqual(['vi', `Lời mời vào nhóm của ${shop.name}`]);
    for (const said of ['Anna Nguyen', made.username, '48 giờ']) expect(text).toContain(said);
    expect(link).toMatch(new RegExp(`^${app.platform.settings.publicUrl}/SetUp#`));
    const { answer } = await setUpBy(app, tokenOf(link));
    expect(dataOf(await app.call(accountDetail, {}, { token: dataOf(answer).token })).own?.username).toBe(made.username);
    expect((await setUpBy(app, tokenOf(link))).answer).toMatchObject({ msg: 'set_up_link_used' });
    const [entry] = await app.sql(`select details from audit_log where owner_id = $1 and action = 'member.invite'`, [shop.merchant_id]);
    expect(entry).toMatchObject({ details: { user: made.username, to: 'finance', mail: address } });
  });

  it('is refused for an address that is none, at its field, and nobody is invited', async () => {
    const answer = await mailed('anna');
    expect(answer).toMatchObject({ status: 400, msg: 'invalid_input' });
    expect(JSON.stringify(answer.data)).toContain('mail');
    expect(await team()).toHaveLength(1);
    expect(await app.sql('select from message where owner_id = $1', [shop.merchant_id])).toEqual([]);
  });

  it('is sent again: the link of before ends, and the new one works', async () => {
    const [first, second] = [newMail(), newMail()];
    const { member_id } = dataOf(await mailed(first));
    const before = (await mailTo(first)).link;
    const again = await asShop({ member_id, mail: second });
    expect(dataOf(await app.call(calls.memberReset, again, { token: shop.token })).link).toBeNull();
    expect(await team()).toMatchObject([{}, { mail: second }]);
    const { link } = await mailTo(second);
    expect((await setUpBy(app, tokenOf(before))).answer).toMatchObject({ msg: 'set_up_link_refused' });
    expect((await setUpBy(app, tokenOf(link))).answer).toMatchObject({ code: 200 });
  });

  it('that is withdrawn, has expired, is forged or names another merchant lets nobody in', async () => {
    const address = newMail();
    const { member_id } = dataOf(await mailed(address));
    const token = tokenOf((await mailTo(address)).link);
    const look = async (what: string) => (await app.call(merchantSetUpLook, { token: what })).msg;
    expect(await look(token)).toBe('ok');
    const bytes = Buffer.from(token, 'base64url');
    const changedAt = (at: number) => {
      const forged = Buffer.from(bytes);
      forged[at] = (forged[at] ?? 0) ^ 1;
      return forged.toString('base64url');
    };
    // Neither says whether there is such a merchant or such an invitation.
    for (const forged of [changedAt(5), changedAt(bytes.length - 1), changedAt(6)]) expect(await look(forged)).toBe('set_up_link_refused');
    await app.sql(`update merchant_member_link set expires_at = now() where merchant_id = $1`, [shop.merchant_id]);
    expect(await look(token)).toBe('set_up_link_expired');
    dataOf(await app.call(calls.memberRemove, await asShop({ member_id }), { token: shop.token }));
    expect(await look(token)).toBe('set_up_link_refused');
    expect(await team()).toHaveLength(1);
  });

  it('says the same of an address that others use here', async () => {
    const [address, other] = [newMail(), await makeMerchant(app)];
    const theirs = { login_name: 'anna', name: 'Anna', role: 'viewer' as const, mail: address, google_code: await googleCode(app, other) };
    const there = dataOf(await app.call(calls.memberInvite, theirs, { token: other.token }));
    const here = dataOf(await mailed(address));
    expect(Object.keys(here)).toEqual(Object.keys(there));
    expect([here.member_id, here.link]).toEqual([there.member_id, null]);
    await mailTo(address, 2);
  });
});
