import { newSerialNumber } from '@purser/contract/serial';
import { mainAccount, providerAccounts } from '@purser/ledger/account';
import { openAccounts } from '@purser/ledger/accounts';
import { planIssuance, planTransfer, type Posting } from '@purser/ledger/posting';
import { postBatch } from '@purser/ledger/store';
import { verifyLedger } from '@purser/ledger/verify';
import pg from 'pg';
import { uuidv7 } from 'uuidv7';
import { findPgbench, prepareTpcB, runTpcB } from './pgbench.ts';
import { median, type Row } from './row.ts';
import { runAlone, withScratchDatabase } from './scratch.ts';

const COIN = 'USDP';
const KEY = Buffer.alloc(32, 'bench');
const MERCHANTS = 1_000;
const FIRST_MERCHANT = 10_000_001;
/** What the batcher puts into one transaction at most. */
const BATCH = 512;
/** Batches that the batcher has in the database at once. */
const BATCH_LANES = 2;
const ROUNDS = 5;
const SECONDS = 2;
/** Connections that post one transfer per transaction: more make it no faster. */
const SINGLE_LANES = 8;

/** Transfers per second of one run. */
type Run = (url: string) => Promise<number>;

/**
 * The ledger's rows: the same three-leg transfers in batches through two lanes and one transaction each, with one receiver for all and
 * with a thousand, and PostgreSQL's own TPC-B script beside them. Short runs in turn, so that a slow minute slows all alike.
 */
export async function benchLedger(databaseUrl: string): Promise<Row[]> {
  return withScratchDatabase(databaseUrl, async (url) => {
    await openAndFund(url);
    const pgbench = await findPgbench();
    if (pgbench) await prepareTpcB(pgbench, url);
    else console.warn('pgbench was not found: the comparison with TPC-B is left out (Debian: apt-get install postgresql).');

    const runs: Record<string, Run> = {
      spread: (to) => batched(to, false),
      hot: (to) => batched(to, true),
      single,
      ...(pgbench && { tpcB: (to: string) => runTpcB(pgbench, to, SECONDS) }),
    };
    const figures = await inTurn(runs, url);
    await insistItIsWhole(url);
    return rowsOf(figures);
  });
}

function rowsOf({ spread = [], hot = [], single: alone = [], tpcB }: Record<string, number[]>): Row[] {
  const told = (one: number[], other: number[]) =>
    `${Math.round(median(one)).toLocaleString('en')}/s : ${Math.round(median(other)).toLocaleString('en')}/s, medians of ${ROUNDS}`;
  const ratio = (what: string, one: number[], other: number[], limit: number): Row => ({
    what,
    measured: median(one) / median(other),
    unit: 'x',
    budget: { kind: 'min', limit },
    detail: told(one, other),
  });
  return [
    ratio('ledger: batched posting / one transaction each', spread, alone, 10),
    ratio('ledger: one hot receiver / receivers spread', hot, spread, 0.9),
    ...(tpcB ? [ratio('ledger: batched posting / TPC-B transactions', spread, tpcB, 4)] : []),
  ];
}

async function inTurn(runs: Record<string, Run>, url: string): Promise<Record<string, number[]>> {
  const figures: Record<string, number[]> = {};
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, run] of Object.entries(runs)) {
      const figure = await run(url);
      // The first round warms up.
      if (round > 0) (figures[name] ??= []).push(figure);
    }
  }
  return figures;
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, options: '-c role=purser_app -c purser.owner_id=system' });
  await client.connect();
  return client;
}

async function openAndFund(url: string): Promise<void> {
  const client = await connect(url);
  const merchants = Array.from({ length: MERCHANTS }, (_, i) => mainAccount(FIRST_MERCHANT + i, COIN));
  await openAccounts(client, [...providerAccounts(COIN), ...merchants]);
  await post(
    client,
    merchants.map((to) =>
      planIssuance({ owner_id: 1, posting_id: uuidv7(), serial_number: newSerialNumber('issuance'), to, amount_minor: 10n ** 15n }),
    ),
  );
  await client.end();
}

async function post(client: pg.ClientBase, postings: readonly Posting[]): Promise<void> {
  for (const { outcome } of await postBatch(client, KEY, postings)) if (outcome !== 'posted') throw new Error(`a transfer was ${outcome}`);
}

function transfer(hot: boolean): Posting {
  const to = hot ? FIRST_MERCHANT : FIRST_MERCHANT + Math.floor(Math.random() * MERCHANTS);
  const from = FIRST_MERCHANT + ((to - FIRST_MERCHANT + 1 + Math.floor(Math.random() * (MERCHANTS - 1))) % MERCHANTS);
  const serial_number = newSerialNumber('transfer');
  return planTransfer({ owner_id: from, posting_id: uuidv7(), serial_number, from, to, coin: COIN, amount_minor: 1_000n, fee_minor: 1n });
}

/** Two lanes, as many as the batcher has: while one batch is decided the next one is made and sent. */
function batched(url: string, hot: boolean): Promise<number> {
  return perSecond(url, BATCH_LANES, async (client) => {
    await post(
      client,
      Array.from({ length: BATCH }, () => transfer(hot)),
    );
    return BATCH;
  });
}

function single(url: string): Promise<number> {
  return perSecond(url, SINGLE_LANES, async (client) => {
    await post(client, [transfer(false)]);
    return 1;
  });
}

/** How many are made per second by so many connections, each of which makes some again and again. */
async function perSecond(url: string, lanes: number, make: (client: pg.Client) => Promise<number>): Promise<number> {
  const clients = await Promise.all(Array.from({ length: lanes }, () => connect(url)));
  let made = 0;
  const started = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() - started < SECONDS * 1_000) {
        const more = await make(client);
        made += more;
      }
    }),
  );
  const seconds = (performance.now() - started) / 1_000;
  await Promise.all(clients.map((client) => client.end()));
  return made / seconds;
}

async function insistItIsWhole(url: string): Promise<void> {
  const client = await connect(url);
  const { breaks } = await verifyLedger(client, KEY);
  await client.end();
  if (breaks.length > 0) throw new Error(`the bench broke the ledger: ${JSON.stringify(breaks[0])}`);
}

if (import.meta.main) await runAlone(benchLedger);
