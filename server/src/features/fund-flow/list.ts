import { assetFlowQuery } from '@purser/contract/features/fund-flow';
import type { Queryable } from '@purser/ledger/accounts';
import type { Entry } from '@purser/ledger/entry';
import { allEntries, entryFilterOf, entryPage } from '../../domain/entry-page.ts';
import { ownerName } from '../../domain/owners.ts';
import type { Coins } from '../../platform/database/coins.ts';
import { exportFile } from '../../platform/export/export-file.ts';
import type { List, WireRow } from '../../platform/lists/list.ts';

type FlowRow = WireRow<typeof assetFlowQuery>;

/** The merchant's ledger entries. The ledger reads them, by a plan of its own. */
export const flow: List<typeof assetFlowQuery> = {
  call: assetFlowQuery,
  page: (db, input, { ownerId }) =>
    db.scoped(ownerId, async (client) => {
      const { rows, ...rest } = await entryPage(client, assetFlowQuery, entryFilterOf(ownerId, input), input);
      return { list: await shown(client, rows, ownerId, db.coins), ...rest };
    }),
  all: (db, filters, { ownerId }) =>
    allEntries(db, ownerId, {
      filter: () => entryFilterOf(ownerId, filters),
      shown: (source, entries) => shown(source, entries, ownerId, db.coins),
    }),
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

async function shown(db: Queryable, entries: readonly Entry[], ownerId: number, coins: Coins): Promise<FlowRow[]> {
  const name = await ownerName(db, ownerId);
  await coins.know(
    entries.map(({ coin }) => coin),
    db,
  );
  return entries.map((entry) => rowOf(entry, name, coins));
}

function rowOf(entry: Entry, merchantName: string, coins: Coins): FlowRow {
  const money = (minor: bigint) => coins.format(minor, entry.coin);
  return {
    serial_number: entry.serial_number,
    merchant_name: merchantName,
    merchant_id: entry.owner_id,
    coin_name: entry.coin,
    available_before_number: money(entry.available_before_minor),
    available_after_number: money(entry.available_after_minor),
    frozen_before_number: money(entry.frozen_before_minor),
    frozen_after_number: money(entry.frozen_after_minor),
    pending_before_number: money(entry.pending_before_minor),
    pending_after_number: money(entry.pending_after_minor),
    transaction_number: money(entry.change_minor),
    charge: money(entry.charge_minor),
    transaction_type: entry.type,
    time: entry.posted_at.toISOString(),
  };
}
