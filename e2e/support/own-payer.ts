import { sql } from './database.ts';
import { ALICE } from './demo.ts';

export interface OwnPayer {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly paymentPassword: string;
  readonly userId: number;
}

/** A wallet user of a test's own, for what must not happen to those that tests share. Passwords and markets are as Alice's at first; mails are in English. */
export async function ownPayer(what: string, nick: string): Promise<OwnPayer> {
  const username = `${what}-${Date.now().toString(36)}`;
  const email = `${username}@example.com`;
  const [made] = await sql<{ user_id: string }>(
    `insert into wallet_user (nick, username, email, language, password_hash, payment_password_hash, markets, kind, authentication_status)
     select $1, $2, $3, 'en', password_hash, payment_password_hash, markets, kind, authentication_status from wallet_user where username = $4
     returning user_id`,
    [nick, username, email, ALICE.username],
  );
  const userId = Number(made?.user_id);
  await sql(`insert into login_directory (kind, identity, owner_id) values ('user_username', $1, $3), ('user_email', $2, $3)`, [
    username,
    email,
    userId,
  ]);
  await sql(
    `insert into content_acceptance (owner_id, party, ip, user_agent, content_id, version, language)
     select $1, 'user', '', '', content_id, version, 'en' from (
       select content_id, max(version) as version from content_version group by content_id) as published`,
    [userId],
  );
  await sql(
    `select ledger.open_accounts(array_agg($1::bigint), array_agg(coin), array_agg(purpose), array_agg(false))
     from ledger.account where owner_id = (select user_id from wallet_user where username = $2)`,
    [userId, ALICE.username],
  );
  return { username, email, password: ALICE.password, paymentPassword: ALICE.paymentPassword, userId };
}
