import { randomBytes } from 'node:crypto';
import type { Secrets } from '../security/secrets.ts';

interface EndpointWishes {
  readonly address?: string;
  /** Types of events; all of them unless said. */
  readonly events?: readonly string[];
  /** `whsec_` and base64. */
  readonly secret?: string;
}

interface Tested {
  readonly sql: (text: string, values: readonly unknown[]) => Promise<readonly object[]>;
  readonly platform: { readonly secrets: Secrets };
}

/** Gives a merchant a webhook endpoint, straight into the database, and answers its number. */
export async function giveEndpoint(
  { sql, platform: { secrets } }: Tested,
  merchantId: number,
  { address = 'https://shop.example/hook', events = ['*'], secret }: EndpointWishes = {},
): Promise<number> {
  const sealed = secrets.seal('webhook', secret ?? `whsec_${randomBytes(32).toString('base64')}`);
  const rows = await sql(
    `insert into webhook_endpoint (merchant_id, endpoint_id, address, events, secret)
     select $1, (select coalesce(max(endpoint_id), 0) + 1 from webhook_endpoint where merchant_id = $1), $2, $3, $4 returning endpoint_id`,
    [merchantId, address, events, sealed],
  );
  await sql(
    `update merchant set webhook_events = (
       select array_agg(distinct type order by type) from webhook_endpoint cross join unnest(events) as type
       where webhook_endpoint.merchant_id = $1 and is_on and deleted_at is null)
     where merchant_id = $1`,
    [merchantId],
  );
  return (rows[0] as { endpoint_id: number }).endpoint_id;
}
