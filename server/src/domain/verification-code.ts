import { randomInt } from 'node:crypto';
import type { Language } from '@purser/contract/language';
import { CODE_DIGITS, CODE_VALID_MIN, type MessageChannel } from '@purser/contract/message-kinds';
import type { Tx } from '../platform/database/tx.ts';
import { addressHolder } from '../platform/http/client-address.ts';
import { refuse } from '../platform/http/refusal.ts';
import type { Platform } from '../platform/platform.ts';
import type { ThrottleRule } from '../platform/security/throttle.ts';
import { isAddress, postMessage } from './message.ts';

/** What a code is good for: one that was sent to sign in changes no address. */
type CodePurpose = 'login' | 'register' | 'recover' | 'change';

/** The address that a code proves somebody to read, and for what. */
export interface Proof {
  readonly purpose: CodePurpose;
  readonly channel: MessageChannel;
  /** A mail address, or a phone number in E.164 form. */
  readonly to: string;
}

interface Asked extends Proof {
  /** Whose account it is about, or the provider while there is none. */
  readonly ownerId: number;
  readonly language: Language;
  /** Where the request came from. */
  readonly ip: string;
}

const HOUR_S = 3600;
/**
 * Codes to one address: they cost money, and annoy whoever did not ask for them. Each further one in a window of two hours is waited for longer, so that
 * it is seven at the most; who times them gets eleven in two hours, the last of one window and the first of the next. Who asks for one every half hour gets it.
 */
const TO_ONE: ThrottleRule = { scope: 'code:to', most: 1, rememberedS: 2 * HOUR_S, waitS: 60, longestWaitS: HOUR_S, window: true };
/** Codes that one address of the network asks for, to whomever. */
const FROM_ONE: ThrottleRule = { scope: 'code:from', most: 20, rememberedS: HOUR_S, window: true };
/** Guesses at one code. With the waits between codes, that is fewer than fifty of a million in an hour. */
const MOST_GUESSES = 5;

/** Sends a code to an address. One that was sent there before for the same purpose is good no more. Refuses with too_many_requests. */
export async function sendCode(platform: Platform, asked: Asked): Promise<void> {
  const { ownerId, purpose, channel, to, language } = asked;
  const kind = purpose === 'login' ? 'login_code' : 'verification_code';
  await keepCode(platform, asked, async (tx, code) => {
    const variables = { code, minutes: String(CODE_VALID_MIN) };
    await postMessage(tx, platform.secrets, { ownerId, kind, channel, to, language, variables });
  });
}

/**
 * Where nobody is to have a code, and nobody is to learn why: asking counts, answers and is refused as if one had been sent, and what is
 * tried as a code is wrong. In its place the address may be told something else.
 */
export async function sendNoCode(platform: Platform, asked: Asked, tell: (tx: Tx) => Promise<unknown> = async () => {}): Promise<void> {
  await keepCode(platform, asked, tell);
}

async function keepCode(
  { db, secrets, throttle }: Platform,
  asked: Asked,
  tell: (tx: Tx, code: string) => Promise<unknown>,
): Promise<void> {
  const { purpose, channel, to, ip } = asked;
  if (!isAddress(channel, to)) throw refuse('message_address_wrong');
  await throttle.count([
    [TO_ONE, subjectText(asked)],
    [FROM_ONE, addressHolder(ip)],
  ]);
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  await db.systemTransaction(async (tx) => {
    await tx.query(
      `insert into verification_code (purpose, subject, code_mac, expires_at) values ($1, $2, $3, now() + make_interval(mins => $4))
       on conflict (purpose, subject) do update set code_mac = excluded.code_mac, guesses = 0, expires_at = excluded.expires_at`,
      [purpose, subjectOf(secrets, asked), macOf(secrets, asked, code), CODE_VALID_MIN],
    );
    await tell(tx, code);
  });
}

/**
 * Counts a guess at a code before it is looked at, whatever becomes of what it is for: not within a transaction, which may be undone and
 * would hold a connection meanwhile. Refuses with verification_code_wrong when there is no code, or it was guessed at too often.
 */
export async function countGuess({ db, secrets }: Pick<Platform, 'db' | 'secrets'>, proof: Proof): Promise<void> {
  const { rowCount } = await db.system.query(
    `update verification_code set guesses = guesses + 1 where purpose = $1 and subject = $2 and guesses < ${MOST_GUESSES} and expires_at > now()`,
    [proof.purpose, subjectOf(secrets, proof)],
  );
  if (rowCount !== 1) throw refuse('verification_code_wrong');
}

/** Takes back the count of a guess that was right, and for whose sake something else is to be tried with the same code. */
export async function giveGuessBack({ db, secrets }: Pick<Platform, 'db' | 'secrets'>, proof: Proof): Promise<void> {
  await db.system.query('update verification_code set guesses = guesses - 1 where purpose = $1 and subject = $2 and guesses > 0', [
    proof.purpose,
    subjectOf(secrets, proof),
  ]);
}

/** Refuses with verification_code_wrong what `takeCode` would refuse, and takes nothing. Who asks counts the guess by a throttle. */
export async function refuseWrongCode({ db, secrets }: Pick<Platform, 'db' | 'secrets'>, proof: Proof, code: string): Promise<void> {
  const { rowCount } = await db.system.query(
    'select from verification_code where purpose = $1 and subject = $2 and code_mac = $3 and expires_at > now()',
    [proof.purpose, subjectOf(secrets, proof), macOf(secrets, proof, code)],
  );
  if (rowCount !== 1) throw refuse('verification_code_wrong');
}

/**
 * Takes a code, once, in the transaction of what it is good for, after its guess was counted. Refuses with verification_code_wrong, whether it
 * is another code, too late or used before.
 *
 * @param tx a transaction of the system, who alone sees codes
 */
export async function takeCode(tx: Tx, { secrets }: Pick<Platform, 'secrets'>, proof: Proof, code: string): Promise<void> {
  const { rowCount } = await tx.query(
    'delete from verification_code where purpose = $1 and subject = $2 and code_mac = $3 and expires_at > now()',
    [proof.purpose, subjectOf(secrets, proof), macOf(secrets, proof, code)],
  );
  if (rowCount !== 1) throw refuse('verification_code_wrong');
}

function subjectText({ channel, to }: Pick<Proof, 'channel' | 'to'>): string {
  return `${channel} ${channel === 'mail' ? to.toLowerCase() : to}`;
}

function subjectOf(secrets: Platform['secrets'], proof: Proof): Buffer {
  return secrets.mac('verification-code-subject', subjectText(proof));
}

function macOf(secrets: Platform['secrets'], proof: Proof, code: string): Buffer {
  return secrets.mac('verification-code', `${proof.purpose} ${subjectText(proof)} ${code}`);
}
