import { ledgerEntryQuery } from '@purser/contract/features/ledger';
import { isProvider, PROVIDER_OWNER_ID } from '@purser/ledger/account';
import type { Queryable } from '@purser/ledger/accounts';
import type { Entry } from '@purser/ledger/entry';
import { entryFilterOf, entryPage } from '../../domain/entry-page.ts';
import type { Coins } from '../../platform/database/coins.ts';
import { wrongField } from '../../platform/http/refusal.ts';
import type { List, WireRow } from '../../platform/lists/list.ts';

/** One owner's entries, by versions: deep pages and totals cost as much as the first page. */
export const entries: Pick<List<typeof ledgerEntryQuery>, 'call' | 'page'> = {
  call: ledgerEntryQuery,
  page: (db, input) => {
    const { owner_id = PROVIDER_OWNER_ID, purpose, transaction_type } = input;
    if (transaction_type !== undefined && isProvider(owner_id)) {
      const field = 'transaction_type';
      throw wrongField(field, 'not_of_provider');
    }
    return db.transaction('system', async (tx) => {
      const purposes = purpose === undefined ? await purposesOf(tx, owner_id) : [purpose];
      const { rows, ...rest } = await entryPage(tx, ledgerEntryQuery, { ...entryFilterOf(owner_id, input), purposes }, input);
      await db.coins.know(
        rows.map(({ coin }) => coin),
        tx,
      );
      return { list: rows.map((entry) => toWire(entry, db.coins)), ...rest };
    });
  },
};

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
