import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { BootSkeleton } from '@purser/console-kit/boot-skeleton';
import { expect, it } from 'vitest';

it('is what index.html shows before any script, so that nothing moves when the scripts come', () => {
  const page = readFileSync(new URL('../../index.html', import.meta.url), 'utf8').replaceAll(/>\s+</g, '><');
  expect(page).toContain(`<div id="app">${renderToStaticMarkup(<BootSkeleton />)}</div>`);
});
