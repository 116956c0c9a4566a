import { loginIpWhiteList } from '@purser/contract/features/white-list';
import { isIpOrRange } from '@purser/contract/ip-range';
import { sql } from 'kysely';
import { exportFile } from '../../platform/export/export-file.ts';
import { list } from '../../platform/lists/list.ts';

/** The addresses from which a merchant's console may be used. */
export const whiteList = list(loginIpWhiteList, {
  from: 'login_ip_white',
  owner: 'merchant_id',
  key: 'entry_id',
  columns: { create_time: 'created_at' },
  filters: {
    // An address finds the network that holds it, and a network the addresses that it holds.
    ip: (value) => (isIpOrRange(value) ? sql`ip && ${value}::inet` : sql`starts_with(host(ip), ${value})`),
  },
});

export const whiteListFile = exportFile(loginIpWhiteList, {
  name: 'white-list',
  title: 'whiteList',
  columns: { create_time: 24, ip: 44, remark: 40 },
});
