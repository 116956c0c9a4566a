import { expect, it } from 'vitest';
import { appLinkTo, looksLikeLink, payableIn } from './app-link.ts';

const ORIGIN = 'https://pay.example';
const TOKEN = 'AAAAmJaB3x9Qk2-Zc7Jd_5fYqLw0aB';

it.each([
  [`${ORIGIN}/pay/${TOKEN}?via=qr`, `/pay/${TOKEN}?via=qr`],
  [`  ${ORIGIN}/pay/${TOKEN}?step=login#x `, `/pay/${TOKEN}?via=qr`],
  [`${ORIGIN}/collect/${TOKEN}?amount=5`, `/collect/${TOKEN}`],
  [appLinkTo(`/pay/${TOKEN}`), `/pay/${TOKEN}?via=qr`],
  [`WEB+PURSER:/collect/${TOKEN}`, `/collect/${TOKEN}`],
  [`pay.example/pay/${TOKEN}`, `/pay/${TOKEN}?via=qr`],
  [` Pay.Example/collect/${TOKEN}?amount=5`, `/collect/${TOKEN}`],
])('takes %s', (text, path) => {
  expect(payableIn(text, ORIGIN)).toBe(path);
});

it.each([
  '',
  'hello',
  `https://pay.example.evil.example/pay/${TOKEN}`,
  `https://evil.example/pay/${TOKEN}`,
  `https://pay.example@evil.example/pay/${TOKEN}`,
  `http://pay.example/pay/${TOKEN}`,
  `//evil.example/pay/${TOKEN}`,
  `web+purser://evil.example/pay/${TOKEN}`,
  `web+purser:https://evil.example/pay/${TOKEN}`,
  `web+purser:\\\\evil.example/pay/${TOKEN}`,
  'javascript:alert(1)',
  'web+purser:javascript:alert(1)',
  `${ORIGIN}/wallet/logout`,
  `${ORIGIN}/pay/${TOKEN}/abandon`,
  `${ORIGIN}/pay/../wallet`,
  `${ORIGIN}/pay/%2e%2e`,
  'https://[',
  `pay.example.evil.example/pay/${TOKEN}`,
  `pay.example:8443/pay/${TOKEN}`,
  `pay.example@evil.example/pay/${TOKEN}`,
  `pay.example/\\evil.example/pay/${TOKEN}`,
  `web+purser:pay.example/wallet`,
])('leads nowhere by %s', (text) => {
  expect(payableIn(text, ORIGIN)).toBeNull();
});

it('takes an own host with its port and without a scheme', () => {
  expect(payableIn(`localhost:3000/pay/${TOKEN}`, 'http://localhost:3000')).toBe(`/pay/${TOKEN}?via=qr`);
  expect(payableIn(`localhost:3001/pay/${TOKEN}`, 'http://localhost:3000')).toBeNull();
});

it('knows what was not meant as a link', () => {
  expect(['hello', '123456', 'pay Alice', ''].map(looksLikeLink)).toEqual([false, false, false, false]);
  expect(['evil.example', '/pay/x', 'localhost:3000/pay/x', 'mailto:lan'].map(looksLikeLink)).toEqual([true, true, true, true]);
});
