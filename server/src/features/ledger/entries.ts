import { ledgerEntryQuery } from '@purser/contract/features/ledger';
import { isProvider, PROVIDER_OWNER_ID } from '@purser/ledger/account';
import type { Queryable } from '@purser/ledger/accounts';
import type { Entry } from '@purser/ledger/entry';
import type { EntryFilter } from '@purser/ledger/entry-ranges';
import { allEntries, entryFilterOf, entryPage } from '../../domain/entry-page.ts';
import type { Coins } from '../../platform/database/coins.ts';
import { exportFile } from '../../platform/export/export-file.ts';
import { wrongField } from '../../platform/http/refusal.ts';
import type { Filters, List, WireRow } from '../../platform/lists/list.ts';

/** One owner's entries, by versions: deep pages and totals cost as much as the first page. */
export const entries: List<typeof ledgerEntryQuery> = {
  call: ledgerEntryQuery,
  page: (db, input) => {
    const ownerId = ownerOf(input);
    return db.transaction('system', async (tx) => {
      const { rows, ...rest } = await entryPage(tx, ledgerEntryQuery, await filterOf(tx, ownerId, input), input);
      return { list: await shown(tx, rows, db.coins), ...rest };
    });
  },
  all: async (db, filters) => {
    const ownerId = ownerOf(filters);
    return allEntries(db, 'system', {
      filter: (source) => filterOf(source, ownerId, filters),
      shown: (source, rows) => shown(source, rows, db.coins),
    });
  },
};

export const entriesFile = exportFile(ledgerEntryQuery, {
  name: 'ledger-entries',
  title: 'ledgerEntries',
  titles: { owner_id: 'owner_number' },
  columns: {
    time: 24,
    serial_number: 20,
    transaction_type: 20,
    owner_id: 14,
    purpose: 16,
    coin_name: 8,
    transaction_number: 18,
    charge: 14,
    available_before_number: 20,
    available_after_number: 20,
    frozen_before_number: 18,
    frozen_after_number: 18,
    pending_before_number: 18,
    pending_after_number: 18,
    counterparty: 14,
    version: 12,
    posting_id: 40,
    posting_owner_id: 14,
  },
});

/** Whose entries are asked for: the provider's first, unless said otherwise. The provider's are not numbered by type. */
function ownerOf({ owner_id = PROVIDER_OWNER_ID, transaction_type }: Filters<typeof ledgerEntryQuery>): number {
  const field = 'transaction_type';
  if (transaction_type !== undefined && isProvider(owner_id)) throw wrongField(field, 'not_of_provider');
  return owner_id;
}

async function filterOf(db: Queryable, ownerId: number, filters: Filters<typeof ledgerEntryQuery>): Promise<EntryFilter> {
  const { purpose } = filters;
  const purposes = purpose === undefined ? await purposesOf(db, ownerId) : [purpose];
  return { ...entryFilterOf(ownerId, filters), purposes };
}

async function shown(db: Queryable, rows: readonly Entry[], coins: Coins): Promise<Row[]> {
  await coins.know(
    rows.map(({ coin }) => coin),
    db,
  );
  return rows.map((entry) => toWire(entry, coins));
}

async function purposesOf(db: Queryable, ownerId: number): Promise<string[]> {
  const { rows } = await db.query<{ purpose: string }>('select distinct purpose::text from ledger.account where owner_id = $1', [ownerId]);
  return rows.map(({ purpose }) => purpose);
}

type Row = WireRow<typeof ledgerEntryQuery>;
/** What is said of an entry wherever it is shown. */
type Change = Omit<Row, 'posting_id' | 'posting_owner_id' | 'owner_id' | 'serial_number' | 'transaction_type' | 'time'>;

function toWire(entry: Entry, coins: Coins): Row {
  return {
    posting_id: entry.posting_id,
    posting_owner_id: entry.posting_owner_id,
    owner_id: entry.owner_id,
    serial_number: entry.serial_number,
    transaction_type: entry.type,
    ...changeOf(entry, coins),
    time: entry.posted_at.toISOString(),
  };
}

export function changeOf(entry: Entry, coins: Coins): Change {
  const money = (minor: bigint) => coins.format(minor, entry.coin);
  return {
    coin_name: entry.coin,
    purpose: entry.purpose,
    available_before_number: money(entry.available_before_minor),
    available_after_number: money(entry.available_after_minor),
    frozen_before_number: money(entry.frozen_before_minor),
    frozen_after_number: money(entry.frozen_after_minor),
    pending_before_number: money(entry.pending_before_minor),
    pending_after_number: money(entry.pending_after_minor),
    transaction_number: money(entry.change_minor),
    charge: money(entry.charge_minor),
    counterparty: entry.counterparty,
    version: Number(entry.version),
  };
}
