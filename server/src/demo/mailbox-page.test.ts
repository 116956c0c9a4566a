import { LANGUAGES } from '@purser/contract/language';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Mailbox, type ReceivedMessage } from '../platform/mailbox.ts';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { mailboxPage } from './mailbox-page.ts';

const mailbox = new Mailbox();
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ routes: () => [], pages: [mailboxPage(mailbox)] });
});
afterAll(() => app.close());

const get = async (url = '/demo/mailbox', headers = {}) => app.fastify.inject({ method: 'GET', url, headers });
const message = (id: string, wishes: Partial<ReceivedMessage> = {}): ReceivedMessage => ({
  id,
  channel: 'mail',
  to: 'alice@example.com',
  language: 'en',
  subject: `Subject ${id}`,
  text: `Text ${id}`,
  receivedAt: new Date('2026-11-22T05:30:00Z'),
  ...wishes,
});

describe('the demo’s mailbox', () => {
  it('says that there is nothing yet, in the language that is asked for', async () => {
    const pages = await Promise.all(LANGUAGES.map((language) => get(`/demo/mailbox?language=${language}`)));
    expect(new Set(pages.map(({ body }) => /class="empty">([^<]+)/.exec(body)?.[1])).size).toBe(4);
    expect((await get('/demo/mailbox', { 'accept-language': 'vi' })).body).toContain('Hộp thư thử nghiệm');
  });

  it('shows messages newest first, each once, and only so many', async () => {
    for (let index = 0; index < 205; index += 1) mailbox.put(message(`number-${index};`));
    mailbox.put(message('number-204;'));
    const { body } = await get();
    const shown = [...body.matchAll(/<h2[^>]*>Subject number-(\d+);/g)].map(([, number]) => Number(number));
    expect(shown).toEqual(Array.from({ length: 200 }, (_, index) => 204 - index));
  });

  it('makes links of addresses, and markup of nothing', async () => {
    mailbox.put(
      message('x', { subject: '<script>alert(1)</script>', text: 'Go to https://pay.example.com/setup#t=1&x="y\n<b>now</b>', to: '"><i>' }),
    );
    const answer = await get();
    expect(answer.body).not.toMatch(/<script>alert|<b>now|"><i>/);
    expect(answer.body).toContain('<a href="https://pay.example.com/setup#t=1&amp;x=">https://pay.example.com/setup#t=1&amp;x=</a>');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  });
});
