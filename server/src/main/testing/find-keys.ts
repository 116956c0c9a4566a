import { open, readFile } from 'node:fs/promises';
import { toHdKey } from 'ox/Mnemonic';

/**
 * Looks for the words of a mnemonic, and for the private keys that are made of them, in files and in the memory and environment of processes. A program of its own,
 * so that whoever starts it need not know them: `find-keys.ts WORDS_FILE file:PATH pid:NUMBER ...` says where it found any, one place a line.
 */

/** As the key ceremony shows them: the only line of 24 words. */
const WORDS = /^\s*((?:[a-z]{3,8} ){23}[a-z]{3,8})\s*$/m;
const CHUNK = 16 * 1024 * 1024;
/** What is longest among what is looked for, so that nothing is missed between two chunks. */
const OVERLAP = 512;

const [wordsFile = '', ...places] = process.argv.slice(2);
const mnemonic = WORDS.exec(await readFile(wordsFile, 'utf8'))?.[1];
if (mnemonic === undefined) throw new Error('there are no words');
const keys = ["m/44'/60'/1'/0/0", "m/44'/60'/2'/0/0", "m/44'/60'/0'/0/0"].map((path) => toHdKey(mnemonic).derive(path));
const needles = [
  Buffer.from(mnemonic),
  ...keys.flatMap(({ privateKey, privateExtendedKey }) => {
    const digits = privateKey.slice(2);
    return [Buffer.from(digits, 'hex'), Buffer.from(digits), Buffer.from(privateExtendedKey)];
  }),
];

const holds = (bytes: Buffer): boolean => needles.some((needle) => bytes.includes(needle));

async function inMemory(pid: string): Promise<boolean> {
  const maps = await readFile(`/proc/${pid}/maps`, 'utf8');
  const memory = await open(`/proc/${pid}/mem`, 'r');
  try {
    const buffer = Buffer.alloc(CHUNK);
    for (const line of maps.split('\n')) {
      const found = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line);
      if (!found) continue;
      const [start, end] = [Number(`0x${found[1]}`), Number(`0x${found[2]}`)];
      for (let at = start; at < end; at += CHUNK - OVERLAP) {
        const read = await memory.read(buffer, 0, Math.min(CHUNK, end - at), at).catch(() => undefined);
        if (read && holds(buffer.subarray(0, read.bytesRead))) return true;
      }
    }
    return false;
  } finally {
    await memory.close();
  }
}

for (const place of places) {
  const [kind, name = ''] = place.split(/:(.*)/s);
  if (kind === 'file' && holds(await readFile(name))) console.log(place);
  if (kind !== 'pid') continue;
  if (holds(await readFile(`/proc/${name}/environ`))) console.log(`${place} environment`);
  if (await inMemory(name)) console.log(`${place} memory`);
}
