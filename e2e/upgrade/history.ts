import { isDone } from './acts.ts';
import type { FirstRelease } from './first-release.ts';
import type { Installation } from './installation.ts';
import { type Report, seconds } from './report.ts';
import { emptyTables } from './seen.ts';
import { signInMerchant, signInPayer } from './sign-in.ts';
import { inLanes, Trade } from './trade.ts';

/** Everything that the first release can make, some of it left open. */
export async function history(report: Report, installation: Installation, first: FirstRelease, transfers: number): Promise<Trade> {
  const { owner, programs, received, masterKey } = installation;
  const migrated = await installation.migrateFirst();
  if (migrated.status !== 0) throw new Error(`0.1.0 did not migrate: ${migrated.output}`);
  await programs.startPrograms();
  const trade = await Trade.begin(installation, first);
  const [merchant, user] = [trade.merchant(0), trade.user(0)];
  const wrong = await signInMerchant(trade, merchant, 'not-the-password');
  const right = [await signInMerchant(trade, merchant), await signInPayer(trade, user, masterKey)];
  if (wrong?.msg !== 'wrong_credentials' || !right.every(isDone))
    throw new Error(`signing in was answered ${[wrong, ...right].map((told) => told?.msg).join()}`);
  await owner.query(`insert into login_ip_white (merchant_id, ip) values ($1, '127.0.0.1')`, [merchant.merchant_id]);
  received.failing = 0.05;
  const began = performance.now();
  const rounds = Array.from({ length: transfers }, (_, index) => index);
  const half = Math.ceil(transfers / 2);
  await inLanes(rounds.slice(0, half), (index) => trade.round(index));
  // What happens from here on is told to nobody before the upgrade.
  received.failing = 1;
  await inLanes(rounds.slice(half), (index) => trade.round(index));
  await owner.query('select ledger.roll_up(200, 50000, 1)');
  const made = (kind: string) => trade.acts.filter((act) => act.kind === kind && act.done !== undefined).length;
  const { rows } = await owner.query<{ open: string; waiting: string; sessions: string }>(
    `select (select count(*) from payment_order where status in ('created', 'scanned')) as open,
       (select count(*) from webhook_delivery where state = 'pending') as waiting, (select count(*) from session) as sessions`,
  );
  const left = rows[0] ?? { open: '0', waiting: '0', sessions: '0' };
  report.row(
    'made with 0.1.0',
    `${made('transfer')} transfers, ${made('order')} orders, ${made('payment')} payments, ${made('closing')} closings in ${seconds(performance.now() - began)}`,
    trade.acts.filter(({ done }) => done === undefined).map(({ kind, key }) => `${kind} ${key} was not made`),
  );
  report.row(
    'left open',
    `${left.open} orders, ${left.waiting} webhooks in the queue, ${left.sessions} sessions`,
    [left.open, left.waiting, left.sessions].includes('0') ? ['nothing is left open'] : [],
  );
  const { total, empty } = await emptyTables(owner);
  report.count(
    'tables of 0.1.0 with data',
    total,
    empty.map((name) => `${name} is empty`),
  );
  return trade;
}
