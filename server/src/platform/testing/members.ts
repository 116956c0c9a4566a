import type { Call, InputOf, OutputOf } from '@purser/contract/call';
import { memberUsername, type MemberRole } from '@purser/contract/member';
import { hashPassword } from '../security/passwords.ts';
import { newTotpSecret, totpOf } from '../security/totp.ts';
import type { Called, CallOptions, TestApp } from './app.ts';
import type { TestMerchant } from './parties.ts';

export interface TestMember {
  readonly merchant_id: number;
  readonly member_id: number;
  readonly username: string;
  readonly password: string;
  readonly role: MemberRole;
  readonly totpSecret: string;
  /** A session at the console. */
  readonly token: string;
  call<C extends Call>(call: C, input: InputOf<C>, options?: CallOptions): Promise<Called<OutputOf<C>>>;
  /** A code that counts as unused, however often the test asks for one. */
  code(): Promise<string>;
}

const PASSWORD = 'correct-horse-2';
let passwordHash: Promise<string> | undefined;

interface MemberWishes {
  readonly role: MemberRole;
  readonly status?: 'normal' | 'suspended';
}

/** Puts a member who has set up straight into a merchant's team, as they stand after the one-time link; what a test is about goes through calls. */
export async function makeMember(app: TestApp, merchant: TestMerchant, { role, status = 'normal' }: MemberWishes): Promise<TestMember> {
  const { merchant_id } = merchant;
  const { platform } = app;
  await app.sql(
    `insert into merchant_member (merchant_id, member_id, username, name, role) values ($1, 1, $2, $3, 'owner') on conflict do nothing`,
    [merchant_id, merchant.username, merchant.name],
  );
  const totpSecret = newTotpSecret();
  passwordHash ??= hashPassword(PASSWORD);
  const [made] = await app.sql<{ member_id: number; username: string }>(
    `insert into merchant_member (merchant_id, member_id, username, name, role, status, password_hash, totp_secret, set_up_at, login_at)
     select $1, next, replace($2, '#', next::text), 'Member ' || next, $3, $4, $5, $6, now(), now()
     from (select max(member_id) + 1 as next from merchant_member where merchant_id = $1) as place
     returning member_id, username`,
    [merchant_id, memberUsername(`${role}-#`, merchant_id), role, status, await passwordHash, platform.secrets.seal('totp', totpSecret)],
  );
  const { member_id, username } = made as { member_id: number; username: string };
  const { token } = await platform.sessions.open('merchant', merchant_id, { ip: '127.0.0.1', userAgent: 'test' }, undefined, member_id);
  return {
    merchant_id,
    member_id,
    username,
    password: PASSWORD,
    role,
    totpSecret,
    token,
    call: (call, input, options) => app.call(call, input, { token, ...options }),
    code: async () => {
      await app.sql('update merchant_member set totp_last_step = 0 where merchant_id = $1 and member_id = $2', [merchant_id, member_id]);
      return totpOf(totpSecret).generate();
    },
  };
}
