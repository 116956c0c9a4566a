import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import { z } from 'zod';
import { addressOf, type NetworkKind } from '../domain/chain-address.ts';
import { Journal } from '../features/usdt-withdrawal/signer/journal.ts';
import { readKeyFile, readPassphrase } from '../features/usdt-withdrawal/signer/key-file.ts';
import { type DigestSigner, hotKey, type SweepKeys, sweepKeys } from '../features/usdt-withdrawal/signer/keys.ts';
import { NetworkSigner } from '../features/usdt-withdrawal/signer/network-signer.ts';
import { type Policy, readPolicy } from '../features/usdt-withdrawal/signer/policy.ts';
import { Sweeper } from '../features/usdt-withdrawal/signer/sweeper.ts';
import { leaveOthers } from '../features/usdt-withdrawal/signer/queue.ts';
import { SoleSigner } from '../features/usdt-withdrawal/signer/sole-signer.ts';
import { TronSigner } from '../features/usdt-withdrawal/signer/tron-signer.ts';
import { TronSweeper } from '../features/usdt-withdrawal/signer/tron-sweeper.ts';
import { nodeHeaders, sendToNodes } from '../platform/chain/node-headers.ts';
import { providersOf } from '../platform/chain/providers.ts';
import { tronProvidersOf } from '../platform/chain/tron-node.ts';
import { Database } from '../platform/database/database.ts';
import { insistOnMigrated } from '../platform/installation.ts';
import { Lasting } from '../platform/observe/lasting.ts';
import { logOptions } from '../platform/observe/log.ts';
import { CONNECTIONS } from './connections.ts';
import { databaseAnswers } from './database-answers.ts';
import type { Program } from '../quick-start/programs.ts';

/**
 * The signer: pays approved withdrawals of USDT on the chains that its policy names, sends back what is held there, and brings together what lies at deposit addresses. A process of its own with a database login of its own, on a
 * machine of its own if there is one. It listens nowhere, and has neither the master key nor a way to the ledger.
 */

const USUAL_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
const HOUR_MS = 3_600_000;

const environment = z.object({
  /** As a login that may take on purser_signer. */
  DATABASE_URL: z.string().min(1),
  /** With keys.json, policy.json and journal.jsonl. */
  PURSER_SIGNER_FOLDER: z.string().min(1),
  PURSER_SIGNER_PASSPHRASE_FILE: z.string().min(1),
  /** What nodes are sent in headers, as the other programs have it. */
  PURSER_NODE_HEADERS: nodeHeaders.default(new Map()),
  PURSER_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

interface SignerParts {
  readonly databaseUrl: string;
  readonly policy: Policy;
  /** By the kind of network. */
  readonly keys: Readonly<Record<NetworkKind, DigestSigner>>;
  readonly sweeps: Readonly<Record<NetworkKind, SweepKeys>>;
  readonly journalFile: string;
  readonly log: Logger;
}

/** Starts signing on every network of the policy, each beside the others. */
async function startSigner({ databaseUrl, policy, keys, sweeps, journalFile, log }: SignerParts): Promise<Program> {
  await databaseAnswers(databaseUrl, log);
  await insistOnMigrated(databaseUrl);
  const db = new Database({ url: databaseUrl, connections: CONNECTIONS.signer, applicationName: 'purser signer', role: 'purser_signer' });
  // Before the journal is read, which another one may be writing.
  const sole = await SoleSigner.take(db);
  const journal = await Journal.open(journalFile);
  const networks = Object.keys(policy.networks);
  const left = await db.systemTransaction((tx) => leaveOthers(tx, networks));
  for (const network of left) log.warn({ network }, 'this network is paid by hand from now on');
  const stopping = new AbortController();
  const loops = Object.entries(policy.networks).flatMap(([network, rules]) => {
    const ofNetwork = { db, network, journal, log: log.child({ network }) };
    const restMs = policy.address_rests_h * HOUR_MS;
    if (rules.kind === 'tron') {
      const tron = { ...ofNetwork, policy: rules, key: keys.tron, keys: sweeps.tron, providers: tronProvidersOf(rules.endpoints) };
      return [new TronSigner({ ...tron, restMs }), new TronSweeper(tron)].map((signer) =>
        repeat(signer, sole, stopping.signal, ofNetwork.log),
      );
    }
    const evm = { ...ofNetwork, policy: rules, key: keys.evm, keys: sweeps.evm, providers: providersOf(rules.endpoints) };
    // Payouts and sweeps have senders of their own: neither waits for the other.
    const signers = [new NetworkSigner({ ...evm, restMs }), new Sweeper(evm)];
    return signers.map((signer) => repeat(signer, sole, stopping.signal, ofNetwork.log));
  });
  return {
    async close() {
      stopping.abort();
      await Promise.all(loops);
      await sole.close();
      await db.close();
      await journal.close();
    },
  };
}

/** Waits longer after each failure: nodes and database are not pressed while they are away. */
async function repeat(signer: Pick<NetworkSigner, 'tick'>, sole: SoleSigner, signal: AbortSignal, log: Logger): Promise<void> {
  const lasting = new Lasting();
  for (let pause = USUAL_PAUSE_MS; !signal.aborted;) {
    try {
      await sole.insist();
      await signer.tick();
      pause = USUAL_PAUSE_MS;
      lasting.ended(() => log.info('the signer goes on'));
    } catch (error) {
      lasting.failed(error, () => log.error({ err: error }, 'the signer could not go on'));
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    }
    await sleep(pause, undefined, { signal }).catch(() => undefined);
  }
}

async function main(): Promise<void> {
  const given = environment.parse(process.env);
  sendToNodes(given.PURSER_NODE_HEADERS);
  const folder = given.PURSER_SIGNER_FOLDER;
  const log = pino(logOptions(given.PURSER_LOG_LEVEL));
  const mnemonic = await readKeyFile(join(folder, 'keys.json'), await readPassphrase(given.PURSER_SIGNER_PASSPHRASE_FILE));
  const policy = await readPolicy(join(folder, 'policy.json'));
  const keys = { evm: hotKey(mnemonic), tron: hotKey(mnemonic, 'tron') };
  const sweeps = { evm: sweepKeys(mnemonic), tron: sweepKeys(mnemonic, 'tron') };
  const journalFile = join(folder, 'journal.jsonl');
  const parts = { databaseUrl: given.DATABASE_URL, policy, keys, sweeps, journalFile, log };
  const signer = await startSigner(parts);
  log.info(
    { program: 'signer', senders: [keys.evm.address, addressOf('tron', keys.tron.address)], networks: Object.keys(policy.networks) },
    'started',
  );
  const stop = () => void signer.close().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : error);
  process.exit(1);
}
