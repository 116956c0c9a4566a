import { CALLS } from '@purser/contract/calls';
import type { PayerRenderer } from '@purser/contract/payer-pages';
import { PERIODIC_JOBS } from '@purser/contract/periodic-jobs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { usdtWithdrawalJobs } from '../features/usdt-withdrawal/jobs.ts';
import type { TestChain } from '../platform/chain/test-chain.ts';
import { isPeriodic } from '../platform/commands/job-queue.ts';
import type { Platform } from '../platform/platform.ts';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { allFeatures, allRoutes, routesOf } from './features.ts';
import { allPayerPages } from './payer-pages.ts';

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

describe('the features', () => {
  it('share one batcher for each kind of command between calls and pages', async () => {
    const watchQueue = vi.spyOn(app.platform.metrics, 'watchQueue');
    const features = allFeatures(app.platform);
    const build = {
      renderer: {} as PayerRenderer,
      assets: () => ({ script: '', styles: [], preloads: [], resting: { style: '', script: '' } }),
    };
    expect(routesOf(features)).not.toEqual([]);
    expect(await allPayerPages(features, build)).toHaveLength(9);
    expect(watchQueue.mock.calls.map(([batch]) => batch)).toEqual(['transfer', 'refund', 'withdrawal_create', 'order_create', 'pay']);
  });

  it('bring the worker its jobs without a batcher', () => {
    const watchQueue = vi.spyOn(app.platform.metrics, 'watchQueue');
    watchQueue.mockClear();
    const jobs = allFeatures(app.platform).flatMap((feature) => feature.jobs?.() ?? []);
    expect(jobs.map(({ name }) => name)).toEqual([
      'look-at-payouts',
      'count-link-payments',
      'release-adjustments',
      'look-up-recharges',
      'reckon-custody',
      'sum-up-figures',
      'erase-identities',
      'forget-deliveries',
      'expire-orders',
      'pay-commissions',
      'forget-payer-name',
      'publish-content',
      'state-liabilities',
      'fetch-rates',
      'ledger-run',
      'count-turnover',
      'send-message',
      'send-text',
      'remove-files',
      'sweep-file-storage',
    ]);
    expect(watchQueue).not.toHaveBeenCalled();
    const named: readonly string[] = PERIODIC_JOBS;
    const settings = { ...app.platform.settings, testChain: {} as TestChain };
    const demo = Object.create(app.platform, { settings: { value: settings } }) as Platform;
    const ofDemo = usdtWithdrawalJobs(demo).filter(({ name }) => !jobs.some((one) => one.name === name));
    expect(ofDemo.map(({ name }) => name)).toEqual(['look-at-test-chain']);
    expect([...jobs, ...ofDemo].filter(isPeriodic).filter(({ name }) => !named.includes(name))).toEqual([]);
  });
});
