-- Deliveries that are over are kept for 90 days after they were recorded, with their attempts; what is pending is kept whatever its age. No role may delete
-- either: it is done here, in small steps. The index's condition is written as no other statement has it: with old statistics the planner would take the
-- index for others.

-- Forgets up to 1,000 deliveries that are over and were kept long enough, the oldest first, and answers how many. One worker at a time forgets, and what is
-- over stays over: rows need no lock before they are deleted. Keys are handed on as arrays, so that nodes are sent nothing else.
create function forget_deliveries() returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  merchants bigint[];
  deliveries uuid[];
  -- Of those that were delivered.
  endpoints integer[];
begin
  if not pg_try_advisory_xact_lock(hashtextextended('forget_deliveries', 0)) then
    return 0;
  end if;
  select array_agg(merchant_id), array_agg(delivery_id), array_agg(case when state = 'delivered' then endpoint_id end)
    into merchants, deliveries, endpoints
  from (
    select merchant_id, delivery_id, endpoint_id, state from webhook_delivery
    where state || '' <> 'pending' and created_at < now() - interval '90 days'
    order by created_at limit 1000
  ) as past;
  if merchants is null then
    return 0;
  end if;
  with told as materialized (
    select distinct merchant_id, endpoint_id from unnest(merchants, endpoints) as one (merchant_id, endpoint_id) where endpoint_id is not null
  )
  update webhook_endpoint set has_answered = true from told
  where webhook_endpoint.merchant_id = told.merchant_id and webhook_endpoint.endpoint_id = told.endpoint_id and not has_answered;
  with past as materialized (
    select merchant_id, delivery_id from unnest(merchants, deliveries) as one (merchant_id, delivery_id)
  )
  delete from webhook_attempt using past
  where webhook_attempt.merchant_id = past.merchant_id and webhook_attempt.delivery_id = past.delivery_id;
  with past as materialized (
    select merchant_id, delivery_id from unnest(merchants, deliveries) as one (merchant_id, delivery_id)
  )
  delete from webhook_delivery using past
  where webhook_delivery.merchant_id = past.merchant_id and webhook_delivery.delivery_id = past.delivery_id;
  return cardinality(deliveries);
end
$$;
revoke all on function forget_deliveries from public;
grant execute on function forget_deliveries to purser_app;

-- Last, and by itself: where the tables are distributed already, nodes are told of a statement with all that was sent along.
do $$
begin
  create index webhook_delivery_over on webhook_delivery (created_at) where state || '' <> 'pending';
end $$;
