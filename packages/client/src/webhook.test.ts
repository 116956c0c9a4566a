import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { verifyWebhook, WebhookError } from './webhook.ts';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const body = JSON.stringify({ type: 'order.paid', timestamp: '2026-11-21T08:00:00.000Z', data: { order_id: 'Đơn-1' } });
const now = new Date();
const headers = (signature: string, at: Date = now) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': signature,
});
/** Signed by the reference implementation of Standard Webhooks, not by ours. */
const signed = headers(new Webhook(secret).sign('evt_1', now, body));

describe('verifyWebhook', () => {
  test('accepts what the reference implementation signed, as text, bytes, Node headers and fetch headers', () => {
    const expected = { id: 'evt_1', type: 'order.paid' };
    expect(verifyWebhook(body, signed, secret)).toMatchObject(expected);
    expect(verifyWebhook(Buffer.from(body), signed, secret)).toMatchObject(expected);
    expect(verifyWebhook(body, new Headers(signed), secret)).toMatchObject(expected);
    const upper = Object.fromEntries(Object.entries(signed).map(([name, value]) => [name.toUpperCase(), [value]]));
    expect(verifyWebhook(body, upper, secret)).toMatchObject(expected);
  });

  test('accepts any one of several signatures and of several secrets, so that secrets can be changed', () => {
    const other = `whsec_${randomBytes(32).toString('base64')}`;
    const both = headers(`${new Webhook(other).sign('evt_1', now, body)} ${signed['webhook-signature']}`);
    expect(verifyWebhook(body, both, secret).id).toBe('evt_1');
    expect(verifyWebhook(body, signed, [other, secret]).id).toBe('evt_1');
  });

  test.each([
    ['no secret', body, undefined, 'secret is missing'],
    ['an empty secret', body, '', 'secret is missing'],
    ['no secrets', body, [], 'secret is missing'],
    ['JSON that was read', JSON.parse(body), secret, 'body is to be the text or the bytes'],
  ])('tells a program that was set up wrongly, with %s', (_what, given, key, told) => {
    const wrong = () => verifyWebhook(given as string, signed, key as string);
    expect(wrong).toThrow(TypeError);
    expect(wrong).toThrow(told);
  });

  test.each([
    ['another secret', body, signed, `whsec_${randomBytes(32).toString('base64')}`],
    ['a changed body', body.replace('paid', 'created'), signed, secret],
    ['another id', body, { ...signed, 'webhook-id': 'evt_2' }, secret],
    ['no signature', body, { ...signed, 'webhook-signature': undefined }, secret],
    ['an asymmetric signature only', body, { ...signed, 'webhook-signature': 'v1a,AAAA' }, secret],
    ['an empty signature', body, { ...signed, 'webhook-signature': 'v1,' }, secret],
    ['a time that is none', body, { ...signed, 'webhook-timestamp': '1e9' }, secret],
  ])('refuses %s', (_, text, given, key) => {
    expect(() => verifyWebhook(text, given, key)).toThrow(WebhookError);
  });

  test('refuses an old message and one from the future, even if well signed', () => {
    for (const minutes of [-6, 6]) {
      const at = new Date(now.getTime() + minutes * 60_000);
      const late = headers(new Webhook(secret).sign('evt_1', at, body), at);
      expect(() => verifyWebhook(body, late, secret)).toThrow(/too far/);
      expect(verifyWebhook(body, late, secret, { nowMs: at.getTime() }).id).toBe('evt_1');
    }
  });

  test('an empty secret is a mistake of the program, not of the message', () => {
    expect(() => verifyWebhook(body, signed, 'whsec_')).toThrow(TypeError);
  });
});
