import { walletRecordQuery } from '@purser/contract/features/wallet';
import type { Entry } from '@purser/ledger/entry';
import { entryFilterOf, entryPage } from '../../domain/entry-page.ts';
import type { Coins } from '../../platform/database/coins.ts';
import type { List, WireRow } from '../../platform/lists/list.ts';
import { otherSides, type OtherSide } from './queries.ts';

/** The wallet user's ledger entries, of the balance and of reward funds. */
export const walletRecords: Pick<List<typeof walletRecordQuery>, 'call' | 'page'> = {
  call: walletRecordQuery,
  page: async (db, input, { ownerId }) => {
    const filter = { ...entryFilterOf(ownerId, input), purposes: ['main', 'reward'] };
    const { rows, ...rest } = await db.scoped(ownerId, (client) => entryPage(client, walletRecordQuery, filter, input));
    const sides = await otherSides(db, rows);
    await db.coins.know(rows.map(({ coin }) => coin));
    return { list: rows.map((entry) => recordOf(entry, sides.get(entry.serial_number), db.coins)), ...rest };
  },
};

function recordOf(entry: Entry, side: OtherSide | undefined, coins: Coins): WireRow<typeof walletRecordQuery> {
  return {
    serial_number: entry.serial_number,
    coin_name: entry.coin,
    transaction_type: entry.type,
    purpose: entry.purpose === 'reward' ? 'reward' : 'main',
    transaction_number: coins.format(entry.change_minor, entry.coin),
    available_change_number: coins.format(entry.available_after_minor - entry.available_before_minor, entry.coin),
    pending_change_number: coins.format(entry.pending_after_minor - entry.pending_before_minor, entry.coin),
    available_after_number: coins.format(entry.available_after_minor, entry.coin),
    merchant_name: side?.merchant_name ?? null,
    order_token: side?.order_token ?? null,
    description: side?.description ?? null,
    time: entry.posted_at.toISOString(),
  };
}
