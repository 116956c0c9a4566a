import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import {
  type StatementBalance,
  STATEMENT_MONTHS_AT_ONCE,
  STATEMENT_PDF_ENTRIES,
  type statementDetail,
  type statementExport,
  type statementMonths,
} from '@purser/contract/features/statement';
import { streamEntries } from '@purser/ledger/fund-flow';
import type { Standing } from '@purser/ledger/standing';
import { Readable } from 'node:stream';
import { documentIssuer } from '../../domain/document-issuer.ts';
import type { Coins } from '../../platform/database/coins.ts';
import { checkTimeZone } from '../../platform/database/time-zone.ts';
import { mayGoOn } from '../../platform/security/member-login.ts';
import { cutOnceUnwelcome } from '../../platform/export/cut-file.ts';
import { takeExportSlot } from '../../platform/export/export-slot.ts';
import { startPortions } from '../../platform/export/start-export.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { MerchantContext } from '../../platform/http/route.ts';
import { PORTION_ROWS } from '../../platform/lists/portions.ts';
import type { Platform } from '../../platform/platform.ts';
import { statementCsv } from './csv.ts';
import { statementDocument } from './document.ts';
import { countOf, entriesOf, type MonthStanding, readMonths, readStatement, statementCoins, type Sums, sumsOf } from './read.ts';

type Months = OutputOf<typeof statementMonths>;
type Detail = OutputOf<typeof statementDetail>;

/** The months of one coin, each by arithmetic: nothing is added up. */
export async function listMonths({ db }: Platform, merchantId: number, input: ParsedInputOf<typeof statementMonths>): Promise<Months> {
  await checkTimeZone(db, input.time_zone);
  return db.scopedSnapshot(merchantId, async (tx) => {
    const { zone } = await documentIssuer(tx, merchantId, input.time_zone);
    const coins = await statementCoins(tx, merchantId);
    const coin = input.coin_name ?? coins[0];
    if (coin === undefined) return { coins, coin_name: null, time_zone: zone, list: [], has_more: false };
    if (!coins.includes(coin)) throw refuse('statement_unknown');
    await tx.coins.know([coin], tx);
    const asked = { coin, zone, before: input.before, most: STATEMENT_MONTHS_AT_ONCE + 1 };
    const months = await readMonths(tx, merchantId, asked);
    return {
      coins,
      coin_name: coin,
      time_zone: zone,
      list: months.slice(0, STATEMENT_MONTHS_AT_ONCE).map((month) => standingOf(month, coin, tx.coins)),
      has_more: months.length > STATEMENT_MONTHS_AT_ONCE,
    };
  });
}

export async function statementOf({ db }: Platform, merchantId: number, input: ParsedInputOf<typeof statementDetail>): Promise<Detail> {
  await checkTimeZone(db, input.time_zone);
  const statement = await db.scopedSnapshot(merchantId, (tx) => readStatement(tx, merchantId, input));
  const money = (minor: bigint) => db.coins.format(minor, statement.coin);
  return {
    ...standingOf(statement, statement.coin, db.coins),
    time_zone: statement.issuer.zone,
    sums: statement.sums.map((sum) => ({ transaction_type: sum.type, count: sum.count, ...moneyOf(sum, money) })),
    ...moneyOf(sumsOf(statement), money),
  };
}

/** Sends a statement as a file. Nobody has more of them on their way than exports. */
export async function sendStatement(
  platform: Platform,
  input: ParsedInputOf<typeof statementExport>,
  context: MerchantContext,
): Promise<unknown> {
  const { merchantId, language, reply } = context;
  const { db } = platform;
  await checkTimeZone(db, input.time_zone);
  const giveBack = takeExportSlot(platform, context);
  const headers = {
    'content-disposition': `attachment; filename="statement_${input.coin_name}_${input.month}.${input.format}"`,
    'cache-control': 'no-store',
  };
  try {
    if (input.format === 'pdf') {
      const { statement, entries } = await db.scopedSnapshot(merchantId, async (tx) => {
        const statement = await readStatement(tx, merchantId, input);
        const read = streamEntries(tx, { ...entriesOf(statement), order: 'asc', chunk_size: STATEMENT_PDF_ENTRIES });
        const first = await read.next();
        return { statement, entries: first.done ? [] : first.value };
      });
      const bytes = await platform.pdfs.write(statementDocument(statement, entries, { language, coins: db.coins }));
      giveBack();
      return await reply.headers({ ...headers, 'content-type': 'application/pdf' }).send(bytes);
    }
    const { head: statement, portions } = await startPortions(db, merchantId, {
      head: (tx) => readStatement(tx, merchantId, input),
      portions: (source, read) => streamEntries(source, { ...entriesOf(read), order: 'asc', chunk_size: PORTION_ROWS }),
    });
    const stream = Readable.from(statementCsv(statement, portions, { language, coins: db.coins }), {
      objectMode: false,
      highWaterMark: 65_536,
    });
    stream.once('close', giveBack);
    cutOnceUnwelcome(stream, { isWelcome: () => mayGoOn(platform, context) });
    // The reader's pace is ours: a portion is read when the one before it is gone. A client that leaves ends the stream.
    return await reply.headers({ ...headers, 'content-type': 'text/csv; charset=utf-8' }).send(stream);
  } catch (error) {
    giveBack();
    throw error;
  }
}

function moneyOf(sum: Sums, money: (minor: bigint) => string) {
  return { amount_in: money(sum.amount_in_minor), amount_out: money(sum.amount_out_minor), charge: money(sum.charge_minor) };
}

function standingOf(month: MonthStanding, coin: string, coins: Coins): Months['list'][number] {
  const balance = ({ available_minor, frozen_minor, pending_minor }: Standing): StatementBalance => ({
    available: coins.format(available_minor, coin),
    frozen: coins.format(frozen_minor, coin),
    pending: coins.format(pending_minor, coin),
  });
  return {
    month: month.month,
    coin_name: coin,
    from: month.from.toISOString(),
    to: month.to.toISOString(),
    is_complete: month.isComplete,
    as_of: month.asOf.toISOString(),
    entries: countOf(month),
    opening: balance(month.opening),
    closing: balance(month.closing),
  };
}
