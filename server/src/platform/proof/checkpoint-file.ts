import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CHECKPOINT_CHECK } from '@purser/ledger/checkpoint';
import type { Findings } from '@purser/ledger/verify-reader';
import { type Checkpoint, fingerprint, openCheckpoint, type SignedCheckpoint } from './checkpoint.ts';
import type { Secrets } from '../security/secrets.ts';

const NAME = /^checkpoint-.*\.json$/;

/** The checkpoints of a folder, the oldest first: their names begin with their time. */
async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => NAME.test(name))
    .sort()
    .map((name) => join(folder, name));
}

async function read(file: string, secrets: Secrets): Promise<{ signed: SignedCheckpoint; checkpoint: Checkpoint }> {
  const text = await readFile(file, 'utf8');
  try {
    return openCheckpoint(text, secrets);
  } catch (error) {
    throw new Error(`${file} is no checkpoint that can be trusted: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** The newest checkpoint beside which a new one is to stand. */
export async function previousOf(file: string, secrets: Secrets): Promise<SignedCheckpoint | undefined> {
  const newest = (await filesIn(dirname(file))).at(-1);
  return newest === undefined ? undefined : (await read(newest, secrets)).signed;
}

export function defaultFile(folder: string): string {
  return join(folder, `checkpoint-${new Date().toISOString().replaceAll(':', '-')}.json`);
}

export async function writeCheckpoint(file: string, signed: SignedCheckpoint): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, `${JSON.stringify(signed, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

export interface FoundCheckpoint {
  readonly file: string;
  readonly checkpoint: Checkpoint;
}

/** The checkpoint of a file; it must be there and be ours. */
export async function checkpointOf(file: string, secrets: Secrets): Promise<FoundCheckpoint> {
  return { file, checkpoint: (await read(file, secrets)).checkpoint };
}

/** The newest checkpoint of a folder, if there is one. Tells of those that cannot be trusted or do not follow one another. */
export async function newestCheckpoint(folder: string, secrets: Secrets, findings: Findings): Promise<FoundCheckpoint | undefined> {
  let newest: FoundCheckpoint | undefined;
  let previous: SignedCheckpoint | undefined;
  for (const file of await filesIn(folder)) {
    try {
      const { signed, checkpoint } = await read(file, secrets);
      if (previous && checkpoint.previous !== fingerprint(previous)) {
        findings.add(CHECKPOINT_CHECK, basename(file), 'does not follow the checkpoint before it: one was exchanged or is missing');
      }
      previous = signed;
      newest = { file, checkpoint };
    } catch (error) {
      findings.add(CHECKPOINT_CHECK, basename(file), error instanceof Error ? error.message : String(error));
    }
  }
  return newest;
}
