import { afterEach, expect, it, vi } from 'vitest';
import { pageAt, sendForm } from './send-form.ts';

afterEach(() => vi.unstubAllGlobals());

it('sends where a browser cannot time a signal out by itself', async () => {
  vi.stubGlobal('AbortSignal', { ...AbortSignal, timeout: undefined });
  const fetched = vi.fn((_url: string, _options: RequestInit) =>
    Promise.resolve(new Response('<script type="application/json" id="data">{"page":{"name":"wallet"}}</script>')),
  );
  vi.stubGlobal('fetch', fetched);
  expect(await sendForm('/wallet', { a: 'b' })).toEqual({ name: 'wallet' });
  expect(fetched.mock.lastCall?.[1].signal?.aborted).toBe(false);
});

it.each([
  ['/payer/assets/entry-a.js', true],
  ['/payer/assets/entry-b.js', false],
])('knows by its script whether a page is of the same build: %s', async (script, isOfThisBuild) => {
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => '/payer/assets/entry-a.js' }) });
  const html = `<script type="application/json" id="data">{"page":{"page":"wallet"}}</script><script type="module" src="${script}"></script>`;
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(html)));
  expect(await pageAt('/wallet')).toEqual({ page: { page: 'wallet' }, isOfThisBuild });
});
