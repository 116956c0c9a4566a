import { appLinkTo } from '@purser/contract/app-link';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../platform/testing/app.ts';
import { walletApp } from './app-files.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ routes: () => [], pages: [walletApp] });
});
afterAll(() => app.close());

const TOKEN = 'AAAAmJaB3x9Qk2-Zc7Jd_5fYqLw0aB';
const opened = async (link: string) => {
  const answer = await app.fastify.inject({ url: '/wallet/open', query: { link } });
  return { status: answer.statusCode, to: answer.headers.location };
};

it('a link of the app leads to what it pays at, and to the scanner where it names nothing of ours', async () => {
  expect(await opened(appLinkTo(`/pay/${TOKEN}`))).toEqual({ status: 303, to: `/pay/${TOKEN}?via=qr` });
  for (const link of ['https://evil.example/', `web+purser://evil.example/pay/${TOKEN}`, 'javascript:alert(1)', ''])
    expect(await opened(link)).toEqual({ status: 303, to: '/wallet/scan?unknown=1' });
});

it('the wallet is installed under its own name, and its worker answers for nothing but the wallet', async () => {
  const manifest = await app.fastify.inject({ url: '/wallet/app.webmanifest', headers: { 'accept-language': 'vi' } });
  expect(manifest.json()).toMatchObject({
    lang: 'vi',
    start_url: '/wallet',
    protocol_handlers: [{ protocol: 'web+purser', url: '/wallet/open?link=%s' }],
  });
  const worker = await app.fastify.inject({ url: '/wallet/worker.js' });
  expect(worker.headers).toMatchObject({ 'service-worker-allowed': '/wallet', 'content-type': 'text/javascript; charset=utf-8' });
  // What it keeps: the page that says that there is no network.
  expect(worker.body.match(/kept\.add\(/g)).toHaveLength(1);
  expect(worker.body).toContain("'/wallet/offline'");
  expect(worker.body).not.toMatch(/\.put\(|addAll/);
});

it('to a browser whose worker has kept the page in another language it is a new one', async () => {
  const worker = async (language: string) => app.fastify.inject({ url: '/wallet/worker.js', headers: { 'accept-language': language } });
  const [first, again, other] = [await worker('vi'), await worker('vi'), await worker('zh-TW')];
  expect(again.body).toBe(first.body);
  expect(other.body).not.toBe(first.body);
  expect(first.headers['vary']).toContain('accept-language');
});
