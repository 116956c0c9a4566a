import { walletCommissionQuery } from '@purser/contract/features/referral';
import { formatRate } from '@purser/contract/money';
import { SHOWN_COMMISSION_STATES } from '@purser/contract/referral';
import { list, type List, type WireRow } from '../../platform/lists/list.ts';
import type { Platform } from '../../platform/platform.ts';

/** What orders of referred users have earned an agent. Of these users it tells the first character of their names, which are read beside it. */
export function commissions({ db }: Pick<Platform, 'db'>): List<typeof walletCommissionQuery> {
  return list(walletCommissionQuery, {
    from: 'commission',
    owner: 'owner_id',
    only: { state: SHOWN_COMMISSION_STATES },
    key: 'serial_number',
    columns: {
      masked_nick: ({ user_id }, nicks: ReadonlyMap<bigint, string>) => masked(nicks.get(user_id) ?? ''),
      coin_name: 'coin',
      commission_rate: ({ share_bp }) => formatRate(share_bp),
      state: ({ state }) => state as WireRow<typeof walletCommissionQuery>['state'],
    },
    beside: async (_scoped, rows): Promise<ReadonlyMap<bigint, string>> => {
      // Theirs to see in part, though not within their scope.
      const { rows: users } = await db.system.query<{ user_id: bigint; nick: string }>(
        'select user_id, nick from wallet_user where user_id = any ($1::bigint[])',
        [[...new Set(rows.map(({ user_id }) => user_id))]],
      );
      return new Map(users.map(({ user_id, nick }) => [user_id, nick]));
    },
  });
}

const SEGMENTS = new Intl.Segmenter();

/** The first character as people count them; empty where there is no name. */
export function masked(nick: string): string {
  const [first] = SEGMENTS.segment(nick);
  return first === undefined ? '' : `${first.segment}•••`;
}
