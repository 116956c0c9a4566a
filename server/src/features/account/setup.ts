import type { OutputOf } from '@purser/contract/call';
import type { accountSetup } from '@purser/contract/features/account';
import type { Tx } from '../../platform/database/tx.ts';

type Setup = OutputOf<typeof accountSetup>;

/** Which of the first steps a merchant has taken. Any delivered event proves what a test event proves, also one that is no longer kept. */
export async function setupOf(tx: Tx, merchantId: number): Promise<Setup> {
  const { rows } = await tx.query<Setup>(
    `select authentication_status = 'approved' as identity,
       exists (select from access_key where merchant_id = $1) as access_key,
       webhook_events <> '{}' as webhook,
       coalesce((select bool_or(state = 'delivered') from (
         select state from webhook_delivery where merchant_id = $1 order by delivery_id desc limit 100) as latest), false)
         or exists (select from webhook_endpoint where merchant_id = $1 and has_answered) as test_event,
       exists (select from payment_order where merchant_id = $1 limit 1) as first_order
     from merchant where merchant_id = $1`,
    [merchantId],
  );
  const [setup] = rows;
  if (!setup) throw new Error(`there is no merchant ${merchantId}`);
  return setup;
}
