import { afterAll, beforeAll, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { payerPagesOfSource } from '../../main/testing/payer-pages.ts';
import { createTestApp, type TestApp } from '../../platform/testing/app.ts';
import { publishTestContent, textIn } from './testing/content.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes, pages: [payerPagesOfSource] });
});
afterAll(() => app.close());

const page = (url: string) => app.fastify.inject({ method: 'GET', url, headers: { 'accept-language': 'en' } });

it('finds announcements, legal texts and what is said of the provider, each under what it is', async () => {
  await publishTestContent(app, { kind: 'announcement', slug: 'orchard' }, { en: textIn('The orchard opens', 'Apples for everyone.') });
  await publishTestContent(app, { kind: 'privacy_policy', slug: 'privacy-policy' }, { en: textIn('How we keep apples', 'In the dark.') });
  await publishTestContent(app, { kind: 'about_us', slug: 'about' }, { en: textIn('Who we are', 'Growers of apples.') });
  await publishTestContent(
    app,
    { kind: 'announcement', slug: 'secret-orchard', audience: 'merchants' },
    { en: textIn('Apples for merchants', 'Not for everyone.') },
  );
  const { body } = await page('/help?q=apples');
  const results = [...body.matchAll(/<li><p[^>]*>([^<]*)<\/p><a href="([^"]*)">([^<]*)</g)].map(([, ...parts]) => parts);
  expect(results).toEqual([
    ['Privacy policy', '/legal/privacy-policy', 'How we keep apples'],
    ['Announcement', '/announcements/orchard', 'The orchard opens'],
    ['About us', '/about', 'Who we are'],
  ]);
  for (const path of ['/announcements', '/legal/privacy-policy']) expect((await page(path)).body).toContain('action="/help" method="get"');
});
