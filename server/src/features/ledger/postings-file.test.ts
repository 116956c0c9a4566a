import type { OutputOf } from '@purser/contract/call';
import type { ledgerPostingQuery } from '@purser/contract/features/ledger';
import { expect, it } from 'vitest';
import { postingsFile } from './postings.ts';

type Posting = OutputOf<typeof ledgerPostingQuery>['list'][number];

const posting = (serial_number: string, moved: Posting['moved']): Posting => ({
  posting_id: `id of ${serial_number}`,
  posting_owner_id: 1,
  serial_number,
  transaction_type: 'issuance',
  moved,
  time: '2026-01-02T03:04:05.000Z',
});

it('a posting of several coins is a row of each in the file, with one number in a cell', async () => {
  const two = [
    { coin_name: 'USDP', amount: '10.00' },
    { coin_name: 'USDT', amount: '9.500000' },
  ];
  async function* portions() {
    yield [posting('EX1', two), posting('EX2', [{ coin_name: 'USDP', amount: '1.00' }]), posting('EX3', [])];
  }
  const { pieces } = postingsFile.write('csv', portions(), 'en');
  let text = '';
  for await (const piece of pieces) text += piece.toString();
  const cells = text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));
  expect(cells.map(([, serial, , coin, moved]) => [serial, coin, moved])).toEqual([
    ['EX1', 'USDP', '10.00'],
    ['EX1', 'USDT', '9.500000'],
    ['EX2', 'USDP', '1.00'],
    ['EX3', '', ''],
  ]);
});
