import { loginLogList } from '@purser/contract/features/login-record';
import { isIpOrRange } from '@purser/contract/ip-range';
import { sql } from 'kysely';
import { exportFile } from '../../platform/export/export-file.ts';
import { list } from '../../platform/lists/list.ts';
import { deviceOf } from '../../domain/device.ts';

/** The logins of a merchant, of a team those of the member who asks, and those that were refused. */
export const loginRecords = list<typeof loginLogList, 'login_record', ReadonlySet<string>>(loginLogList, {
  from: 'login_record',
  owner: 'merchant_id',
  member: 'member_id',
  key: 'record_id',
  keyed: 'uuidv7',
  columns: {
    device: ({ user_agent }) => deviceOf(user_agent),
    is_open: ({ record_id }, open) => open.has(record_id),
  },
  filters: {
    // An address finds the network that it is of, and a network the addresses that are its own.
    ip: (value) => (isIpOrRange(value) ? sql`ip && ${value}::inet` : sql`starts_with(host(ip), ${value})`),
  },
  // Which of the sessions that they opened go on.
  beside: async (db, rows, { ownerId }) => {
    const open = await db.query<{ session_id: string }>(
      `select session_id from session, sign_in_policy
       where owner_id = $1 and session_id = any($2::uuid[]) and expires_at > now()
         and created_at > now() - make_interval(mins => merchant_absolute_min) and last_seen_at > now() - make_interval(mins => merchant_idle_min)`,
      [ownerId, rows.map(({ record_id }) => record_id)],
    );
    return new Set(open.rows.map(({ session_id }) => session_id));
  },
});

export const loginRecordsFile = exportFile(loginLogList, {
  name: 'login-records',
  title: 'loginRecords',
  titles: { create_time: 'time' },
  columns: { create_time: 24, ip: 24, outcome: 24, way: 26, device: 28, attempts: 10, last_time: 24, user_agent: 60 },
});
