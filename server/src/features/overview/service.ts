import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import {
  OVERVIEW_PANELS,
  type OverviewPanel,
  type overviewHealth,
  type overviewQuery,
  TURNOVER_KINDS,
  type TurnoverKind,
} from '@purser/contract/features/overview';
import { statusPage } from '@purser/contract/payer-pages';
import { isPermitted } from '@purser/contract/staff';
import { calendarOf } from '../../domain/calendar.ts';
import { reservesOf } from '../../domain/reserves.ts';
import { FIRST_ROWS, readAsStaff } from '../../platform/commands/staff-acts.ts';
import { checkTimeZone } from '../../platform/database/time-zone.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { readFailingWebhooks, readHealth } from './health.ts';
import { countedTo, sumsOf } from './turnover.ts';
import { readWaiting } from './waiting.ts';

type Overview = OutputOf<typeof overviewQuery>;
type Turnover = NonNullable<Overview['turnover']>;
type OfKind = Turnover['coins'][number]['kinds'][number];

/** A panel that takes longer is told of as one that could not be read; the others do not wait for it. */
export const LONGEST_PANEL_MS = 2_000;

/** What a member of staff sees first: each panel is read by itself, and one that fails leaves the others as they are. */
export async function overview(
  platform: Platform,
  { time_zone }: ParsedInputOf<typeof overviewQuery>,
  { role }: StaffContext,
): Promise<Overview> {
  await checkTimeZone(platform.operator.db, time_zone);
  const now = platform.clock.now();
  const failed: OverviewPanel[] = [];
  const panel = async <Read>(name: OverviewPanel, read: (tx: Tx) => Promise<Read>): Promise<Read | null> => {
    if (!isPermitted(role, OVERVIEW_PANELS[name])) return null;
    try {
      return await readBriefly(platform, read);
    } catch (error) {
      platform.log.warn({ err: error, panel: name }, 'a panel of the overview could not be read');
      failed.push(name);
      return null;
    }
  };
  const [waiting, reserves, turnover, health] = await Promise.all([
    panel('waiting', (tx) => readWaiting(tx, role, now)),
    panel('reserves', readReserves),
    panel('turnover', (tx) => turnoverOf(tx, time_zone, now)),
    panel('health', async (tx) => (await readHealth(tx, now)).health),
  ]);
  return { answered_at: now.toISOString(), failed, waiting, reserves, turnover, health };
}

export async function healthInDetail(platform: Platform): Promise<OutputOf<typeof overviewHealth>> {
  const now = platform.clock.now();
  return readBriefly(platform, async (tx) => {
    const { health, programs, signers } = await readHealth(tx, now);
    return {
      answered_at: now.toISOString(),
      status_address: `${platform.settings.publicUrl}${statusPage.path}`,
      health,
      programs: [...programs],
      signers: [...signers],
      failing_webhooks: await readFailingWebhooks(tx),
    };
  });
}

export function readBriefly<Read>(platform: Pick<Platform, 'operator'>, read: (tx: Tx) => Promise<Read>): Promise<Read> {
  return readAsStaff(platform, async (tx) => {
    await tx.query(`set local statement_timeout = ${LONGEST_PANEL_MS}; ${FIRST_ROWS}`);
    return read(tx);
  });
}

/** Coins in which nothing is owed and nothing held are left out. */
async function readReserves(tx: Tx): Promise<NonNullable<Overview['reserves']>> {
  const found = (await reservesOf(tx)).filter(({ owed_minor, held_minor }) => owed_minor !== 0n || held_minor !== undefined);
  await tx.coins.know(
    found.map(({ coin }) => coin),
    tx,
  );
  return found.map(({ coin, owed_minor, held_minor, state }) => ({
    coin_name: coin,
    owed: tx.coins.format(owed_minor, coin),
    held: held_minor === undefined ? null : tx.coins.format(held_minor, coin),
    difference: held_minor === undefined ? null : tx.coins.format(held_minor - owed_minor, coin),
    state,
  }));
}

/** Today and yesterday up to the minute that has been counted; a day of which nothing is counted yet is compared with nothing. */
async function turnoverOf(tx: Tx, timeZone: string, now: Date): Promise<Turnover> {
  const counted = await countedTo(tx);
  if (!counted) return { counted_to: null, coins: [] };
  const { today, yesterday } = await calendarOf(tx, timeZone, now);
  const isOfToday = counted >= today.from;
  const yesterdayTo = isOfToday ? (await calendarOf(tx, timeZone, counted)).yesterdayNow : yesterday.from;
  const sums = await sumsOf(tx, { from: today.from, to: counted }, { from: yesterday.from, to: yesterdayTo });
  const codes = [...new Set(sums.map(({ coin }) => coin))];
  await tx.coins.know(codes, tx);
  const inOrder = tx.coins.all.map(({ code }) => code).filter((code) => codes.includes(code));
  const figures = (coin: string, kind: TurnoverKind, isToday: boolean): OfKind['today'] => {
    const found = sums.find((one) => one.coin === coin && one.kind === kind && one.is_today === isToday);
    const money = (minor: bigint | undefined) => tx.coins.format(minor ?? 0n, coin);
    return { count: Number(found?.count ?? 0n), amount: money(found?.amount), fees: money(found?.fee) };
  };
  const kindsOf = (coin: string): OfKind[] =>
    TURNOVER_KINDS.filter((kind) => sums.some((one) => one.coin === coin && one.kind === kind)).map((kind) => ({
      kind,
      today: figures(coin, kind, true),
      yesterday: figures(coin, kind, false),
    }));
  return { counted_to: counted.toISOString(), coins: inOrder.map((coin) => ({ coin_name: coin, kinds: kindsOf(coin) })) };
}
