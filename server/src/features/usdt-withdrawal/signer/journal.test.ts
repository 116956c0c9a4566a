import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
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
