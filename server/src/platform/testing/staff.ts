import { randomBytes } from 'node:crypto';
import type { Call, InputOf, OutputOf } from '@purser/contract/call';
import type { StaffRole } from '@purser/contract/staff';
import { hashPassword } from '../security/passwords.ts';
import { newTotpSecret, totpOf } from '../security/totp.ts';
import type { Called, CallOptions, TestApp } from './app.ts';

export const STAFF_PASSWORD = 'Correct-horse-1';
let passwordHash: Promise<string> | undefined;

/** A member of staff, signed in at the operator console. */
export interface TestStaff {
  readonly staffId: number;
  readonly username: string;
  readonly name: string;
  readonly password: string;
  readonly role: StaffRole;
  readonly totpSecret: string;
  /** The session's token: `staffToken` of a call's options. */
  readonly token: string;
  /** Makes a call as this member. */
  call<C extends Call>(call: C, input: InputOf<C>, options?: CallOptions): Promise<Called<OutputOf<C>>>;
  /** A code that the member's authenticator shows now and that counts as unused, however often the test asks for one. */
  code(): Promise<string>;
}

interface StaffWishes {
  readonly username?: string;
  readonly name?: string;
  readonly status?: 'active' | 'suspended';
}

/** Makes a member of staff of a role and signs them in. */
export async function makeStaff(app: TestApp, role: StaffRole, wishes: StaffWishes = {}): Promise<TestStaff> {
  const { username = `${role}-${randomBytes(4).toString('hex')}`, name = `The ${role}`, status = 'active' } = wishes;
  const { operator, secrets } = app.platform;
  passwordHash ??= hashPassword(STAFF_PASSWORD);
  const totpSecret = newTotpSecret();
  const { staff_id } = await operator.db.systemQueries
    .insertInto('staff')
    .values({ username, name, role, status, password_hash: await passwordHash, totp_secret: secrets.seal('totp', totpSecret) })
    .returning('staff_id')
    .executeTakeFirstOrThrow();
  const staffId = Number(staff_id);
  const { token } = await operator.db.systemTransaction((tx) =>
    operator.sessions.open(tx, staffId, { ip: '127.0.0.1', userAgent: 'test' }),
  );
  return signedIn(app, { staffId, username, name, password: STAFF_PASSWORD, role, totpSecret, token });
}

/** What a member of staff who is signed in can do. */
export function signedIn(app: TestApp, member: Omit<TestStaff, 'call' | 'code'>): TestStaff {
  return {
    ...member,
    call: (call, input, options) => app.call(call, input, { staffToken: member.token, ...options }),
    code: async () => {
      await app.sql('update staff set totp_last_step = 0 where staff_id = $1', [member.staffId]);
      return totpOf(member.totpSecret).generate();
    },
  };
}
