import { merchantSetUpUrl, newMerchantLink } from '../../server/src/domain/merchant-link.ts';
import { sql } from './database.ts';

/** A link by which a merchant whom staff have admitted sets the account up. */
export async function setUpLink(): Promise<string> {
  const [merchant] = await sql<{ merchant_id: string }>(
    `with known as (select merchant_id from merchant where username = 'waiting'),
       made as (insert into merchant (name, username, markets, set_up_at) select 'Waiting Goods', 'waiting', '{USD}', null
         where not exists (select from known) returning merchant_id)
     select merchant_id from known union all select merchant_id from made`,
  );
  const { token, hash } = newMerchantLink(Number(merchant?.merchant_id));
  await sql(
    `insert into merchant_set_up_link (merchant_id, token_hash, made_by, expires_at) values ($1, $2, 1001, now() + interval '1 day')`,
    [merchant?.merchant_id, hash],
  );
  return merchantSetUpUrl('', token);
}
