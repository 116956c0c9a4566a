import type { TransactionType } from '@purser/contract/features/fund-flow';
import type { ListCall } from '@purser/contract/list-call';
import type { Queryable } from '@purser/ledger/accounts';
import type { Entry } from '@purser/ledger/entry';
import type { EntryFilter, EntryPosition } from '@purser/ledger/entry-ranges';
import { countEntries, queryEntries, streamEntries } from '@purser/ledger/fund-flow';
import type { Database } from '../platform/database/database.ts';
import type { Scope } from '../platform/database/scope.ts';
import { type ExportRows, startExport } from '../platform/export/start-export.ts';
import { cursorOf, type PageInput, windowOf } from '../platform/lists/page.ts';
import { PORTION_ROWS } from '../platform/lists/portions.ts';

/** What lists of entries are narrowed by, as the contract names it. */
interface WireFilters {
  readonly coin_name?: string | undefined;
  readonly transaction_type?: TransactionType | undefined;
  readonly serial_number?: string | undefined;
  readonly time_from?: string | undefined;
  readonly time_to?: string | undefined;
}

export function entryFilterOf(
  ownerId: number,
  { coin_name, transaction_type, serial_number, time_from, time_to }: WireFilters,
): EntryFilter {
  return {
    owner_id: ownerId,
    coins: coin_name === undefined ? undefined : [coin_name],
    type: transaction_type,
    serial_number,
    time_from: time_from === undefined ? undefined : new Date(time_from),
    time_to: time_to === undefined ? undefined : new Date(time_to),
  };
}

interface EntriesOfPage {
  readonly rows: readonly Entry[];
  readonly total: number;
  readonly total_is_exact: true;
  readonly next_cursor: string | null;
}

/** A page of an owner's ledger entries, by time. The ledger finds places and totals by versions, so nothing is counted or walked over. */
export async function entryPage(
  db: Queryable,
  call: Pick<ListCall, 'path'>,
  filter: EntryFilter,
  input: PageInput,
): Promise<EntriesOfPage> {
  // Entries are numbered for each owner and, under a type, apart; those of one serial number are looked for among themselves.
  const { owner_id, type = '', serial_number = '' } = filter;
  const window = windowOf(call, input, `time ${owner_id} ${type} ${serial_number}`, ['natural', 'text', 'text', 'natural']);
  const { rows, total, next } = await queryEntries(db, {
    ...filter,
    order: window.direction,
    after: window.after && positionOf(window.after),
    skip: window.offset,
    page_size: input.page_size,
  });
  return { rows, total, total_is_exact: true, next_cursor: next && cursorOf(window, partsOf(next)) };
}

interface EntriesOfFile<Row> {
  readonly filter: (db: Queryable) => EntryFilter | Promise<EntryFilter>;
  /** A portion's rows, as the file shows them. */
  readonly shown: (db: Queryable, entries: readonly Entry[]) => Promise<readonly Row[]>;
}

/** All entries that a filter finds, for a file. Refuses with export_too_large. */
export function allEntries<Row>(db: Database, scope: Scope, { filter, shown }: EntriesOfFile<Row>): Promise<ExportRows<Row>> {
  // The first portion decides which entries belong to the file; entries never change afterwards.
  async function* portions(source: Queryable): AsyncGenerator<readonly Row[], void, undefined> {
    for await (const entries of streamEntries(source, { ...(await filter(source)), chunk_size: PORTION_ROWS })) {
      yield await shown(source, entries);
    }
  }
  return startExport(db, scope, { count: async (source) => countEntries(source, await filter(source)), portions });
}

function partsOf({ posted_at_us, coin, purpose, place }: EntryPosition): readonly string[] {
  return [String(posted_at_us), coin, purpose, String(place)];
}

function positionOf([posted_at_us = '0', coin = '', purpose = '', place = '0']: readonly string[]): EntryPosition {
  return { posted_at_us: BigInt(posted_at_us), coin, purpose, place: BigInt(place) };
}
