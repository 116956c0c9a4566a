import { FIRST_MEMBER } from '@purser/contract/member';
import { addressHolder } from '../http/client-address.ts';
import type { Subjects, ThrottleRule } from './throttle.ts';
import type { Tx } from '../database/tx.ts';

const QUARTER_HOUR_S = 15 * 60;
const DAY_S = 24 * 3600;
/** One address guessing at one account. */
const PAIR: ThrottleRule = { scope: 'sign-in:account-address', most: 'policy', rememberedS: QUARTER_HOUR_S };
/** One address guessing at many accounts. */
const ADDRESS: ThrottleRule = { scope: 'sign-in:address', most: 50, rememberedS: QUARTER_HOUR_S, window: true };
/** Many addresses guessing at one account. */
const ACCOUNT: ThrottleRule = { scope: 'sign-in:account', most: 50, rememberedS: QUARTER_HOUR_S };
/**
 * Where an account has signed in before its owner may slip, or share the address with somebody who guesses: after a few failures
 * each further one costs half a minute, and nothing that others do elsewhere holds them up.
 */
const KNOWN: ThrottleRule = { scope: 'sign-in:known', most: 'policy', rememberedS: QUARTER_HOUR_S, waitS: 30 };

/** Wrong codes after the right password: what is guessed at has six digits, so the wait doubles. */
const CODE = { most: 'policy', rememberedS: 2 * DAY_S, waitS: 60, longestWaitS: DAY_S } as const;
const CODE_OF_STRANGER: ThrottleRule = { scope: 'code:stranger', ...CODE };
const CODE_AT_KNOWN: ThrottleRule = { scope: 'code:known', ...CODE };
/** Wrong codes within a session, for what must be confirmed. */
export const CODE_OF_ACT: ThrottleRule = { scope: 'code:act', ...CODE };
/** Wrong login passwords within a wallet's session, which somebody else may have found open. */
export const PASSWORD_OF_ACT: ThrottleRule = { scope: 'wallet-proof', most: 5, rememberedS: QUARTER_HOUR_S };

/** An account, whatever name it was asked by; a name that nobody has is counted like one that somebody has. */
interface SigningIn {
  readonly account: string;
  readonly ip: string;
  /** The account has signed in from there before. */
  readonly known: boolean;
}

/** Whose failures a sign-in counts among, from the moment it begins. */
export function signInSubjects({ account, ip, known }: SigningIn): Subjects {
  const holder = addressHolder(ip);
  const pair = `${account} ${holder}`;
  if (known) return [[KNOWN, pair]];
  return [
    [PAIR, pair],
    [ADDRESS, holder],
    [ACCOUNT, account],
  ];
}

/** The failures that a right sign-in makes up for: those of this address at this account. */
export function madeUpFor(subjects: Subjects): Subjects {
  return subjects.filter(([rule]) => rule === PAIR || rule === KNOWN);
}

/** A counter of the second factor's own. A stranger who has the password does not lock the owner out where they are known. */
export function codeSubjects({ account, known }: Pick<SigningIn, 'account' | 'known'>): Subjects {
  return [[known ? CODE_AT_KNOWN : CODE_OF_STRANGER, account]];
}

const MOST_KNOWN_ADDRESSES = 50;

/** Whether an account has signed in before, from anywhere that is remembered. */
export async function hasSignedIn(tx: Tx, ownerId: number): Promise<boolean> {
  return (await tx.query('select from known_address where owner_id = $1 limit 1', [ownerId])).rowCount === 1;
}

/** Notes that an account, or a member of its team, signed in from an address, and answers whether that is new to the account; of it the newest ones are kept. */
export async function noteKnownAddress(tx: Tx, ownerId: number, ip: string, memberId = FIRST_MEMBER): Promise<boolean> {
  const { rows } = await tx.query<{ is_new: boolean }>(
    `insert into known_address (owner_id, ip, members) values ($1, $2::inet, array[$3::int])
     on conflict (owner_id, ip) do update set last_login_at = excluded.last_login_at,
       members = case when $3 = any (known_address.members) then known_address.members else known_address.members || $3 end
     returning xmax = 0 as is_new`,
    [ownerId, addressHolder(ip), memberId],
  );
  await tx.query(
    `delete from known_address where owner_id = $1 and ip in (
       select ip from known_address where owner_id = $1 order by last_login_at desc offset ${MOST_KNOWN_ADDRESSES})`,
    [ownerId],
  );
  return rows[0]?.is_new === true;
}

const OF_AN_ACCOUNT = [PAIR, ACCOUNT, KNOWN, CODE_OF_STRANGER, CODE_AT_KNOWN, CODE_OF_ACT, PASSWORD_OF_ACT].map(({ scope }) => scope);

/** Forgets every slip at an account's password and codes, wherever it was made ("user 50000001"). In a transaction of the system. */
export async function forgetSlips(tx: Tx, account: string): Promise<void> {
  await tx.query(`delete from throttle where scope = any ($1) and (subject = $2 or starts_with(subject, $2 || ' '))`, [
    OF_AN_ACCOUNT,
    account,
  ]);
}
