import { afterEach, expect, it, vi } from 'vitest';
import { sendForm } from './send-form.ts';

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
