import { type CoinCode, decimalsOf } from '@purser/contract/coin';
import { walletRecordQuery } from '@purser/contract/features/wallet';
import { formatAmount } from '@purser/contract/money';
import type { Entry } from '@purser/ledger/entry';
import { entryFilterOf, entryPage } from '../../domain/entry-page.ts';
import type { List, WireRow } from '../../platform/lists/list.ts';
import { otherSides, type OtherSide } from './queries.ts';

/** The wallet user's ledger entries, of the balance and of reward funds. */
export const walletRecords: Pick<List<typeof walletRecordQuery>, 'call' | 'page'> = {
  call: walletRecordQuery,
  page: async (db, input, { ownerId }) => {
    const filter = { ...entryFilterOf(ownerId, input), purposes: ['main', 'reward'] };
    const { rows, ...rest } = await db.scoped(ownerId, (client) => entryPage(client, filter, input));
    const sides = await otherSides(db, rows);
    return { list: rows.map((entry) => recordOf(entry, sides.get(entry.serial_number))), ...rest };
  },
};

function recordOf(entry: Entry, side: OtherSide | undefined): WireRow<typeof walletRecordQuery> {
  const decimals = decimalsOf(entry.coin);
  return {
    serial_number: entry.serial_number,
    coin_name: entry.coin as CoinCode,
    transaction_type: entry.type,
    purpose: entry.purpose === 'reward' ? 'reward' : 'main',
    transaction_number: formatAmount(entry.change_minor, decimals),
    available_after_number: formatAmount(entry.available_after_minor, decimals),
    merchant_name: side?.merchant_name ?? null,
    order_token: side?.order_token ?? null,
    description: side?.description ?? null,
    time: entry.posted_at.toISOString(),
  };
}
