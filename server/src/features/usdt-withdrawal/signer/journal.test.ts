import { type FileHandle, mkdtemp, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Journal } from './journal.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-journal-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const signed = (order: string) => ({
  at: Date.now(),
  network: 'ERC20',
  order,
  sender: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  nonce: 7n,
  txid: `0x${order.repeat(64)}`,
  amount: 8_000_000n,
});

it('is read again after a write that a full disk has cut off, with what was signed before and after it', async () => {
  const path = join(folder, 'journal.jsonl');
  const journal = await Journal.open(path);
  await journal.sign(signed('1'));
  const any = await open(path, 'r');
  const proto = Object.getPrototypeOf(any) as FileHandle;
  await any.close();
  const full = vi.spyOn(proto, 'appendFile').mockImplementationOnce(async function half(this: FileHandle, data) {
    await this.write(String(data).slice(0, 40));
    throw new Error('ENOSPC: no space left on device, write');
  });
  await expect(journal.sign(signed('2'))).rejects.toThrow('ENOSPC');
  full.mockRestore();
  expect(journal.signedFor('2')).toEqual([]);
  await journal.sign(signed('3'));
  await journal.close();
  const again = await Journal.open(path);
  expect(['1', '2', '3'].map((order) => again.signedFor(order).length)).toEqual([1, 0, 1]);
  await again.close();
});

it('writes nothing that it could not read again', async () => {
  const path = join(folder, 'unreadable.jsonl');
  const journal = await Journal.open(path);
  await expect(journal.sign({ ...signed('1'), raw: '0xNOHEX' })).rejects.toThrow();
  await journal.sign(signed('2'));
  await journal.close();
  const again = await Journal.open(path);
  expect([again.signedFor('1'), again.signedFor('2')]).toMatchObject([[], [{ order: '2' }]]);
  await again.close();
});

/** Payouts of one network, each with gas for an address, as the journal has them a line each. */
const linesAt = (at: number, count: number): string =>
  Array.from({ length: count }, (_, index) => {
    const { nonce: _nonce, amount: _amount, ...of } = { ...signed('1'), order: `7 WC${index}`, at };
    const fuelled = { kind: 'fuelled', at, network: 'ERC20', to: of.sender, coins: '5' };
    return `${JSON.stringify({ kind: 'signed', ...of, nonce: String(index), amount: '2' })}\n${JSON.stringify(fuelled)}\n`;
  }).join('');

it.each([
  ['years ago', Date.now() - 800 * 86_400_000, 0n],
  ['today', Date.now() - 7_200_000, 2n],
])('takes as long for each line to open, however many were written %s', async (_when, at, counted) => {
  const opened = async (count: number): Promise<number> => {
    const path = join(folder, `${count}.jsonl`);
    await writeFile(path, linesAt(at, count));
    const began = process.threadCpuUsage();
    const journal = await Journal.open(path);
    const { user, system } = process.threadCpuUsage(began);
    expect([journal.spent('ERC20').inADay, journal.fuelledInADay('ERC20')]).toEqual([
      counted * BigInt(count),
      (counted / 2n) * 5n * BigInt(count),
    ]);
    expect(journal.signedFor(`7 WC${count - 1}`)).toMatchObject([{ nonce: BigInt(count - 1), amount: 2n }]);
    await journal.close();
    return user + system;
  };
  await opened(5_000);
  const few = Math.min(await opened(5_000), await opened(5_000));
  // Ten times as many take some ten times as long; a hundred times where each line copies those before it.
  expect((await opened(50_000)) / few).toBeLessThan(35);
});

it('is opened and written on where it is longer than a string can be', async () => {
  const path = join(folder, 'long.jsonl');
  const whole = linesAt(Date.now(), 3);
  await writeFile(path, whole);
  // What a crash leaves of a line may be a hole of any length.
  await truncate(path, 2 ** 29 + 2 ** 20);
  const journal = await Journal.open(path);
  expect(journal.spent('ERC20').inADay).toBe(6n);
  expect((await stat(path)).size).toBe(whole.length);
  await journal.see(['0x2'], 5);
  await journal.close();
  expect(await readFile(path, 'utf8')).toBe(`${whole}${JSON.stringify({ kind: 'seen', at: 5, address: '0x2' })}\n`);
});

it('has what stands on the edges of the pieces in which it is read', async () => {
  const path = join(folder, 'pieces.jsonl');
  // Of several bytes each, so that some are cut by an edge.
  const addresses = Array.from({ length: 4_000 }, (_, index) => `${'đ€😀'.repeat(index % 17)}${index}`);
  const journal = await Journal.open(path);
  await journal.see(addresses, 5);
  await journal.close();
  const again = await Journal.open(path);
  expect(addresses.filter((address) => again.firstSeen(address) !== 5)).toEqual([]);
  await again.close();
});
