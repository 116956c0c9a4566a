import { type FileHandle, open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import type { Hex } from 'ox/Hex';
import { z } from 'zod';

/**
 * The signer's own memory, a file of one JSON line for each thing it has seen or signed, only ever added to: when it first saw an address, and what it
 * signed for which order. It is on the disk before the database hears of a signature, so that a database that was changed or put back cannot make the
 * signer forget.
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The file is read in pieces of so many bytes: all of it may be more than a string holds. */
const PIECE_BYTES = 65_536;

const line = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('seen'), at: z.number(), address: z.string() }),
  z.strictObject({
    kind: z.literal('signed'),
    at: z.number(),
    network: z.string(),
    order: z.string(),
    sender: z.string(),
    nonce: z.string(),
    txid: z.string(),
    amount: z.string(),
    raw: z
      .string()
      .regex(/^0x[0-9a-f]+$/)
      .optional(),
  }),
  z.strictObject({
    kind: z.literal('cancelled'),
    at: z.number(),
    network: z.string(),
    order: z.string(),
    sender: z.string(),
    nonce: z.string(),
    txid: z.string(),
  }),
  z.strictObject({ kind: z.literal('fuelled'), at: z.number(), network: z.string(), to: z.string(), coins: z.string() }),
]);
type Line = z.output<typeof line>;

/** A transaction that was signed for an order; `at` by this machine's clock, in milliseconds. */
export interface SignedLine {
  readonly at: number;
  readonly network: string;
  readonly order: string;
  readonly sender: string;
  readonly nonce: bigint;
  readonly txid: string;
  /** In minor units of USDT. */
  readonly amount: bigint;
  /** The transaction itself, as it is kept and sent from here where the database has lost it; journals of earlier releases have it of TRON alone. */
  readonly raw?: Hex | undefined;
}

/** A cancellation of what was signed for an order. */
export type CancelledLine = Omit<SignedLine, 'amount' | 'raw'>;

export class Journal {
  readonly #file: FileHandle;
  /** The last line may be cut off: a write has failed. */
  #isCut = false;
  /** Lines are written one after the other. */
  #writing: Promise<void> = Promise.resolve();
  readonly #seen = new Map<string, number>();
  readonly #byOrder = new Map<string, SignedLine[]>();
  /** The last day's, by network: one for each nonce. */
  readonly #recent = new Map<string, SignedLine[]>();

  /** The names of cancellations that were signed. */
  readonly #cancelled = new Set<string>();
  /** The last day's gas for deposit addresses, by network. */
  readonly #fuelled = new Map<string, { readonly at: number; readonly coins: bigint }[]>();

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Opens the journal, an empty one where there is none. A last line that was cut off by a crash is left out; any other that is none throws. */
  static async open(path: string): Promise<Journal> {
    const file = await open(path, 'a+', 0o600);
    try {
      const journal = new Journal(file);
      let number = 0;
      for await (const one of linesOf(file, await journal.#cutToLines())) {
        number += 1;
        if (one === '') continue;
        const parsed = line.safeParse(JSON.parse(one));
        if (!parsed.success) throw new Error(`${path}: line ${number} is none of the journal's`);
        journal.#keep(parsed.data);
      }
      return journal;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** When the address was first seen, in milliseconds; undefined: never. */
  firstSeen(address: string): number | undefined {
    return this.#seen.get(address);
  }

  /** Notes addresses that were not seen before. */
  async see(addresses: readonly string[], at = Date.now()): Promise<void> {
    const fresh = [...new Set(addresses)].filter((address) => !this.#seen.has(address));
    await this.#write(fresh.map((address) => ({ kind: 'seen', at, address })));
  }

  /** Notes a signature, before anybody but this process has it. */
  sign({ at, network, order, sender, nonce, txid, amount, raw }: SignedLine): Promise<void> {
    return this.#write([{ kind: 'signed', at, network, order, sender, nonce: String(nonce), txid, amount: String(amount), raw }]);
  }

  /** Notes a cancellation, before anybody but this process has it. */
  cancel({ at, network, order, sender, nonce, txid }: CancelledLine): Promise<void> {
    return this.#write([{ kind: 'cancelled', at, network, order, sender, nonce: String(nonce), txid }]);
  }

  /** Everything that was signed by a sender to pay orders within so many milliseconds, oldest first. */
  signedBy(network: string, sender: string, withinMs: number): SignedLine[] {
    const since = Date.now() - withinMs;
    return [...this.#byOrder.values()].flat().filter((one) => one.network === network && one.sender === sender && one.at >= since);
  }

  /** Whether a cancellation was signed here. */
  hasCancelled(txid: string): boolean {
    return this.#cancelled.has(txid);
  }

  /** Everything that was signed to pay an order, oldest first. */
  signedFor(order: string): readonly SignedLine[] {
    return this.#byOrder.get(order) ?? [];
  }

  /** What was signed on a network in the last hour and day; attempts of one nonce count once. */
  spent(network: string, now = Date.now()): { readonly inAnHour: bigint; readonly inADay: bigint } {
    const recent = (this.#recent.get(network) ?? []).filter(({ at }) => at > now - DAY_MS);
    this.#recent.set(network, recent);
    const sum = (since: number) => recent.reduce((total, one) => (one.at > since ? total + one.amount : total), 0n);
    return { inAnHour: sum(now - HOUR_MS), inADay: sum(now - DAY_MS) };
  }

  /** Notes gas that is given to a deposit address, before anybody but this process has the transaction; in the smallest unit of the network's coin. */
  fuel(network: string, to: string, coins: bigint, at = Date.now()): Promise<void> {
    return this.#write([{ kind: 'fuelled', at, network, to, coins: String(coins) }]);
  }

  /** What was given so in the last day. */
  fuelledInADay(network: string, now = Date.now()): bigint {
    const recent = (this.#fuelled.get(network) ?? []).filter(({ at }) => at > now - DAY_MS);
    this.#fuelled.set(network, recent);
    return recent.reduce((total, { coins }) => total + coins, 0n);
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  #write(lines: readonly Line[]): Promise<void> {
    if (lines.length === 0) return Promise.resolve();
    const written = this.#writing.then(() => this.#append(lines));
    this.#writing = written.catch(() => undefined);
    return written;
  }

  /** Takes away a last line that was cut off, and nothing else; gives the length of the lines before it, in bytes. */
  async #cutToLines(): Promise<number> {
    const { size } = await this.#file.stat();
    const length = await endOfLines(this.#file, size);
    if (length < size) await this.#file.truncate(length);
    return length;
  }

  /** What a full disk has cut off is taken away before anything more is written, or the next line would be part of it. */
  async #append(lines: readonly Line[]): Promise<void> {
    // What could not be read again is not written: the signer would not start any more.
    const text = lines.map((one) => `${JSON.stringify(line.parse(one))}\n`).join('');
    if (this.#isCut) await this.#cutToLines();
    this.#isCut = true;
    await this.#file.appendFile(text);
    await this.#file.datasync();
    this.#isCut = false;
    for (const one of lines) this.#keep(one);
  }

  #keep(one: Line): void {
    if (one.kind === 'seen') {
      if (!this.#seen.has(one.address)) this.#seen.set(one.address, one.at);
      return;
    }
    if (one.kind === 'cancelled') {
      this.#cancelled.add(one.txid);
      return;
    }
    if (one.kind === 'fuelled') {
      noteRecent(this.#fuelled, one.network, { at: one.at, coins: BigInt(one.coins) });
      return;
    }
    const { at, network, order, sender, txid } = one;
    const signed = {
      at,
      network,
      order,
      sender,
      nonce: BigInt(one.nonce),
      txid,
      amount: BigInt(one.amount),
      raw: one.raw as Hex | undefined,
    };
    const before = this.#byOrder.get(order) ?? [];
    this.#byOrder.set(order, [...before, signed]);
    const replaces = before.some((other) => other.network === network && other.sender === sender && other.nonce === signed.nonce);
    if (!replaces) noteRecent(this.#recent, network, signed);
  }
}

/** Notes something that counts for a day; what is older than that when it is read again does not count any more. */
function noteRecent<Noted extends { readonly at: number }>(recent: Map<string, Noted[]>, network: string, noted: Noted): void {
  if (noted.at <= Date.now() - DAY_MS) return;
  const known = recent.get(network);
  if (known) known.push(noted);
  else recent.set(network, [noted]);
}

/** Where the last whole line of a file of so many bytes ends. */
async function endOfLines(file: FileHandle, size: number): Promise<number> {
  const piece = Buffer.alloc(PIECE_BYTES);
  for (let end = size; end > 0;) {
    const start = Math.max(0, end - PIECE_BYTES);
    await readWhole(file, piece.subarray(0, end - start), start);
    const last = piece.subarray(0, end - start).lastIndexOf('\n');
    if (last >= 0) return start + last + 1;
    end = start;
  }
  return 0;
}

/** The lines of a file's first bytes, one after the other: a piece of it at a time is in memory. */
async function* linesOf(file: FileHandle, length: number): AsyncGenerator<string> {
  const [piece, decoder] = [Buffer.alloc(PIECE_BYTES), new StringDecoder('utf8')];
  let rest = '';
  for (let start = 0; start < length; start += PIECE_BYTES) {
    const read = piece.subarray(0, Math.min(PIECE_BYTES, length - start));
    await readWhole(file, read, start);
    const lines = `${rest}${decoder.write(read)}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/** Fills a piece from a place of the file: what was left out would be forgotten. */
async function readWhole(file: FileHandle, piece: Buffer, start: number): Promise<void> {
  for (let done = 0; done < piece.length;) {
    const { bytesRead } = await file.read(piece, done, piece.length - done, start + done);
    if (bytesRead === 0) throw new Error('the journal has become shorter while it was read');
    done += bytesRead;
  }
}
