import { access, mkdir, open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { getAddress, type Hex } from 'viem';
import { writeKeyFile } from '../features/usdt-withdrawal/signer/key-file.ts';
import { spawnKept, stopKept } from '../quick-start/kept-process.ts';

const STOP_PATIENCE_MS = 5_000;

/** The network of the demo's chain that is paid, as the signer's policy has it. */
interface SignedNetwork {
  readonly network: string;
  readonly chainId: number;
  readonly token: Hex;
  readonly decimals: number;
  readonly endpoints: readonly string[];
}

export interface DemoSigner {
  /** Settles when it has ended, for whatever reason. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

interface DemoSignerOptions {
  readonly folder: string;
  readonly mnemonic: string;
  readonly databaseUrl: string;
  readonly pays: SignedNetwork;
}

/** What the signer may do on a chain whose money is worth nothing: any amount that the demo's parties have, at once, without a day's rest. */
const RULES = {
  most_at_once: '1000000',
  most_in_an_hour: '10000000',
  most_in_a_day: '10000000',
  most_gas_price_gwei: 1000,
  sweep: { least: '50', coin_usdt: '4000', most_fuel: '0.1', most_fuel_in_a_day: '10' },
} as const;

/**
 * Starts the signer's own program on the demo's chain, as a process of its own with a folder as in real use: keys, passphrase, policy, journal. That it lies in
 * the data folder, on the same machine and with its words beside it, is for the demo alone. It never outlives this process.
 */
export async function startDemoSigner({ folder, mnemonic, databaseUrl, pays }: DemoSignerOptions): Promise<DemoSigner> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [keys, passphraseFile] = [join(folder, 'keys.json'), join(folder, 'passphrase')];
  if (!(await isThere(keys))) {
    const passphrase = randomBytes(24).toString('base64url');
    await writeFile(passphraseFile, `${passphrase}\n`, { mode: 0o600 });
    await writeKeyFile(keys, mnemonic, passphrase);
  }
  await writeFile(join(folder, 'policy.json'), `${JSON.stringify(policyOf(pays), null, 2)}\n`, { mode: 0o600 });
  const log = await open(join(folder, 'signer.log'), 'w', 0o600);
  const child = spawnKept(process.execPath, [join(import.meta.dirname, '../main/signer.ts')], {
    stopSignal: 'TERM',
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
      PURSER_SIGNER_FOLDER: folder,
      PURSER_SIGNER_PASSPHRASE_FILE: passphraseFile,
    },
    output: log.fd,
  });
  await log.close();
  return { ended: new Promise((done) => child.once('exit', () => done())), close: () => stopKept(child, STOP_PATIENCE_MS) };
}

/** Of a chain that is gone nothing is remembered. */
export async function forgetJournal(folder: string): Promise<void> {
  await rm(join(folder, 'journal.jsonl'), { force: true });
}

function policyOf({ network, chainId, token, decimals, endpoints }: SignedNetwork): object {
  const rules = { chain_id: chainId, token: getAddress(token), token_decimals: decimals, endpoints, ...RULES };
  return { address_rests_h: 0, networks: { [network]: rules } };
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
