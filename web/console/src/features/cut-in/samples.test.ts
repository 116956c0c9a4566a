import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SAMPLE_NAMES, sampleOf } from './samples.ts';

const FILES = { curl: 'purser.sh', TypeScript: 'purser.mts', PHP: 'purser.php', Python: 'purser.py' };

test.each(SAMPLE_NAMES)(
  '%s is shown as it stands in docs/samples, with the address of the installation and nothing else changed',
  async (name) => {
    const file = readFileSync(new URL(`../../../../../docs/samples/${FILES[name]}`, import.meta.url), 'utf8');
    const lines = file.split('\n');
    const shown = (await sampleOf(name, 'https://$&.purser.test')).split('\n');
    const changed = shown.filter((line, index) => line !== lines[index]);
    expect(shown).toHaveLength(lines.length);
    const installed = [expect.stringMatching(/npm install https:\/\/\$&\.purser\.test\/sdk\/purser-client-[\d.]+-HASH\.tgz$/)];
    expect(changed).toEqual([...(name === 'TypeScript' ? installed : []), expect.stringContaining('export PURSER=https://$&.purser.test')]);
  },
);
