import { expect, it } from 'vitest';
import { assetsOf } from './payer-build.ts';

const MANIFEST = {
  'src/entry-client.tsx': { file: 'assets/entry.js' },
  '../../packages/i18n/src/payer/en.ts': { file: 'assets/en.js', imports: ['src/entry-client.tsx'] },
  '../../packages/i18n/src/payer/other-pages/en.ts': { file: 'assets/en-other-pages.js' },
  'src/features/checkout/pay-page.tsx': { file: 'assets/pay.js', imports: ['src/entry-client.tsx'] },
  'src/features/wallet/wallet-page.tsx': { file: 'assets/wallet.js', imports: ['src/entry-client.tsx', '_shared.js'] },
  '_shared.js': { file: 'assets/shared.js' },
  'style.css': { file: 'assets/style.css' },
};
const RESTING = { style: 'body{}', script: 'live()' };

it('loads with a page its language and its own file with what that imports, each once', () => {
  const assets = assetsOf(MANIFEST, ['pay', 'wallet'], RESTING);
  expect(assets('wallet', 'en')).toEqual({
    script: '/payer/assets/entry.js',
    styles: ['/payer/assets/style.css'],
    preloads: ['/payer/assets/en.js', '/payer/assets/en-other-pages.js', '/payer/assets/wallet.js', '/payer/assets/shared.js'],
    resting: RESTING,
  });
  expect(assets('pay', 'en').preloads).toEqual(['/payer/assets/en.js', '/payer/assets/pay.js']);
});

it('refuses a build in which a page has no file, before anybody asks for the page', () => {
  expect(() => assetsOf(MANIFEST, ['payment-password'], RESTING)).toThrow('/payment-password-page.tsx');
});
