import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import { NETWORK_KINDS } from '@purser/contract/coin';
import { type blockedAddressAdd, blockedAddressQuery, type blockedAddressRemove } from '@purser/contract/features/payout';
import { chainAddress } from '../../domain/chain-address.ts';
import { staffName } from '../../domain/staff-name.ts';
import { confirmedWrite } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import { exportFile } from '../../platform/export/export-file.ts';
import { list } from '../../platform/lists/list.ts';
import type { Platform } from '../../platform/platform.ts';

type Blocked = OutputOf<typeof blockedAddressAdd>;

/** Which of the addresses, each in its one spelling, are on the block list. */
export async function blockedAmong(tx: Tx, addresses: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ address: string }>('select address from blocked_address where address = any ($1)', [[...addresses]]);
  return new Set(rows.map(({ address }) => address));
}

export const blockedAddresses = list(blockedAddressQuery, {
  from: 'blocked_address',
  owner: 'address',
  key: 'address',
  columns: { blocked_by: 'blocked_by_name', create_time: 'created_at' },
});

export const blockedAddressesFile = exportFile(blockedAddressQuery, {
  name: 'blocked-addresses',
  title: 'blockedAddresses',
  titles: { address: 'to_address' },
  columns: { create_time: 24, address: 48, reason: 40, blocked_by: 20 },
});

export function blockAddress(
  platform: Platform,
  input: ParsedInputOf<typeof blockedAddressAdd>,
  context: StaffContext,
): Promise<Blocked | Answer<Blocked>> {
  return confirmedWrite<Blocked>(platform, input, context, {
    whose: 'provider',
    act: async (tx) => {
      const address = spellingOf(input.address.trim());
      const { rows } = await tx.query<{ address: string; reason: string; blocked_by_name: string; created_at: Date }>(
        `insert into blocked_address (address, reason, blocked_by, blocked_by_name) values ($1, $2, $3, $4)
         on conflict (address) do nothing returning address, reason, blocked_by_name, created_at`,
        [address, input.reason, context.staffId, await staffName(tx, context.staffId)],
      );
      const [made] = rows;
      if (!made) throw refuse('address_blocked_already');
      return { address, reason: made.reason, blocked_by: made.blocked_by_name, create_time: made.created_at.toISOString() };
    },
    audit: ({ address, reason }) => ({ action: 'blocked_address.add', details: { address, reason } }),
  });
}

export function unblockAddress(
  platform: Platform,
  { address, reason, ...input }: ParsedInputOf<typeof blockedAddressRemove>,
  context: StaffContext,
): Promise<null | Answer<null>> {
  return confirmedWrite<null>(platform, input, context, {
    whose: 'provider',
    act: async (tx) => {
      const { rowCount } = await tx.query('delete from blocked_address where address = $1', [address]);
      if (rowCount !== 1) throw refuse('not_found');
      return null;
    },
    audit: () => ({ action: 'blocked_address.remove', details: { address, reason } }),
  });
}

/** An address of whatever kind of chain in its one spelling: their forms have nothing in common. */
function spellingOf(text: string): string {
  const [address] = NETWORK_KINDS.flatMap((kind) => chainAddress(kind, text) ?? []);
  if (address === undefined) throw refuse('address_malformed');
  return address;
}
