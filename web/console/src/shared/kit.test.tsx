import { translator } from '@purser/i18n/catalogue';
import { kit } from '@purser/i18n/console/kit/en';
import { CountBadge } from '@purser/ui/count-badge';
import { QrCode } from '@purser/ui/qr-code';
import { KitTextsProvider } from '@purser/ui/texts';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';

const html = (shown: ReactNode): string =>
  renderToStaticMarkup(<KitTextsProvider value={{ t: translator(kit, kit) }}>{shown}</KitTextsProvider>);

it.each([
  [0, ''],
  [1, '>1<'],
  [99, '>99<'],
  [100, '>99+<'],
])('a badge counts %s as %j', (count, shown) => {
  const badge = html(<CountBadge count={count} />);
  if (shown === '') expect(badge).toBe('');
  else expect(badge).toContain(shown);
});

it('a badge has another maximum where it is given one', () => {
  expect(html(<CountBadge count={10} max={9} />)).toContain('>9+<');
});

it('a code is 400 wide with a margin of 20, and a logo takes a fifth of what is between', () => {
  const code = html(<QrCode text="PM0000000001" logo="/logo.png" />);
  expect(code).toContain('viewBox="0 0 400 400" width="400"');
  expect(code).toMatch(/<path d="M20 20h/);
  expect(code).toContain('<image href="/logo.png" x="164" y="164" width="72" height="72">');
});
