import { expect, it } from 'vitest';
import { appLinkTo, payableIn } from './app-link.ts';

const ORIGIN = 'https://pay.example';
const TOKEN = 'AAAAmJaB3x9Qk2-Zc7Jd_5fYqLw0aB';

it.each([
  [`${ORIGIN}/pay/${TOKEN}?via=qr`, `/pay/${TOKEN}?via=qr`],
  [`  ${ORIGIN}/pay/${TOKEN}?step=login#x `, `/pay/${TOKEN}?via=qr`],
  [`${ORIGIN}/collect/${TOKEN}?amount=5`, `/collect/${TOKEN}`],
  [appLinkTo(`/pay/${TOKEN}`), `/pay/${TOKEN}?via=qr`],
  [`WEB+PURSER:/collect/${TOKEN}`, `/collect/${TOKEN}`],
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
])('leads nowhere by %s', (text) => {
  expect(payableIn(text, ORIGIN)).toBeNull();
});
