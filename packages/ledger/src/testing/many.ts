import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import { mainAccount, providerAccount } from '../account.ts';
import { openAccounts } from '../accounts.ts';
import { contentMac } from '../content-mac.ts';
import { planIssuance } from '../posting.ts';
import { byteaArray, textArray, uuidArray } from '../sql-array.ts';

const AT_A_TIME = 20_000;
/** Beside whatever else a test's ledger holds. */
const COIN = 'USDT';
const MERCHANT = 10_000_077;

/**
 * Writes issuances of one unit each to a merchant with no other entries, as postBatch would have left them, many times as fast: postings with
 * their MACs, two entries each, and the accounts. By the tables' owner, to a ledger that holds none of this coin.
 */
export async function writeIssuances(
  owner: pg.ClientBase,
  key: Buffer | KeyObject,
  count: number,
  serialNumber: (n: number) => string,
): Promise<void> {
  const [from, to] = [providerAccount(COIN, 'issuance'), mainAccount(MERCHANT, COIN)];
  await openAccounts(owner, [{ ...from, unbounded: true }, to]);
  for (let done = 0; done < count; done += AT_A_TIME) {
    const numbers = Array.from({ length: Math.min(AT_A_TIME, count - done) }, (_, i) => done + i + 1);
    const ids = numbers.map((n) => `${n.toString(16).padStart(8, '0')}-0000-7000-8000-000000000000`);
    const serials = numbers.map(serialNumber);
    const macs = ids.map((posting_id, i) =>
      contentMac(key, planIssuance({ owner_id: MERCHANT, posting_id, serial_number: serials[i] ?? '', to, amount_minor: 1n })),
    );
    await owner.query(
      `with n as materialized (
         select * from unnest($1::uuid[], $2::text[], $3::bytea[]) with ordinality as n(posting_id, serial_number, content_mac, place)
       ), posting as (
         insert into ledger.posting (owner_id, posted_at, posting_id, type, serial_number, note, content_mac)
         select ${MERCHANT}, '2026-01-01', posting_id, 'issuance', serial_number, null, content_mac from n
       )
       insert into ledger.entry (owner_id, version, type_version, posting_owner_id, counterparty, available_before, available_after,
         frozen_before, frozen_after, pending_before, pending_after, charge, posted_at, posting_id, coin, purpose, type, serial_number,
         begins_run)
       select side.owner_id, $4::bigint + place, side.first_type_version + place, ${MERCHANT}, side.counterparty,
         side.sign * ($4::bigint + place - 1), side.sign * ($4::bigint + place), 0, 0, 0, 0, 0, '2026-01-01', posting_id, '${COIN}', side.purpose, 'issuance', serial_number,
         side.first_type_version + place = 1 is true
       from n cross join (values (1, null, ${MERCHANT}, -1, 'issuance'), (${MERCHANT}, $4::bigint, null, 1, 'main'))
         as side(owner_id, first_type_version, counterparty, sign, purpose)`,
      [uuidArray(ids), textArray(serials), byteaArray(macs), done],
    );
  }
  await owner.query(
    `update ledger.account set version = $1::bigint, available = $1::bigint * (case owner_id when 1 then -1 else 1 end), last_posted_at = '2026-01-01',
       last_type = 'issuance', last_type_version = case owner_id when 1 then null else $1::bigint end
     where coin = '${COIN}' and (owner_id, purpose) in ((1, 'issuance'), (${MERCHANT}, 'main'))`,
    [count],
  );
}
