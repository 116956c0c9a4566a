import { newSerialNumber } from '@purser/contract/serial';
import { mainAccount, providerAccounts } from '@purser/ledger/account';
import { openAccounts } from '@purser/ledger/accounts';
import { planIssuance, planTransfer, type Posting } from '@purser/ledger/posting';
import { Sealer } from '@purser/ledger/seal';
import { postBatch } from '@purser/ledger/store';
import { verifyLedger } from '@purser/ledger/verify';
import pg from 'pg';
import { uuidv7 } from 'uuidv7';
import { watchMemory } from './memory.ts';
import type { Row } from './row.ts';
import { runAlone, withScratchDatabase } from './scratch.ts';

const KEY = Buffer.alloc(32, 'bench');
const COIN = 'USDP';
const MERCHANTS = 500;
const FIRST_MERCHANT = 10_000_001;
const BATCH = 512;
/** What a transfer leaves behind: one for each side and one for the fee. */
const ENTRIES_OF_A_TRANSFER = 3;
const LONGEST_S = 120;

/** How long it takes to verify a ledger that is rolled up and sealed, and to seal it. */
export async function benchVerify(databaseUrl: string, entries = 1_000_000): Promise<Row[]> {
  return withScratchDatabase(databaseUrl, async (url) => {
    const client = new pg.Client({ connectionString: url, options: '-c role=purser_app -c purser.owner_id=system' });
    await client.connect();
    try {
      await fill(client, entries);
      const sealing = await timed(() => sealAll(client));
      const memory = watchMemory();
      const { breaks, entries: verified, duration_ms } = await verifyLedger(client, KEY);
      const peak_mb = memory();
      if (breaks.length > 0) throw new Error(`the ledger is broken: ${JSON.stringify(breaks[0])}`);
      const perSecond = (seconds: number) => `${Math.round(Number(verified) / seconds).toLocaleString('en')} entries/s`;
      return [
        {
          what: `ledger verify, ${Number(verified).toLocaleString('en')} entries`,
          measured: duration_ms / 1_000,
          unit: 's',
          budget: { kind: 'max', limit: LONGEST_S },
          detail: `${perSecond(duration_ms / 1_000)}, with at most ${peak_mb} MB of the process; sealing them took ${sealing.toFixed(1)} s, ${perSecond(sealing)}`,
        },
      ];
    } finally {
      await client.end();
    }
  });
}

async function fill(client: pg.ClientBase, entries: number): Promise<void> {
  const merchants = Array.from({ length: MERCHANTS }, (_, i) => mainAccount(FIRST_MERCHANT + i, COIN));
  await openAccounts(client, [...providerAccounts(COIN), ...merchants]);
  const named = (owner_id: number, kind: 'issuance' | 'transfer') => ({
    owner_id,
    posting_id: uuidv7(),
    serial_number: newSerialNumber(kind),
  });
  await post(
    client,
    merchants.map((to) => planIssuance({ ...named(1, 'issuance'), to, amount_minor: 10n ** 12n })),
  );
  for (let made = 0; made < entries / ENTRIES_OF_A_TRANSFER; made += BATCH) {
    await post(
      client,
      Array.from({ length: BATCH }, (_, i) => {
        const place = (made + i) % MERCHANTS;
        const from = FIRST_MERCHANT + place;
        const to = FIRST_MERCHANT + ((place + 1 + Math.floor(Math.random() * (MERCHANTS - 1))) % MERCHANTS);
        return planTransfer({ ...named(from, 'transfer'), from, to, coin: COIN, amount_minor: 1_000n, fee_minor: 1n });
      }),
    );
  }
  for (;;) {
    const { rows } = await client.query<{ folded: string }>('select ledger.roll_up(200, 50000, 1) as folded');
    if (rows[0]?.folded === '0') return;
  }
}

async function post(client: pg.ClientBase, postings: readonly Posting[]): Promise<void> {
  for (const { outcome } of await postBatch(client, KEY, postings)) if (outcome !== 'posted') throw new Error(`a posting was ${outcome}`);
}

async function sealAll(client: pg.Client): Promise<void> {
  const inTransaction = async <Result>(work: (with_: pg.ClientBase) => Promise<Result>): Promise<Result> => {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  };
  const sealer = new Sealer(inTransaction, KEY, { everything: true });
  for (;;) if ((await sealer.work(1_000)).finished) return;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
}

if (import.meta.main) await runAlone(benchVerify);
