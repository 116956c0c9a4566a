import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { BootSkeleton } from '@purser/console-kit/boot-skeleton';
import { LANGUAGES } from '@purser/contract/language';
import { everyText } from '@purser/i18n/testing/every-text';
import { expect, it } from 'vitest';

it('is what index.html shows before any script, so that nothing moves when the scripts come', () => {
  const page = readFileSync(new URL('../../index.html', import.meta.url), 'utf8').replaceAll(/>\s+</g, '><');
  expect(page).toContain(`<div id="app">${renderToStaticMarkup(<BootSkeleton />)}<div class="boot-failed"`);
});

it.each(['console', 'operator'])('the page of the %s says in every language that its scripts did not come', async (app) => {
  const page = readFileSync(new URL(`../../../${app}/index.html`, import.meta.url), 'utf8').replaceAll(/>\s+</g, '><');
  for (const language of LANGUAGES) {
    const texts = await everyText('console', language);
    expect(page).toContain(`<p>${texts['kit.failedTitle']}</p><p>${texts['kit.failedHint']}</p><a href="">${texts['kit.retry']}</a>`);
  }
});
