import { sql } from './database.ts';
import { MERCHANT } from './demo.ts';

/** A merchant of a test's own, for what must not happen to those that tests share. Password and authenticator are as Harbour Books' at first. */
export async function ownMerchant(what: string): Promise<{ readonly username: string; readonly password: string }> {
  const username = `${what}-${Date.now().toString(36)}`;
  await sql(
    `with made as (
       insert into merchant (name, username, password_hash, totp_secret, markets)
       select 'Keystone Goods', $1, password_hash, totp_secret, markets from merchant where username = $2 returning merchant_id),
     accepted as (
       insert into content_acceptance (owner_id, party, ip, user_agent, content_id, version, language)
       select merchant_id, 'merchant', '', '', content_id, version, 'en' from made, (
         select content_id, max(version) as version from content_version group by content_id) as published)
     insert into login_directory (kind, identity, owner_id) select 'merchant_username', $1, merchant_id from made`,
    [username, MERCHANT.username],
  );
  return { username, password: MERCHANT.password };
}

/** The number of a merchant. */
export async function merchantIdOf(username: string): Promise<number> {
  const [row] = await sql<{ merchant_id: string }>('select merchant_id from merchant where username = $1', [username]);
  return Number(row?.merchant_id);
}
