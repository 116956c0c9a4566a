import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SHARD_GROUP_COUNTS } from '@purser/ledger/shard-groups';
import { Nodes } from '../citus/nodes.ts';
import { halvesMade } from './halves.ts';
import { faultsInTurn } from './faults.ts';
import { SeededRandom } from './random.ts';
import { UnderLoad } from './under-load.ts';

/**
 * Two apis and a worker on one database, under load, while processes are killed and paused and connections are cut, at a commit
 * too. Proves, during it all and at the end, that nothing that was acknowledged is lost, nothing happened twice, no order is
 * stuck, nobody spends what they have not, and the ledger is whole.
 *
 *     npm run test:crash -- 100                 (rounds; 20 unless said otherwise)
 *     npm run test:crash -- 100 --seed 12345    (the same choices again)
 *     npm run test:crash -- 100 --groups 2      (owners divided among groups of shards, what lies between them made in two halves)
 *     npm run test:crash -- 100 --citus         (on a coordinator and two workers, which are killed as well; PG_CONFIG names a PostgreSQL with Citus)
 */
const { values, positionals } = parseArgs({
  options: { seed: { type: 'string' }, groups: { type: 'string' }, citus: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const rounds = Number(positionals[0] ?? 20);
const seed = Number(values.seed ?? randomInt(2 ** 31));
const shardGroups = SHARD_GROUP_COUNTS.find((count) => String(count) === (values.groups ?? '1'));
if (!Number.isSafeInteger(rounds) || rounds < 1 || !Number.isSafeInteger(seed) || !shardGroups || (values.citus && shardGroups > 1)) {
  throw new Error(`usage: npm run test:crash -- [rounds] [--seed number] [--groups ${SHARD_GROUP_COUNTS.join('|')} | --citus]`);
}
console.log(`seed ${seed}`);
const random = new SeededRandom(seed);
const started = performance.now();
const nodes = values.citus ? await Nodes.start() : undefined;
const under = await UnderLoad.begin(random, { shardGroups, cluster: nodes?.cluster });
const { programs, proxies, owner } = under.production;
const { load, received, watch } = under;
try {
  const faults = faultsInTurn(random.fork(), nodes?.faults);
  for (let round = 1; round <= rounds && under.brokenSoFar().length === 0; round += 1) {
    await sleep(random.between(100, 700));
    const done = await faults.next().value({ programs, proxies }, random.pick([...programs.apis.keys()]), random);
    await programs.ready();
    const { created, paid, transferred, withdrawals } = load.promises;
    console.log(
      `round ${round}/${rounds}: ${done}; acknowledged: ${created.size} orders, ${paid.size} payments, ${transferred} transfers, ${withdrawals.size} withdrawals`,
    );
  }
  const unkept = await under.end(nodes && (() => nodes.gathered(programs.databaseUrl)));
  const { created, paid, closed, late, transferred, withdrawals, repeated, insufficient } = load.promises;
  const [approved, rejected, cancelled] = (['approved', 'rejected', 'cancelled'] as const).map((as) => load.promises.decided(as));
  const tried = { orders: created.size, payments: paid.size, closings: closed.size, late: late.size, transfers: transferred };
  const decided = { 'approved withdrawals': approved, 'rejected withdrawals': rejected, 'cancelled withdrawals': cancelled };
  const { rows: automatic } = await owner.query(`select from review_order where kind = 'user_withdrawal' and review_mode = 'automatic'`);
  const alone = { 'withdrawals within a quota': automatic.length };
  const halves = shardGroups > 1 ? await halvesMade(owner) : {};
  const nothing = Object.entries({ ...tried, ...decided, ...alone, ...halves, repeats: repeated, 'empty purses': insufficient }).filter(
    ([, count]) => count === 0,
  );
  const broken = [
    ...unkept,
    // What never happened was not proven either. A short run may be too short for some of it.
    ...(rounds >= 10 ? nothing.map(([what]) => `there were no ${what} in the whole run`) : []),
  ];
  console.log(
    `${rounds} rounds in ${Math.round((performance.now() - started) / 1000)} s; acknowledged ${created.size} orders, ${paid.size} payments, ` +
      `${closed.size} closings, ${transferred} transfers, ${withdrawals.size} withdrawals (${approved} approved, ${rejected} rejected, ` +
      `${cancelled} cancelled); ${repeated} asked again, ${insufficient} had too little money, ${late.size} came too late; ` +
      `${received.count} events received; the ledger read ${watch.looks} times` +
      Object.entries(halves)
        .map(([what, count]) => `; ${count} ${what}`)
        .join(''),
  );
  for (const line of broken.slice(0, 40)) console.log(`BROKEN ${line}`);
  if (broken.length > 0)
    console.log(
      `to try the same again: npm run test:crash -- ${rounds} --seed ${seed}${shardGroups > 1 ? ` --groups ${shardGroups}` : ''}${nodes ? ' --citus' : ''}`,
    );
  console.log(`${broken.length === 0 ? 1 : 0} passed, ${broken.length === 0 ? 0 : 1} failed`);
  process.exitCode = broken.length === 0 ? 0 : 1;
} finally {
  await under.close();
  await nodes?.stop();
}
