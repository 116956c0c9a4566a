import { call } from '@purser/contract/call';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { publicRoute } from '../http/route.ts';
import { createTestApp } from '../testing/app.ts';
import { eventually } from '../testing/eventually.ts';

const slow = call({ path: '/v1/test/slow', caller: 'public', summary: 'Takes its time', input: z.strictObject({}), output: z.string() });

it('a server that stops answers what is under way, takes nothing more, and then is gone at once', async () => {
  let begun = 0;
  const app = await createTestApp({
    routes: () => [
      publicRoute(slow, async () => {
        begun += 1;
        await new Promise((resolve) => setTimeout(resolve, 600));
        return 'answered';
      }),
    ],
  });
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}${slow.path}`;
  const ask = () => fetch(url, { method: 'POST' }).then((response) => response.json() as Promise<{ data: unknown }>);
  const underWay = [ask(), ask()];
  await eventually(() => expect(begun).toBe(2));
  const before = performance.now();
  const closed = app.close();
  await new Promise((resolve) => setTimeout(resolve, 100));
  await expect(ask()).rejects.toThrow();
  expect((await Promise.all(underWay)).map(({ data }) => data)).toEqual(['answered', 'answered']);
  await closed;
  expect(performance.now() - before).toBeLessThan(8_000);
  expect(begun).toBe(2);
});
