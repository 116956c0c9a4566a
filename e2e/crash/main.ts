import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makeParties, refill } from '../../server/src/platform/testing/load-parties.ts';
import { freePort } from '../../server/src/platform/testing/programs.ts';
import { makeProduction } from '../support/production.ts';
import { Apis } from './apis.ts';
import { faultsInTurn } from './faults.ts';
import { Load } from './load.ts';
import { brokenPromises } from './proofs.ts';
import { SeededRandom } from './random.ts';
import { ReceivedEvents } from './receiver.ts';
import { Watch } from './watch.ts';
import { brokenWithdrawals } from './withdrawal-proofs.ts';
import { QUOTA } from './withdrawals.ts';

/**
 * Two apis and a worker on one database, under load, while processes are killed and paused and connections are cut, at a commit
 * too. Proves, during it all and at the end, that nothing that was acknowledged is lost, nothing happened twice, no order is
 * stuck, nobody spends what they have not, and the ledger is whole.
 *
 *     npm run test:crash -- 100                 (rounds; 20 unless said otherwise)
 *     npm run test:crash -- 100 --seed 12345    (the same choices again)
 */
const { values, positionals } = parseArgs({ options: { seed: { type: 'string' } }, allowPositionals: true });
const rounds = Number(positionals[0] ?? 20);
const seed = Number(values.seed ?? randomInt(2 ** 31));
if (!Number.isSafeInteger(rounds) || rounds < 1 || !Number.isSafeInteger(seed)) {
  throw new Error('usage: npm run test:crash -- [rounds] [--seed number]');
}
const BUYERS = 12;
const DRAIN_PATIENCE_MS = 120_000;
const LOOK_EVERY_MS = 300;
/** So little that payers and merchants keep running out of it. */
const FUNDS_MINOR = 3_000n;
const REFILL_MINOR = 2_000n;

console.log(`seed ${seed}`);
const random = new SeededRandom(seed);
const webhookPort = await freePort();
const webhook = { address: `http://127.0.0.1:${webhookPort}/hook`, secret: `whsec_${randomBytes(24).toString('base64')}` };
const received = new ReceivedEvents(webhookPort, webhook.secret);
const production = await makeProduction(webhookPort);
const { programs, proxies, owner, platform } = production;
const started = performance.now();
try {
  const parties = await makeParties(platform, owner, { merchants: 4, users: 6, webhook, funds_minor: FUNDS_MINOR });
  await owner.query(
    `insert into withdrawal_limit (merchant_id, coin, is_on, single_limit, day_limit) select merchant_id, 'USDP', true, $1, $2 from merchant`,
    [String(QUOTA.single), String(QUOTA.day)],
  );
  // Keys that were in use from here for days: what a new one asks for is looked at by a person, whatever the quota.
  await owner.query(`update access_key set changed_at = now() - interval '2 days'`);
  await owner.query(
    `insert into access_key_address (merchant_id, access_key, ip, first_used_at) select merchant_id, access_key, '127.0.0.1', now() - interval '2 days' from access_key`,
  );
  await programs.startPrograms();
  const apis = new Apis([...programs.apis.values()]);
  const load = new Load({
    apis,
    platform,
    ...parties,
    sql: (text, values) => owner.query(text, values),
    refill: (user) => refill(platform, owner, user, REFILL_MINOR),
  });
  const watch = new Watch(owner);
  const watching = setInterval(() => void watch.look(), LOOK_EVERY_MS);
  const brokenSoFar = (): string[] => [...load.promises.contradictions, ...apis.faults, ...watch.broken];
  const faults = faultsInTurn(random.fork());
  load.start(BUYERS, random.fork());
  for (let round = 1; round <= rounds && brokenSoFar().length === 0; round += 1) {
    await sleep(random.between(100, 700));
    const done = await faults.next().value({ programs, proxies }, random.pick([...programs.apis.keys()]), random);
    await programs.ready();
    const { created, paid, transferred, withdrawals } = load.promises;
    console.log(
      `round ${round}/${rounds}: ${done}; acknowledged: ${created.size} orders, ${paid.size} payments, ${transferred} transfers, ${withdrawals.size} withdrawals`,
    );
  }
  await load.stop();
  received.failing = 0;
  const undelivered = await drained();
  clearInterval(watching);
  await watch.look();
  const { created, paid, closed, late, transferred, withdrawals, repeated, insufficient } = load.promises;
  const [approved, rejected, cancelled] = (['approved', 'rejected', 'cancelled'] as const).map((as) => load.promises.decided(as));
  const tried = { orders: created.size, payments: paid.size, closings: closed.size, late: late.size, transfers: transferred };
  const decided = { 'approved withdrawals': approved, 'rejected withdrawals': rejected, 'cancelled withdrawals': cancelled };
  const { rows: automatic } = await owner.query(`select from review_order where kind = 'user_withdrawal' and review_mode = 'automatic'`);
  const alone = { 'withdrawals within a quota': automatic.length };
  const nothing = Object.entries({ ...tried, ...decided, ...alone, repeats: repeated, 'empty purses': insufficient }).filter(
    ([, count]) => count === 0,
  );
  const broken = [
    ...brokenSoFar(),
    ...undelivered,
    ...(await brokenPromises(owner, platform.ledgerKey, load.promises, received)),
    ...(await brokenWithdrawals(owner, load.promises, received)),
    // What never happened was not proven either. A short run may be too short for some of it.
    ...(rounds >= 10 ? nothing.map(([what]) => `there were no ${what} in the whole run`) : []),
  ];
  console.log(
    `${rounds} rounds in ${Math.round((performance.now() - started) / 1000)} s; acknowledged ${created.size} orders, ${paid.size} payments, ` +
      `${closed.size} closings, ${transferred} transfers, ${withdrawals.size} withdrawals (${approved} approved, ${rejected} rejected, ` +
      `${cancelled} cancelled); ${repeated} asked again, ${insufficient} had too little money, ${late.size} came too late; ` +
      `${received.count} events received; the ledger read ${watch.looks} times`,
  );
  for (const line of broken.slice(0, 40)) console.log(`BROKEN ${line}`);
  if (broken.length > 0) console.log(`to try the same again: npm run test:crash -- ${rounds} --seed ${seed}`);
  console.log(`${broken.length === 0 ? 1 : 0} passed, ${broken.length === 0 ? 0 : 1} failed`);
  process.exitCode = broken.length === 0 ? 0 : 1;
} finally {
  received.close();
  await production.close();
}

/** Lets every order that is open expire, and waits until every event is delivered; retries that are due later are brought forward. */
async function drained(): Promise<string[]> {
  const patience = Date.now() + DRAIN_PATIENCE_MS;
  await owner.query(`update payment_order set expire_time = now() where status in ('created', 'scanned') and expire_time > now()`);
  while (Date.now() < patience) {
    await owner.query(`update webhook_delivery set next_attempt_at = now() where state = 'pending' and next_attempt_at > now()`);
    const { rows } = await owner.query<{ waiting: string }>(
      `select (select count(*) from webhook_delivery where state = 'pending')
         + (select count(*) from payment_order where status in ('created', 'scanned')) as waiting`,
    );
    if (rows[0]?.waiting === '0') return [];
    await sleep(500);
  }
  return ['events are still undelivered, or orders still open'];
}
