import { randomInt } from 'node:crypto';
import { inGroups, RECOVERY_ALPHABET, RECOVERY_CODE, RECOVERY_CODES } from '@purser/contract/recovery-code';
import { FIRST_MEMBER } from '@purser/contract/member';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../platform/database/schema.ts';
import type { Tx } from '../platform/database/tx.ts';
import { refuse } from '../platform/http/refusal.ts';
import type { MerchantContext } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';
import { accountOf, loginOf, type MerchantLogin } from '../platform/security/member-login.ts';
import type { Secrets } from '../platform/security/secrets.ts';
import { CODE_OF_ACT } from '../platform/security/sign-in-limits.ts';
import type { Subjects } from '../platform/security/throttle.ts';
import { noteWrongCode, takeGoogleCode } from '../platform/security/totp.ts';

const CHARACTERS = 16;

export function isRecoveryCode(given: string): boolean {
  return RECOVERY_CODE.test(given);
}

/** Makes a login's recovery codes anew, in the transaction of the act; what is kept of them is a keyed hash. */
export async function makeRecoveryCodes(tx: Tx, secrets: Secrets, login: MerchantLogin): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await dropRecoveryCodes(tx, login);
  await tx
    .insertInto('recovery_code')
    .values(
      codes.map((code) => ({
        merchant_id: BigInt(login.merchantId),
        member_id: login.memberId,
        code_mac: macOf(secrets, login, code),
      })),
    )
    .execute();
  return codes;
}

/** Takes a login's recovery codes away. */
export async function dropRecoveryCodes(tx: Tx, login: MerchantLogin): Promise<void> {
  await tx
    .deleteFrom('recovery_code')
    .where('merchant_id', '=', BigInt(login.merchantId))
    .where('member_id', '=', login.memberId)
    .execute();
}

/** How many codes are left, and when they were made; null when there are none. */
export async function recoveryCodesLeft(
  tx: Tx,
  login: MerchantLogin,
): Promise<{ readonly left: number; readonly create_time: string } | null> {
  const { left, made } = await tx
    .selectFrom('recovery_code')
    .select([sql<number>`count(*)::int`.as('left'), sql<Date | null>`max(created_at)`.as('made')])
    .where('merchant_id', '=', BigInt(login.merchantId))
    .where('member_id', '=', login.memberId)
    .executeTakeFirstOrThrow();
  return made && { left, create_time: made.toISOString() };
}

/** Whether a code is one of the login's that was not used. It is not used by that. */
export async function isGoodRecoveryCode(db: Kysely<Schema>, secrets: Secrets, login: MerchantLogin, code: string): Promise<boolean> {
  const found = await db
    .selectFrom('recovery_code')
    .select('merchant_id')
    .where('merchant_id', '=', BigInt(login.merchantId))
    .where('member_id', '=', login.memberId)
    .where('code_mac', '=', macOf(secrets, login, code))
    .executeTakeFirst();
  return found !== undefined;
}

/** Uses a code up, in the transaction of what it is for; false when it is none of the login's, or was used: of two at once, one has it. */
export async function useRecoveryCode(tx: Tx, secrets: Secrets, login: MerchantLogin, code: string): Promise<boolean> {
  const used = await tx
    .deleteFrom('recovery_code')
    .where('merchant_id', '=', BigInt(login.merchantId))
    .where('member_id', '=', login.memberId)
    .where('code_mac', '=', macOf(secrets, login, code))
    .executeTakeFirst();
  return used.numDeletedRows === 1n;
}

/** Takes the authenticator's code, or a recovery code in its place, in the transaction that it confirms. Wrong ones of either count alike. */
export async function takeCodeOrRecovery(
  tx: Tx,
  platform: Pick<Platform, 'db' | 'secrets' | 'throttle' | 'sessions' | 'clock'>,
  context: Pick<MerchantContext, 'merchantId' | 'session' | 'ip'>,
  given: string,
): Promise<void> {
  if (!isRecoveryCode(given)) return takeGoogleCode(tx, platform, context, given);
  const { secrets, throttle } = platform;
  const login = loginOf(context);
  const guesses: Subjects = [[CODE_OF_ACT, accountOf(login)]];
  const counted = await throttle.count(guesses);
  if (!(await useRecoveryCode(tx, secrets, login, given))) {
    await noteWrongCode(
      platform,
      context,
      counted.subjects.some(({ locks }) => locks),
    );
    throw refuse('recovery_code_wrong');
  }
  await throttle.clear(guesses);
}

function newCode(): string {
  return inGroups(Array.from({ length: CHARACTERS }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join(''));
}

function macOf(secrets: Secrets, { merchantId, memberId }: MerchantLogin, code: string): Buffer {
  const whose = memberId === FIRST_MEMBER ? merchantId : `${merchantId} member ${memberId}`;
  return secrets.mac('recovery-code', `${whose} ${code}`);
}
