import { parseArgs } from 'node:util';
import { upgradeBeside } from './beside.ts';
import { firstRelease } from './first-release.ts';
import { seconds } from './report.ts';
import { upgradeStopped } from './stopped.ts';

/**
 * A database of the first release, 0.1.0, with data in all its tables is brought to today's: once stopped, once while 0.1.0 goes on under load. Proves that
 * nothing that was acknowledged is lost or done twice, that everything works on that worked, and that the ledger is whole.
 *
 *     npm run test:upgrade -- 500              (transfers; 200 unless said otherwise)
 *     npm run test:upgrade -- --way stopped    (one of the two: stopped, beside)
 *     npm run test:upgrade -- --sabotage SQL   (runs it as the tables' owner once migrated: to see the drill notice it)
 */
const { positionals, values } = parseArgs({ allowPositionals: true, options: { way: { type: 'string' }, sabotage: { type: 'string' } } });
const transfers = Number(positionals[0] ?? 200);
const ways = { stopped: upgradeStopped, beside: upgradeBeside };
const chosen = Object.entries(ways).filter(([name]) => values.way === undefined || values.way === name);
if (!Number.isSafeInteger(transfers) || transfers < 20 || chosen.length === 0) {
  throw new Error('usage: npm run test:upgrade -- [transfers, 20 or more] [--way stopped|beside] [--sabotage SQL]');
}
const began = performance.now();
const first = await firstRelease();
console.log(
  `0.1.0 at ${first.root}, with the packages that are installed here` +
    (first.otherVersions.length === 0 ? '.' : `; of them in another version than it names: ${first.otherVersions.join(', ')}.`),
);
const broken: string[] = [];
for (const [, way] of chosen) broken.push(...(await way(first, { transfers, sabotage: values.sabotage })));
console.log('');
for (const line of broken.slice(0, 40)) console.log(`BROKEN ${line}`);
console.log(`${chosen.length} ways with ${transfers} transfers in ${seconds(performance.now() - began)}`);
console.log(`${broken.length === 0 ? 1 : 0} passed, ${broken.length === 0 ? 0 : 1} failed`);
process.exitCode = broken.length === 0 ? 0 : 1;
