import { call } from '@purser/contract/call';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { refuse } from '../http/refusal.ts';
import { publicRoute } from '../http/route.ts';
import { createTestApp } from '../testing/app.ts';
import { Metrics } from './metrics.ts';

const act = call({
  path: '/v1/test/act',
  caller: 'public',
  summary: 'Refuses',
  input: z.strictObject({ how: z.enum(['well', 'badly', 'not']) }),
  output: z.null(),
  errors: ['busy'],
});

it('counts calls by outcome, times them, and reads what waits, under paths that nobody can make up', async () => {
  const app = await createTestApp({
    routes: ({ metrics }) => {
      metrics.watchQueue('pay', () => 3);
      metrics.watchQueue('pay', () => 4);
      return [
        publicRoute(act, async ({ how }) => {
          if (how === 'badly') throw refuse('busy');
          if (how === 'not') throw new Error('our fault');
          return null;
        }),
      ];
    },
  });
  try {
    for (const how of ['well', 'well', 'badly', 'not', 'unknown']) await app.send(act, { how });
    await app.fastify.inject({ method: 'GET', url: '/made/up?by=somebody' });
    const { body } = await app.fastify.inject({ method: 'GET', url: '/metrics' });
    expect(body).toContain('purser_outcomes_total{path="/v1/test/act",outcome="ok"} 2');
    expect(body).toContain('purser_outcomes_total{path="/v1/test/act",outcome="busy"} 1');
    expect(body).toContain('purser_outcomes_total{path="/v1/test/act",outcome="internal"} 1');
    expect(body).toContain('purser_outcomes_total{path="/v1/test/act",outcome="invalid_input"} 1');
    expect(body).toContain('purser_http_request_duration_seconds_count{path="/v1/test/act",status="200"} 2');
    expect(body).toContain('purser_http_request_duration_seconds_count{path="none",status="404"} 1');
    expect(body).toContain('purser_batch_queue{batch="pay"} 7');
    expect(body).not.toContain('made/up');
  } finally {
    await app.close();
  }
});

it('leaves out a value that cannot be read, and tells it again once it can', async () => {
  const metrics = new Metrics();
  let answer: () => Promise<number | undefined> = async () => 2;
  metrics.watch('purser_of_a_test', 'What a test says', () => answer());
  const told = async () => /^purser_of_a_test (\S+)$/m.exec(await metrics.registry.metrics())?.[1];
  expect(await told()).toBe('2');
  answer = () => Promise.reject(new Error('no database'));
  expect(await told()).toBeUndefined();
  answer = async () => 0;
  expect(await told()).toBe('0');
});
