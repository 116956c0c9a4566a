import { type CoinCode, decimalsOf } from '@purser/contract/coin';
import { assetFlowQuery } from '@purser/contract/features/fund-flow';
import { formatAmount } from '@purser/contract/money';
import type { Queryable } from '@purser/ledger/accounts';
import type { Entry } from '@purser/ledger/entry';
import { countEntries, streamEntries } from '@purser/ledger/fund-flow';
import { entryFilterOf, entryPage } from '../../domain/entry-page.ts';
import { exportFile } from '../../platform/export/export-file.ts';
import { startExport } from '../../platform/export/start-export.ts';
import { type List, PORTION_ROWS, type WireRow } from '../../platform/lists/list.ts';
import { nameOfMerchant } from './queries.ts';

type FlowRow = WireRow<typeof assetFlowQuery>;

/** The merchant's ledger entries. The ledger reads them, by a plan of its own. */
export const flow: List<typeof assetFlowQuery> = {
  call: assetFlowQuery,
  page: (db, input, { ownerId }) =>
    db.scoped(ownerId, async (client) => {
      const name = await nameOfMerchant(client, ownerId);
      const { rows, ...rest } = await entryPage(client, entryFilterOf(ownerId, input), input);
      return { list: rows.map((entry) => rowOf(entry, name)), ...rest };
    }),
  all: (db, filters, { ownerId }) => {
    const filter = entryFilterOf(ownerId, filters);
    // The first portion decides which entries belong to the file; entries never change afterwards.
    async function* portions(source: Queryable): AsyncGenerator<readonly FlowRow[], void, undefined> {
      const name = await nameOfMerchant(source, ownerId);
      for await (const entries of streamEntries(source, { ...filter, chunk_size: PORTION_ROWS }))
        yield entries.map((entry) => rowOf(entry, name));
    }
    return startExport(db, ownerId, { count: (client) => countEntries(client, filter), portions });
  },
};

export const flowFile = exportFile(assetFlowQuery, {
  name: 'fund-flow',
  title: 'fundFlow',
  columns: {
    time: 24,
    serial_number: 20,
    transaction_type: 14,
    coin_name: 8,
    transaction_number: 18,
    charge: 14,
    available_before_number: 20,
    available_after_number: 20,
    frozen_before_number: 18,
    frozen_after_number: 18,
    pending_before_number: 18,
    pending_after_number: 18,
    merchant_id: 14,
    merchant_name: 28,
  },
});

function rowOf(entry: Entry, merchantName: string): FlowRow {
  const decimals = decimalsOf(entry.coin);
  return {
    serial_number: entry.serial_number,
    merchant_name: merchantName,
    merchant_id: entry.owner_id,
    coin_name: entry.coin as CoinCode,
    available_before_number: formatAmount(entry.available_before_minor, decimals),
    available_after_number: formatAmount(entry.available_after_minor, decimals),
    frozen_before_number: formatAmount(entry.frozen_before_minor, decimals),
    frozen_after_number: formatAmount(entry.frozen_after_minor, decimals),
    pending_before_number: formatAmount(entry.pending_before_minor, decimals),
    pending_after_number: formatAmount(entry.pending_after_minor, decimals),
    transaction_number: formatAmount(entry.change_minor, decimals),
    charge: formatAmount(entry.charge_minor, decimals),
    transaction_type: entry.type,
    time: entry.posted_at.toISOString(),
  };
}
