import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { standingAlone } from './sdk-archive.ts';

it('the guide that is downloaded leads nowhere beside itself, and says what it said', () => {
  const guide = readFileSync(new URL('../../docs/integrate.md', import.meta.url), 'utf8');
  const targets = Array.from(standingAlone(guide).matchAll(/\]\(([^)]+)\)/g), ([, target = '']) => target);
  expect(targets).toContain('#1-a-key');
  expect(targets.filter((target) => !/^(https?:|#)/.test(target))).toEqual([]);
  expect(standingAlone('See [`PURSER_HOSTS`](operate.md), [a section](#below) and [a page](https://purser.test/a).')).toBe(
    'See `PURSER_HOSTS`, [a section](#below) and [a page](https://purser.test/a).',
  );
});
