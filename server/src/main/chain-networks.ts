import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { connect, statusOf } from '../features/chain-deposit/command.ts';
import { rescan, resume } from '../features/chain-deposit/rescan.ts';
import { creditDeposits } from '../features/usdt-recharge/credit.ts';
import { Platform } from '../platform/platform.ts';
import { readSettings } from '../platform/settings.ts';

/**
 * purser chain status: how far the chain of each network has been looked at, and what is wrong.
 *
 * purser chain connect --network N --endpoint URL --endpoint URL [--xpub KEY]: asks the nodes which chain they answer for, and keeps that with them. Deposit
 * addresses are derived from the key of the account.
 *
 * purser chain rescan --network N --from BLOCK --to BLOCK: looks at final blocks again, and credits what was missed. What was credited stays as it is.
 *
 * purser chain resume --network N --from BLOCK: goes on from a final block, after a halt was looked into.
 *
 * All work on the database that DATABASE_URL names, else on that of the running quick start; `connect` as the owner of its tables.
 */
const USAGE = `Usage: npm run chain -- status
  | keys new|restore|show ...
  | connect --network N --endpoint URL --endpoint URL [--xpub KEY]
  | rescan --network N --from BLOCK --to BLOCK
  | resume --network N --from BLOCK`;

/** The database and the master key that were named, else those of the quick start. */
async function openPlatform(): Promise<Platform> {
  const settings = readSettings({ ...process.env, PURSER_DEMO: '1' });
  const kept = async (name: string): Promise<string> => (await readFile(join(settings.dataFolder, name), 'utf8')).trim();
  const databaseUrl = settings.databaseUrl ?? (await kept('database-url'));
  const masterKey = settings.masterKey ?? Buffer.from(await kept('master-key'), 'base64');
  const platform = new Platform({ ...settings, databaseUrl, masterKey, checkAnswers: false }, pino({ level: 'warn' }), { connections: 2 });
  await platform.checkLogin();
  await platform.clock.start();
  await platform.db.coins.refresh();
  return platform;
}

function given<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error(USAGE);
  return value;
}

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      network: { type: 'string' },
      endpoint: { type: 'string', multiple: true },
      xpub: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
    },
  });
  const [what] = positionals;
  if (!['status', 'connect', 'rescan', 'resume'].includes(what ?? '')) throw new Error(USAGE);
  const platform = await openPlatform();
  try {
    if (what === 'status') console.log(await statusOf(platform));
    else if (what === 'connect') {
      console.log(
        await connect(platform.settings.databaseUrl, {
          network: given(values.network),
          endpoints: given(values.endpoint),
          xpub: values.xpub,
        }),
      );
    } else if (what === 'rescan') {
      const range = { from: BigInt(given(values.from)), to: BigInt(given(values.to)) };
      console.log(await rescan(platform, given(values.network), range, creditDeposits));
    } else console.log(await resume(platform, given(values.network), BigInt(given(values.from))));
  } finally {
    await platform.close();
  }
}

try {
  await run();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
