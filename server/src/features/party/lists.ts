import { partyMerchantQuery, partyUserQuery } from '@purser/contract/features/party';
import type { StaffRole } from '@purser/contract/staff';
import { sql } from 'kysely';
import { mustSeeRecipients, seesRecipients, shownRecipient } from '../../domain/shown-recipient.ts';
import { exportFile } from '../../platform/export/export-file.ts';
import { list } from '../../platform/lists/list.ts';

// The views of parties rather than their tables: on these a part of a name is found by an index (migration 0058).

export const merchants = list(partyMerchantQuery, {
  from: 'party_merchant',
  owner: 'merchant_id',
  key: 'merchant_id',
  columns: { set_up: ({ set_up_at }) => (set_up_at ? 'done' : 'pending'), login_time: 'login_at', create_time: 'created_at' },
  filters: {
    part: (part) => sql`search_text like search_pattern(${part})`,
    username: (username) => sql`username = lower(${username})`,
    set_up: (state) => (state === 'done' ? sql`set_up_at is not null` : sql`set_up_at is null`),
  },
});

export const merchantsFile = exportFile(partyMerchantQuery, {
  name: 'merchants',
  title: 'merchants',
  columns: {
    create_time: 24,
    merchant_id: 14,
    name: 28,
    username: 20,
    status: 14,
    authentication_status: 18,
    set_up: 16,
    markets: 20,
    login_time: 24,
    login_ip: 24,
  },
});

/** A part of a name may be one of tens of thousands of users'. */
const MOST_USERS_COUNTED = 500;

export const walletUsers = list(partyUserQuery, {
  from: 'party_user',
  owner: 'user_id',
  key: 'user_id',
  countedUpTo: MOST_USERS_COUNTED,
  countedInOrder: true,
  columns: {
    phone: ({ phone }, role: StaffRole | undefined) => phone && shownRecipient(phone, 'sms', role),
    email: ({ email }, role: StaffRole | undefined) => email && shownRecipient(email, 'mail', role),
    create_time: 'created_at',
    // Who has closed their account counts as suspended for whatever asks.
    status: ({ status, closed_at }) => (closed_at ? 'closed' : (status as 'normal' | 'suspended')),
    close_time: 'closed_at',
  },
  filters: {
    status: (status) => (status === 'closed' ? sql`closed_at is not null` : sql`status = ${status} and closed_at is null`),
    // Whoever sees an address in part only would find the rest of it by trying.
    part: (part, role) =>
      seesRecipients(role)
        ? sql`(search_name like search_pattern(${part}) or search_contact like search_pattern(${contactPart(part)}))`
        : sql`search_name like search_pattern(${part})`,
    username: (username) => sql`username = lower(${username})`,
    phone: (phone, role) => {
      mustSeeRecipients(role);
      return sql`phone = ${phone}`;
    },
    email: (email, role) => {
      mustSeeRecipients(role);
      return sql`lower(email) = lower(${email})`;
    },
  },
  beside: async (_db, _rows, { role }) => role,
});

export const walletUsersFile = exportFile(partyUserQuery, {
  name: 'wallet-users',
  title: 'walletUsers',
  titles: { nick: 'user_nick' },
  columns: {
    create_time: 24,
    user_id: 14,
    nick: 20,
    username: 20,
    status: 14,
    phone: 20,
    email: 28,
    kind: 12,
    authentication_status: 18,
    markets: 20,
    close_time: 24,
  },
});

/** A phone number as it is kept, without the spaces, brackets and the leading zero that people write. */
function contactPart(part: string): string {
  if (!/^[\d\s()+.-]*\d[\d\s()+.-]*$/.test(part)) return part;
  return part.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '');
}
