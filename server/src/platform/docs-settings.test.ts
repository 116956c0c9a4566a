import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { GRACE_MS } from './http/server.ts';
import { SETTING_NAMES } from './settings.ts';

async function sectionOf(title: string): Promise<string> {
  const page = await readFile(new URL('../../../docs/operate.md', import.meta.url), 'utf8');
  return page.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? '';
}

it('the table of settings in docs/operate.md names every variable there is, and no other', async () => {
  const section = await sectionOf('Settings');
  const named = Array.from(section.matchAll(/^\| `([A-Z0-9_]+)` \|/gm), ([, name]) => name);
  expect(named.toSorted()).toEqual(SETTING_NAMES.toSorted());
});

it('the unit for systemd there keeps its data folder where it may write, and its own folder for what is in between', async () => {
  const [, unit = ''] = /```ini\n([\s\S]*?)```/.exec(await sectionOf('Processes')) ?? [];
  const set = new Map(Array.from(unit.matchAll(/^(\w+)=(.*)$/gm), ([, name, value]) => [name, value]));
  // All else is read-only then, the usual folder for temporary files included.
  expect(set.get('ProtectSystem')).toBe('strict');
  expect(set.get('PrivateTmp')).toBe('yes');
  expect(set.get('StateDirectory')).toMatch(/^\w+$/);
  expect(set.get('Environment')).toBe(`PURSER_DATA=/var/lib/${set.get('StateDirectory')}`);
});

it('the text there says how long requests under way get when a process is stopped', async () => {
  expect(await sectionOf('Processes')).toContain(`requests under way get ${GRACE_MS / 1_000} seconds`);
});

it('the sample for nginx there lets no client say where it was sent', async () => {
  const [, sample = ''] = /```nginx\n([\s\S]*?)```/.exec(await sectionOf('Ports, proxy and TLS')) ?? [];
  for (const header of ['Host $host', 'X-Forwarded-Host $host', 'X-Forwarded-For $remote_addr', 'X-Forwarded-Proto $scheme']) {
    expect(sample).toContain(`proxy_set_header ${header};`);
  }
});
