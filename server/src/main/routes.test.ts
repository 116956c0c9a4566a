import { CALLS } from '@purser/contract/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { allRoutes } from './routes.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
});
afterAll(() => app.close());

describe('the call table', () => {
  const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

  it('has one handler for every call, and no handler beside it', () => {
    const handled = allRoutes(app.platform).map(({ call }) => nameOf(call));
    expect(handled.toSorted()).toEqual(CALLS.map(nameOf).toSorted());
    expect(new Set(handled).size).toBe(handled.length);
  });

  it.each(CALLS.map((call) => [nameOf(call), call] as const))('%s is served', (_, call) => {
    expect(app.fastify.hasRoute({ method: call.method, url: call.path })).toBe(true);
  });
});
