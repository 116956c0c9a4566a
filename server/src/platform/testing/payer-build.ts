import type { PayerRenderer } from '@purser/contract/payer-pages';
import type { PayerBuild } from '../http/payer-build.ts';

const RENDERER = '../../../../web/payer/src/entry-server.tsx';

/** The payer's pages from their own source, so that tests need no build. */
export async function payerBuildOfSource(): Promise<PayerBuild> {
  const renderer = (await import(/* @vite-ignore */ RENDERER)) as PayerRenderer;
  const assets = {
    script: '/payer/assets/entry.js',
    styles: ['/payer/assets/entry.css'],
    preloads: [],
    resting: { style: '', script: '' },
  };
  return { renderer, assets: () => assets };
}
