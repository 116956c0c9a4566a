import { sql } from './database.ts';

/** A message in every state: what the demo itself has sent was sent. */
export async function makeMessages(): Promise<void> {
  await sql(`
    insert into message (owner_id, message_id, kind, channel, recipient, language, state, attempts, problem, reply_code, expire_time)
    values (10000001, '01990000-0000-7000-8000-000000000001', 'merchant_setup', 'mail', 'failed@example.com', 'vi', 'given_up', 1, 'refused', 550, now()),
      (50000001, '01990000-0000-7000-8000-000000000002', 'verification_code', 'sms', '+84912345678', 'vi', 'failed', 3, 'deferred', 503, now()),
      (50000002, '01990000-0000-7000-8000-000000000003', 'new_sign_in_place', 'mail', 'a.long.name.of.somebody@mail.subdomain.example.com', 'zh_Hant', 'waiting', 0, 'no_provider', null, now()),
      (50000001, '01990000-0000-7000-8000-000000000004', 'password_changed', 'mail', 'alice@example.com', 'en', 'sent', 1, null, null, now())
    on conflict do nothing`);
}

/** A program that was killed, and a webhook address that does not answer. */
export async function makeIll(): Promise<void> {
  await sql(`
    insert into program (program_id, kind, host, version, started_at, told_at, facts)
    values ('01990000-0000-7000-8000-000000000005', 'worker', 'worker-2.payments.example.internal', '0.1.0', now() - interval '9 days', now() - interval '9 minutes', '{}')
    on conflict (program_id) do update set told_at = excluded.told_at`);
  await sql(`
    insert into webhook_delivery (merchant_id, delivery_id, event_id, event_type, payload, state, attempts, next_attempt_at, give_up_at, created_at)
    select merchant_id, '01990000-0000-7000-8000-000000000006', '01990000-0000-7000-8000-000000000006', 'order.paid', '{}', 'pending', 7,
      now() + interval '1 day', now() + interval '3 days', now() - interval '2 days'
    from merchant where username = 'newcomer'
    on conflict do nothing`);
}

/** The token of an order that a payer has paid in the demo's past. */
export async function paidOrder(nick: string): Promise<string> {
  const [row] = await sql<{ token: string }>(`select token from payment_order where status = 'paid' and payer_nick = $1 limit 1`, [nick]);
  return row?.token ?? '';
}
