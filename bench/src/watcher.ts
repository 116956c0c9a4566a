import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RECHARGE_WAYS } from '@purser/contract/features/account';
import { custodyPurpose, PROVIDER_OWNER_ID, providerAccounts } from '@purser/ledger/account';
import { openAccounts } from '@purser/ledger/accounts';
import pg from 'pg';
import { pino } from 'pino';
import { type ChainNetwork, connectedNetworks } from '../../server/src/domain/chain-network.ts';
import { lookAt, type Looked, newRange } from '../../server/src/features/chain-deposit/watch.ts';
import { creditDeposits } from '../../server/src/features/usdt-recharge/credit.ts';
import { ChainDisagreement } from '../../server/src/platform/chain/blocks.ts';
import { providersOf } from '../../server/src/platform/chain/providers.ts';
import { Platform } from '../../server/src/platform/platform.ts';
import { CHAIN_ID, GENESIS, type Told, TOKEN, TRANSFERS, UNSETTLED } from './chain-facade.ts';
import { median, type Row } from './row.ts';
import { runAlone, withScratchDatabase } from './scratch.ts';
import { settingsOf } from './served.ts';
import { WATCHED_ADDRESS_SQL } from './watched.ts';

const NETWORK = 'ERC20';
const OWNERS = 1_000;
const FEW = 100_000;
const BLOCKS = 1_000;
const RUNS = 3;
/** 50 blocks a second. */
const LIMIT_MS = 20;
const MOST_GROWTH = 1.5;
/** Of the whole program, whatever it watches. */
const MOST_MEMORY_MB = 400;
const PATIENCE_MS = 300_000;

/**
 * The watcher of deposits as a whole: blocks of 200 transfers, which two nodes tell, one in forty to an address that is watched and credited; among
 * few addresses and among many.
 */
export async function benchWatcher(databaseUrl: string, many = 1_000_000): Promise<Row[]> {
  return withScratchDatabase(databaseUrl, async (url) => {
    const owner = new pg.Client({ connectionString: url });
    await owner.connect();
    const settings = settingsOf(url);
    const platform = new Platform(settings, pino({ level: 'silent' }));
    const chain = fork(join(import.meta.dirname, 'chain-facade.ts'));
    try {
      const [endpoints] = (await once(chain, 'message')) as [string[]];
      const network = await connect(owner, platform, endpoints);
      const look = lookUntilDone(platform, network);
      let head = UNSETTLED + 1;
      await goOn(chain, { head, from: head, addresses: FEW });
      await look();
      const msAmong = async (addresses: number): Promise<{ readonly all: readonly number[]; readonly mb: number }> => {
        await watch(owner, addresses);
        const all: number[] = [];
        for (let run = 0; run < RUNS; run += 1) {
          const from = head + 1;
          head += BLOCKS;
          await goOn(chain, { head, from: from - UNSETTLED, addresses });
          const began = performance.now();
          await look();
          all.push((performance.now() - began) / BLOCKS);
        }
        const from = head + 1;
        head += BLOCKS;
        await goOn(chain, { head, from: from - UNSETTLED, addresses });
        return { all, mb: await memoryOfProgram(owner, settings, head - UNSETTLED) };
      };
      const [few, lots] = [await msAmong(FEW), await msAmong(many)];
      const [{ rows: credited }, { rows: arrived }] = [
        await owner.query<{ count: string }>(`select count(*) from chain_deposit where state = 'credited'`),
        await owner.query<{ count: string }>('select count(*) from chain_deposit'),
      ];
      const told = ({ all }: typeof few) => `${Math.round(1_000 / median(all))} blocks/s`;
      const memory = ({ mb }: typeof few, detail: string): Omit<Row, 'what'> => ({
        measured: mb,
        unit: 'MB',
        budget: { kind: 'max', limit: MOST_MEMORY_MB },
        detail,
      });
      return [
        {
          what: `deposits: a block of ${TRANSFERS} transfers among ${FEW.toLocaleString('en')} watched addresses`,
          measured: median(few.all),
          unit: 'ms',
          budget: { kind: 'max', limit: LIMIT_MS },
          detail: `${told(few)}; medians of ${RUNS} times ${BLOCKS} blocks; ${credited[0]?.count} of ${arrived[0]?.count} deposits credited`,
        },
        {
          what: `deposits: the same among ${many.toLocaleString('en')}`,
          measured: median(lots.all) / median(few.all),
          unit: 'x',
          budget: { kind: 'max', limit: MOST_GROWTH },
          detail: told(lots),
        },
        {
          what: `deposits: memory of the watcher among ${FEW.toLocaleString('en')}`,
          ...memory(few, `the most that the program ever had resident (VmHWM), from its start through ${BLOCKS} such blocks`),
        },
        { what: `deposits: the same among ${many.toLocaleString('en')}`, ...memory(lots, 'the same') },
      ];
    } finally {
      chain.disconnect();
      await platform.close();
      await owner.end();
    }
  });
}

/** The most memory that the watcher, as the program that it is, takes from its start until it has settled everything up to a block, in MB. */
async function memoryOfProgram(
  owner: pg.Client,
  { databaseUrl, masterKey, publicUrl }: ReturnType<typeof settingsOf>,
  until: number,
): Promise<number> {
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: databaseUrl,
    PURSER_MASTER_KEY: masterKey.toString('base64'),
    PURSER_PUBLIC_URL: publicUrl,
    PURSER_DEMO: '0',
    PURSER_LOG_LEVEL: 'warn',
  };
  const program = spawn(process.execPath, [join(import.meta.dirname, '../../server/src/main/watcher.ts')], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(program, 'exit');
  try {
    for (const began = performance.now(); ;) {
      const { rows } = await owner.query<{ settled: string }>('select block_number as settled from chain_cursor where network = $1', [
        NETWORK,
      ]);
      if (Number(rows[0]?.settled) >= until) break;
      if (program.exitCode !== null || performance.now() - began > PATIENCE_MS) throw new Error('the watcher does not come to the end');
      await sleep(50);
    }
    const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${program.pid}/status`, 'utf8')) ?? [];
    return Math.round(Number(peak) / 1024);
  } finally {
    program.kill('SIGTERM');
    await ended;
  }
}

/** Connects the network to the made-up chain, with merchants whose deposits are credited. */
async function connect(owner: pg.Client, platform: Platform, endpoints: readonly string[]): Promise<ChainNetwork> {
  await owner.query(
    `update network set is_on = true, chain_id = $2, genesis_hash = decode(substr($3, 3), 'hex'), endpoints = $4 where network = $1`,
    [NETWORK, CHAIN_ID, GENESIS, endpoints],
  );
  await owner.query(
    `update coin_network set is_on = true, contract_address = $2, token_decimals = 6, confirmations = 1 where network = $1 and coin = 'USDT'`,
    [NETWORK, TOKEN],
  );
  await owner.query(
    `insert into coin_rate (coin, sequence, price_type, rate, set_by, set_at) values ('CNYT', 1, 'fixed', 7.1, '1', now() - interval '1 day')`,
  );
  await owner.query(
    `insert into merchant (name, username, password_hash, authentication_status, markets, recharge_configuration)
     select 'Shop ' || n, 'shop-' || n, '-', 'approved', '{CNY}', array[$2::integer] from generate_series(1, $1) as n`,
    [OWNERS, RECHARGE_WAYS.quick],
  );
  await openAccounts(platform.db.system, [
    ...['USDT', 'CNYT'].flatMap(providerAccounts),
    { owner_id: PROVIDER_OWNER_ID, coin: 'USDT', purpose: custodyPurpose(NETWORK), unbounded: true },
  ]);
  const [network] = await connectedNetworks(platform.db.system);
  if (!network) throw new Error('the network is connected');
  return network;
}

/** Has so many addresses watched, each of one of the merchants. */
async function watch(owner: pg.Client, addresses: number): Promise<void> {
  await owner.query(
    `insert into address_directory (network, address, owner_id)
     select $1, ${WATCHED_ADDRESS_SQL('n')}, (select min(merchant_id) from merchant) + n % $3 from generate_series(0, $2 - 1) as n on conflict do nothing`,
    [NETWORK, addresses, OWNERS],
  );
  await owner.query('vacuum analyze');
}

function lookUntilDone(platform: Platform, network: ChainNetwork): () => Promise<void> {
  const [providers, range] = [providersOf(network.endpoints), newRange()];
  return async () => {
    for (let looked: Looked = 'more'; looked === 'more';) {
      // What is too long an answer for one look is asked for in shorter ones, as the program does.
      looked = await lookAt(platform, network, providers, creditDeposits, range).catch((error: unknown) => {
        if (error instanceof ChainDisagreement || range.blocks === 1) throw error;
        return 'more';
      });
    }
  };
}

async function goOn(chain: ChildProcess, told: Told): Promise<void> {
  chain.send(told);
  await once(chain, 'message');
}

if (import.meta.main) await runAlone(benchWatcher);
