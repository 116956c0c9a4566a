-- Postings whose legs lie in two groups of shards are made in two halves, each in a transaction of its own group. On one PostgreSQL there is one
-- group, and nothing here is written to.

-- How many groups there are, and in which of them an owner's rows are. The provider's owner id of a stripe is in the group of the owners whose fees
-- it collects, whatever its slot; packages/ledger/src/shard-groups.ts says the same. A count above one is set by `npm run migrate`; it divides 16.
create function ledger.shard_groups() returns integer language sql immutable parallel safe return 1;
create function ledger.shard_of(owner_id bigint) returns integer language sql immutable parallel safe
  return ((owner_id - ledger.is_provider(owner_id)::integer) % ledger.shard_groups())::integer;

-- What one group owes another stands in clearing accounts, which go below zero where money arrives.
alter table ledger.account drop constraint only_the_provider_is_unbounded;
alter table ledger.account add constraint only_the_provider_is_unbounded
  check (owner_id = 1 or not unbounded or (ledger.is_provider(owner_id) and purpose = 'clearing'));

-- First halves whose other half is not settled yet: written with the first half, deleted once it is known what became of the second. In the group of the first half.
create table ledger.crossing (
  -- The first half: what its second half is stands in the posting's note, under its MAC.
  owner_id bigint not null,
  posting_id uuid not null,
  -- Who finds it then drives it: not earlier, as whoever made it does so at once.
  due_at timestamptz not null,
  -- What whoever drives it must know beside the money.
  about jsonb,
  primary key (owner_id, posting_id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
create index crossing_due on ledger.crossing (due_at);

-- What became of a second half, decided once: in the group of the second half, in the transaction that makes or refuses it.
create table ledger.crossing_end (
  -- At home with whom the second half is or would be.
  owner_id bigint not null,
  first_owner_id bigint not null,
  first_posting_id uuid not null,
  -- Why it was refused; null where it was made. One that was refused stays for good: nobody may make it later.
  refusal text,
  -- What whoever asked is told of it, for whoever settles it.
  answer jsonb,
  decided_at timestamptz not null default now(),
  primary key (owner_id, first_owner_id, first_posting_id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);

create index crossing_end_over on ledger.crossing_end (decided_at) where refusal is null;

do $$
declare
  name text;
begin
  foreach name in array array['crossing', 'crossing_end'] loop
    execute format('alter table ledger.%I enable row level security', name);
    execute format('create policy visible_to_owner on ledger.%I for select using (
      (select public.scope()) = ''system'' or owner_id = (select nullif(public.scope(), ''system'')::bigint))', name);
    execute format('create policy written_by_system on ledger.%I to purser_app using ((select public.scope()) = ''system'')', name);
    execute format('grant select, insert, update, delete on ledger.%I to purser_app', name);
  end loop;
end
$$;

-- Staff have the ledger verified.
grant select on ledger.crossing, ledger.crossing_end to purser_operator;

revoke all on function ledger.shard_groups, ledger.shard_of from public;
grant execute on function ledger.shard_groups, ledger.shard_of to purser_app;

-- A node of a cluster that gave such numbers itself would give ids beyond this: they must not become anybody's.
alter sequence public.merchant_id_seq maxvalue 281474976710655;
alter sequence public.user_id_seq maxvalue 281474976710655;
