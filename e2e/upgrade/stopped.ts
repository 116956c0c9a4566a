import { assetQuery } from '@purser/contract/features/asset';
import { checkoutAuthorise, checkoutPay } from '@purser/contract/features/checkout';
import { ROOT } from '../../server/src/platform/testing/programs.ts';
import { attempt, bySdk, isDone, post } from './acts.ts';
import type { FirstOrder, FirstRelease } from './first-release.ts';
import { filesApplied, Installation } from './installation.ts';
import { askAgain, provePromises, startToday, unadopted } from './proofs.ts';
import { Report, seconds } from './report.ts';
import { history } from './history.ts';
import { differences, KEPT, look, rowsOf } from './seen.ts';
import { signInMerchant, signInPayer } from './sign-in.ts';
import { payerHeaders, tokenOf, type Trade } from './trade.ts';

export interface DrillOptions {
  readonly transfers: number;
  /** Breaks something on purpose between the two releases, to see the drill notice it. */
  readonly sabotage: string | undefined;
}

/** About half of them. */
const KILLED_AFTER_FILES = 50;

/** The first way: the first release is stopped, its database migrated, and today's programs are started. */
export async function upgradeStopped(first: FirstRelease, { transfers, sabotage }: DrillOptions): Promise<string[]> {
  const report = new Report('Stopped, migrated, started');
  const installation = await Installation.begin(first);
  try {
    const trade = await history(report, installation, first, transfers);
    const { owner, programs, received } = installation;
    const before = await look(trade);
    await programs.endPrograms(ROOT);
    const kept = new Map<string, Set<string>>();
    for (const [what, sql] of Object.entries(KEPT)) kept.set(what, await rowsOf(owner, sql));

    await refused(report, installation, 'not migrated');
    await installation.makeRoles();
    const killed = await installation.migrateKilled(KILLED_AFTER_FILES);
    report.row('npm run migrate, killed', `after ${filesApplied(killed)} files`, killed.status === null ? [] : ['it was not killed']);
    await refused(report, installation, 'half migrated');
    const migrated = await installation.migrate();
    report.row(
      'npm run migrate',
      `${filesApplied(migrated)} files in ${seconds(migrated.tookMs)}`,
      migrated.status === 0 ? [] : migrated.output.split('\n'),
    );
    if (migrated.status !== 0) return report.broken;
    if (sabotage !== undefined) await owner.query(sabotage);
    report.row('postings adopted', migrated.output.split('\n').find((line) => line.startsWith('Gave ')) ?? 'none', await unadopted(owner));
    for (const [what, rows] of kept) {
      const now = await rowsOf(owner, KEPT[what] ?? '');
      report.count(
        `${what} as they were`,
        rows.size,
        [...rows].filter((row) => !now.has(row)).map((row) => `${what}: no longer there: ${row}`),
      );
    }
    const again = await installation.migrate();
    report.row(
      'npm run migrate once more',
      again.output.trim(),
      again.output.trim() === 'The schema is up to date.' ? [] : ['it did something'],
    );

    received.failing = 0.05;
    if (!(await startToday(report, installation))) return report.broken;
    const after = await look(trade);
    for (const kind of ['balances', 'access key', 'transfers', 'order']) {
      const { total, problems } = differences(before, after, kind);
      report.count(`${kind}: told as before, old sessions and keys`, total, problems);
    }
    await askAgain(report, trade.acts);
    await signIns(report, installation, trade);
    await goesOn(report, trade);
    await provePromises(report, installation, trade.acts);
    return report.broken;
  } finally {
    await installation.close();
  }
}

/** Today's programs do not start on a database that is not theirs yet, and say what to do. */
async function refused(report: Report, installation: Installation, standing: string): Promise<void> {
  for (const program of ['api', 'worker'] as const) {
    const { status, output } = await installation.startOnce(program);
    const isClear = status === 1 && /^DATABASE_URL: .*"npm run migrate"/.test(output);
    report.row(
      `today's ${program}, ${standing}`,
      isClear ? 'refuses, and names npm run migrate' : output.trim(),
      isClear ? [] : [`ended with ${status}`],
    );
  }
}

async function signIns(report: Report, { masterKey }: Installation, trade: Trade): Promise<void> {
  const problems: string[] = [];
  for (const merchant of trade.merchants) {
    const told = await signInMerchant(trade, merchant);
    const { token = '' } = (told?.data ?? {}) as { token?: string };
    const seen = await post(trade.baseUrl + assetQuery.path, {}, { authorization: token });
    if (!isDone(told) || !isDone(seen)) problems.push(`${merchant.username} signing in: ${told?.msg}, then ${seen?.msg}`);
    const wrong = await signInMerchant(trade, merchant, 'not-the-password');
    if (wrong?.msg !== 'wrong_credentials') problems.push(`${merchant.username} with a wrong password: ${wrong?.msg}`);
  }
  for (const user of trade.users) {
    const told = await signInPayer(trade, user, masterKey);
    if (!isDone(told)) problems.push(`${user.username} signing in: ${told?.msg}`);
  }
  report.count('logins of merchants and payers', trade.merchants.length + trade.users.length, problems);
}

/** What was left open is paid with the payment password, closed or left to expire, and new business is done by the old keys and sessions. */
async function goesOn(report: Report, trade: Trade): Promise<void> {
  const orders = trade.acts.filter(({ kind, done }) => kind === 'order' && done !== undefined);
  const decided = new Set(trade.acts.filter(({ kind }) => kind !== 'order').map(({ key }) => key.replace('close-', '').split(' ')[0]));
  const open = orders.filter(({ done }) => !decided.has((done as FirstOrder).serial_number));
  const problems: string[] = [];
  for (const [index, act] of open.slice(0, 20).entries()) {
    const order = act.done as FirstOrder;
    const user = trade.user(index);
    const headers = payerHeaders(user);
    const token = tokenOf(order);
    const granted = await post(trade.baseUrl + checkoutAuthorise.path, { token, payment_password: user.payment_password }, headers);
    const { payment_grant } = (granted?.data ?? {}) as { payment_grant?: string };
    const paid = await post(trade.baseUrl + checkoutPay.path, { token, payment_grant, use_reward: false }, headers);
    const merchant = trade.merchants.find(({ merchant_id }) => merchant_id === act.ownerId);
    const told = merchant && (await bySdk(() => trade.sdk(merchant).orders.query({ serial_number: order.serial_number })));
    if (!isDone(granted) || !isDone(paid) || (told?.data as FirstOrder | undefined)?.order_status !== 'paid') {
      problems.push(`order ${order.serial_number}: ${granted?.msg}, ${paid?.msg}, then ${JSON.stringify(told?.data)}`);
    } else
      trade.acts.push({
        kind: 'payment',
        key: `${order.serial_number} ${user.user_id}`,
        ownerId: user.user_id,
        ask: async () => paid,
        done: paid?.data,
      });
  }
  report.count('orders left open, paid today', Math.min(open.length, 20), problems);
  const known = trade.acts.length;
  for (let index = 0; index < 20; index += 1) await trade.round(index);
  await attempt(trade.transfer(trade.merchant(0), trade.merchant(1), '3.00'));
  const fresh = trade.acts.slice(known);
  report.count(
    'new transfers, orders, payments, closings',
    fresh.length,
    fresh.filter(({ done }) => done === undefined).map(({ kind, key }) => `${kind} ${key} was not made`),
  );
}
