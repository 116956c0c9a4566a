import { pino } from 'pino';
import { expect, it } from 'vitest';
import { providersOf } from '../../../platform/chain/providers.ts';
import { startLyingNode } from '../../chain-deposit/testing/lying-node.ts';
import { ofThisChain } from './rules.ts';

it('a node that is away, or of another chain, is told once at all looks, and when it answers again', async () => {
  const told: (readonly [string, unknown])[] = [];
  const log = pino(
    { level: 'info' },
    {
      write: (line: string) => {
        const { msg, answer } = JSON.parse(line) as { msg: string; answer?: unknown };
        told.push([msg, answer]);
      },
    },
  );
  const lie = { says: (): unknown => '0x1' };
  const [well, poor] = [await startLyingNode('http://127.0.0.1:1', { says: () => '0x1' }), await startLyingNode('http://127.0.0.1:1', lie)];
  try {
    const providers = providersOf([well.url, poor.url]);
    const look = async (times: number) => {
      for (let looks = 0; looks < times; looks += 1) await ofThisChain(providers, 1, log);
    };
    await look(1);
    lie.says = () => new Error('away');
    await look(3);
    lie.says = () => '0x2';
    await look(3);
    lie.says = () => '0x1';
    await look(2);
  } finally {
    await Promise.all([well.stop(), poor.stop()]);
  }
  expect(told).toEqual([
    ['a provider is not of the chain, or away', 'none'],
    ['a provider is not of the chain, or away', 2],
    ['a provider answers for the chain again', undefined],
  ]);
});
