-- A merchant has several webhook endpoints, each with its own address, secret and events. Whoever had an address has it as endpoint 1, which is
-- told of everything, as before. What was sent, or waits to be, is endpoint 1's, also what programs of the version before write.
create table webhook_endpoint (
  merchant_id bigint not null references merchant,
  -- 1, 2, 3 by merchant. No number is used twice: deliveries bear it.
  endpoint_id integer not null check (endpoint_id > 0),
  name text not null default '' check (length(name) <= 60),
  address text not null check (length(address) > 0),
  -- The types of events it is told of, or only '*': all of them, whatever there will be.
  events text[] not null default '{*}' check (cardinality(events) > 0),
  is_on boolean not null default true,
  -- Sealed; gone once the endpoint is deleted.
  secret bytea,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  deleted_at timestamptz,
  primary key (merchant_id, endpoint_id),
  check ((secret is null) = (deleted_at is not null))
);

alter table webhook_endpoint enable row level security;
create policy owner_scope on webhook_endpoint to purser_app, purser_operator
  using ((select scope()) = 'system' or merchant_id = nullif((select scope()), 'system')::bigint);
grant select, insert on webhook_endpoint to purser_app;
grant update (name, address, events, is_on, secret, deleted_at) on webhook_endpoint to purser_app;
-- What staff decide is told to merchants' systems: to whom, and where. They read no secret.
grant select (merchant_id, endpoint_id, address, events, is_on, deleted_at) on webhook_endpoint to purser_operator;

-- What any endpoint that is on is told of: what changes an order reads it with the merchant, and writes no event that nobody is told of. The
-- columns webhook_address and webhook_secret are read by programs of the version before only, and can go with the next one.
alter table merchant add column webhook_events text[] not null default '{}';
grant select (webhook_events) on merchant to purser_operator;

insert into webhook_endpoint (merchant_id, endpoint_id, address, events, secret)
select merchant_id, 1, webhook_address, '{*}', webhook_secret from merchant where webhook_address <> '' and webhook_secret is not null;
update merchant set webhook_events = '{*}' where webhook_address <> '' and webhook_secret is not null;

alter table webhook_delivery add column endpoint_id integer not null default 1;

-- Each endpoint has its own queue and its own sequence.
drop index webhook_delivery_pending;
create index webhook_delivery_pending on webhook_delivery (merchant_id, endpoint_id, next_attempt_at) where state = 'pending';
drop index webhook_delivery_sequence;
create index webhook_delivery_sequence on webhook_delivery (merchant_id, subject, endpoint_id, created_at, delivery_id) where state = 'pending';
-- An endpoint's own log, the newest first.
create index webhook_delivery_of_endpoint on webhook_delivery (merchant_id, endpoint_id, delivery_id);
