import type { LoginOutcome, LOGIN_WAYS } from '@purser/contract/features/login-record';
import { FIRST_MEMBER } from '@purser/contract/member';
import { uuidv7 } from 'uuidv7';
import type { Database } from '../platform/database/database.ts';
import type { Tx } from '../platform/database/tx.ts';
import { addressHolder } from '../platform/http/client-address.ts';
import type { MerchantLogin } from '../platform/security/member-login.ts';
import { LONGEST_USER_AGENT } from '../platform/security/sessions.ts';
import { announce } from '../platform/streams/hub.ts';

/** Refused addresses of a merchant that have records of their own within a day; those beyond are counted together, hour by hour. */
const MOST_REFUSED_ADDRESSES_A_DAY = 100;

/** The hour, and in its microseconds which member of the team: none of the merchant's own login. */
const COUNTED_IN = `date_trunc('hour', now()) + ($4::int - ${FIRST_MEMBER}) * interval '1 microsecond'`;

/** Who tries to log in, and from where. */
interface Attempt extends MerchantLogin {
  readonly ip: string;
  readonly userAgent: string;
}

interface Login extends Attempt {
  /** UUIDv7. Of the session that the login opens, and of its record. */
  readonly sessionId: string;
  readonly way: (typeof LOGIN_WAYS)[number];
}

/** Writes a login down, in the transaction that lets the merchant in. */
export async function recordLogin(tx: Tx, { merchantId, memberId, sessionId, way, ip, userAgent }: Login): Promise<void> {
  await tx
    .insertInto('login_record')
    .values({
      merchant_id: BigInt(merchantId),
      member_id: memberId,
      record_id: sessionId,
      outcome: 'logged_in',
      way,
      ip,
      user_agent: userAgent.slice(0, LONGEST_USER_AGENT),
    })
    .execute();
  await announce(tx, { merchants: [[merchantId, ['login_records']]] });
}

/**
 * Writes a refused login down: alike ones of a login and an address within an hour are one record that counts them. That they are of one login
 * stands in the microseconds of the hour, as the index that finds them knows nothing of teams. Many at once may make a few records
 * more than a day has of a merchant.
 */
export async function recordRefusedLogin(
  db: Database,
  { merchantId, memberId, outcome, ip, userAgent }: Attempt & { readonly outcome: Exclude<LoginOutcome, 'logged_in'> },
): Promise<void> {
  // Not of the owner's own connections: those may all be held by requests that wait for this.
  await db.systemTransaction(async (tx) => {
    const { rows } = await tx.query<{ ip: string | null; counted_in: string }>(
      `select counted_in::text, case
         when (select count(*) from (
           select from login_record
           where merchant_id = $1 and login_record.counted_in > now() - interval '1 day' limit ${MOST_REFUSED_ADDRESSES_A_DAY}
         ) as of_the_day) < ${MOST_REFUSED_ADDRESSES_A_DAY}
           or exists (select from login_record where merchant_id = $1 and login_record.counted_in = hour.counted_in and outcome = $2 and ip = $3::inet)
         then $3 end as ip
       from (select ${COUNTED_IN} as counted_in) as hour`,
      [merchantId, outcome, addressHolder(ip), memberId],
    );
    await tx.query(
      `insert into login_record (merchant_id, record_id, outcome, ip, user_agent, counted_in, member_id) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (merchant_id, counted_in, outcome, ip) where counted_in is not null
       do update set attempts = login_record.attempts + 1, last_time = excluded.last_time, user_agent = excluded.user_agent`,
      [merchantId, uuidv7(), outcome, rows[0]?.ip, userAgent.slice(0, LONGEST_USER_AGENT), rows[0]?.counted_in, memberId],
    );
    await announce(tx, { merchants: [[merchantId, ['login_records']]] });
  });
}
