import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { connect, statusOf } from '../features/chain-deposit/command.ts';
import { rescan, rescanTransaction, resume } from '../features/chain-deposit/rescan.ts';
import { reservesCommand } from '../features/chain-reserve/command.ts';
import { creditDeposits } from '../features/usdt-recharge/credit.ts';
import { sweepCommand } from '../features/usdt-withdrawal/sweep-command.ts';
import { sendToNodes } from '../platform/chain/node-headers.ts';
import { Platform } from '../platform/platform.ts';
import { readCommandSettings } from '../platform/settings.ts';

/**
 * purser chain status: how far the chain of each network has been looked at, and what is wrong.
 *
 * purser chain connect --network N --endpoint URL --endpoint URL [--xpub KEY]: asks the nodes which chain they answer for, and keeps that with them. Deposit
 * addresses are derived from the key of the account.
 *
 * purser chain rescan --network N --from BLOCK --to BLOCK: looks at final blocks again, and credits what was missed. What was credited stays as it is.
 *
 * purser chain rescan --network N --txid TXID: looks at the block of one transaction again, and says what became of what it brought.
 *
 * purser chain sweep --network N [--address A]: what lies at deposit addresses and was not swept; or asks the signer to sweep one.
 *
 * purser chain reserves --network N [--also A]: what the chain has of ours at one final block, beside what the ledger says. Ends with 1 when they differ.
 *
 * purser chain resume --network N --from BLOCK: goes on from a final block, after a halt was looked into.
 *
 * All work on the database that DATABASE_URL names, else on that of the running quick start; `connect` as the owner of its tables.
 */
const USAGE = `Usage: npm run chain -- status
  | keys new|restore|show ...
  | connect --network N --endpoint URL --endpoint URL [--xpub KEY]
  | rescan --network N --from BLOCK --to BLOCK
  | rescan --network N --txid TXID
  | sweep --network N [--address ADDRESS]
  | reserves --network N [--also ADDRESS ...]
  | resume --network N --from BLOCK`;

/** The database and the master key that were named, else those of the quick start. */
async function openPlatform(): Promise<Platform> {
  const settings = readCommandSettings(process.env);
  sendToNodes(settings.nodeHeaders);
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
      txid: { type: 'string' },
      address: { type: 'string' },
      also: { type: 'string', multiple: true },
    },
  });
  const [what] = positionals;
  if (!['status', 'connect', 'rescan', 'resume', 'sweep', 'reserves'].includes(what ?? '')) throw new Error(USAGE);
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
    } else if (what === 'sweep') {
      console.log(await sweepCommand(platform, given(values.network), values.address));
    } else if (what === 'reserves') {
      const { text, drift } = await reservesCommand(platform, given(values.network), values.also ?? []);
      console.log(text);
      if (drift !== 0n) process.exitCode = 1;
    } else if (what === 'rescan' && values.txid !== undefined) {
      console.log(await rescanTransaction(platform, given(values.network), values.txid, creditDeposits));
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
