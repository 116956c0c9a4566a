import { mainAccount } from '@purser/ledger/account';
import { balancesOf } from '@purser/ledger/accounts';
import type { EntryFilter } from '@purser/ledger/entry-ranges';
import { type EntryTotals, sumEntries } from '@purser/ledger/fund-flow-totals';
import { type Standing, standingsAt } from '@purser/ledger/standing';
import { type DocumentIssuer, documentIssuer } from '../../domain/document-issuer.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { beginningOf, type Month, monthNamed, monthsBack } from './months.ts';

/** A posting that began within a month has been made or is given up so long after its end: a batch takes ten seconds at the most. */
const SETTLED_AFTER_MS = 60_000;

/** How an account stood at both ends of a month. */
export interface MonthStanding extends Month {
  readonly isComplete: boolean;
  readonly asOf: Date;
  readonly opening: Standing;
  readonly closing: Standing;
}

export interface Statement extends MonthStanding {
  readonly issuer: DocumentIssuer;
  readonly coin: string;
  readonly sums: readonly EntryTotals[];
  readonly madeAt: Date;
}

interface Which {
  readonly coin_name: string;
  readonly month: string;
  readonly time_zone: string;
}

/** The merchant's coins, the one with most entries first. */
export async function statementCoins(tx: Tx, merchantId: number): Promise<string[]> {
  const accounts = (await balancesOf(tx, merchantId)).filter(({ purpose }) => purpose === 'main');
  return accounts.toSorted((one, other) => Number(other.version - one.version)).map(({ coin }) => coin);
}

/** A merchant's months in one coin, newest first. In a snapshot, as the rest. */
export async function readMonths(
  tx: Tx,
  merchantId: number,
  {
    coin,
    zone,
    before,
    most,
  }: { readonly coin: string; readonly zone: string; readonly before: string | undefined; readonly most: number },
): Promise<readonly MonthStanding[]> {
  const now = await nowOf(tx);
  const months = await monthsBack(tx, { zone, beginning: await beginningOf(tx, merchantId), now }, before, most);
  return standingOf(tx, merchantId, coin, months, now);
}

/** A month's statement without its entries. Refuses with statement_unknown. */
export async function readStatement(tx: Tx, merchantId: number, { coin_name: coin, month: named, time_zone }: Which): Promise<Statement> {
  const issuer = await documentIssuer(tx, merchantId, time_zone);
  if (!(await statementCoins(tx, merchantId)).includes(coin)) throw refuse('statement_unknown');
  const now = await nowOf(tx);
  const month = await monthNamed(tx, { zone: issuer.zone, beginning: await beginningOf(tx, merchantId), now }, named);
  if (!month) throw refuse('statement_unknown');
  const [standing] = await standingOf(tx, merchantId, coin, [month], now);
  if (!standing) throw new Error('a month without a standing');
  await tx.coins.know([coin], tx);
  const statement = { ...standing, issuer, coin, madeAt: now, sums: [] };
  return { ...statement, sums: await sumEntries(tx, entriesOf(statement)) };
}

/** Which entries a statement is made of. */
export function entriesOf({ issuer, coin, from, asOf }: Pick<Statement, 'issuer' | 'coin' | 'from' | 'asOf'>): EntryFilter {
  return { owner_id: issuer.merchantId, coins: [coin], time_from: from, time_to: asOf };
}

export function countOf({ opening, closing }: Pick<MonthStanding, 'opening' | 'closing'>): number {
  return Number(closing.entries - opening.entries);
}

export type Sums = Pick<EntryTotals, 'amount_in_minor' | 'amount_out_minor' | 'charge_minor'>;

/** The sums of every type together. */
export function sumsOf({ sums }: Pick<Statement, 'sums'>): Sums {
  const of = (field: keyof Sums) => sums.reduce((sum, one) => sum + one[field], 0n);
  return { amount_in_minor: of('amount_in_minor'), amount_out_minor: of('amount_out_minor'), charge_minor: of('charge_minor') };
}

async function standingOf(tx: Tx, merchantId: number, coin: string, months: readonly Month[], now: Date): Promise<MonthStanding[]> {
  const ended = months.map((month) => ({
    ...month,
    isComplete: now.getTime() >= month.to.getTime() + SETTLED_AFTER_MS,
    asOf: month.to < now ? month.to : now,
  }));
  const standings = await standingsAt(
    tx,
    mainAccount(merchantId, coin),
    ended.flatMap(({ from, asOf }) => [from, asOf]),
  );
  return ended.map((month, at) => {
    const [opening, closing] = standings.slice(2 * at, 2 * at + 2);
    if (!opening || !closing) throw new Error('a moment without a standing');
    return { ...month, opening, closing };
  });
}

/** The snapshot's own moment: what is booked later is not in it. */
async function nowOf(tx: Tx): Promise<Date> {
  const { rows } = await tx.query<{ now: Date }>(`select date_trunc('milliseconds', now()) as now`);
  if (!rows[0]) throw new Error('no moment');
  return rows[0].now;
}
