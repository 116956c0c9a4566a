-- The ledger: accounts with three buckets, postings that move between them, and one entry per account a posting touches.
--
-- ledger.post_batch is the only way in. Nothing here is ever updated except an account's balances and the rollup; postings
-- and entries are append-only. Every key starts with owner_id, so that the tables can be distributed by it (Citus).
-- Amounts are bigint minor units of the account's coin.

do $$
begin
  if not exists (select from pg_roles where rolname = 'purser_app') then
    create role purser_app nologin;
  end if;
exception
  -- Roles belong to the cluster: another database being migrated at this moment may have made it first.
  when duplicate_object or unique_violation then null;
end
$$;

create schema ledger;

-- Text keys compare bytewise: faster in the indexes, and the same on every machine whatever its locale.
create domain ledger.coin as text collate "C" check (value ~ '^[A-Z0-9]{2,12}$');
create domain ledger.name as text collate "C" check (value ~ '^[a-z][a-z0-9_]{0,39}$');

create table ledger.account (
  owner_id bigint not null check (owner_id > 0),
  available bigint not null default 0,
  frozen bigint not null default 0,
  pending bigint not null default 0,
  -- How many entries the account has: they are numbered 1..version without a gap.
  version bigint not null default 0,
  -- Time of the newest entry: time never runs backwards within an account, whatever the clock does.
  last_posted_at timestamptz not null default '-infinity',
  opened_at timestamptz not null default now(),
  -- May its available bucket go below zero? Only the provider's view of the outside world (custody, bank, issuance) may.
  unbounded boolean not null default false,
  -- Type of the newest entry and its type_version: saves looking it up where one type follows another of its kind, as they mostly do.
  last_type_version bigint,
  last_type text collate "C",
  coin ledger.coin not null,
  purpose ledger.name not null,
  primary key (owner_id, coin, purpose),
  constraint account_floor check ((available >= 0 or unbounded) and frozen >= 0 and pending >= 0),
  constraint only_the_provider_is_unbounded check (owner_id = 1 or not unbounded),
  -- Three buckets together stay inside bigint.
  constraint account_ceiling check (
    available between -3000000000000000000 and 3000000000000000000
    and frozen <= 3000000000000000000 and pending <= 3000000000000000000)
) with (
  -- Balances are rewritten by every batch: room in the page keeps those updates off the index.
  fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500
);

create table ledger.posting (
  owner_id bigint not null,
  posted_at timestamptz not null,
  posting_id uuid not null,
  -- SHA-256 of everything that was asked: tells a replay from another posting under the same id.
  content_hash bytea not null,
  type text collate "C" not null check (type <> ''),
  serial_number text collate "C" not null check (length(serial_number) between 1 and 64),
  note jsonb,
  primary key (owner_id, posting_id)
);

create table ledger.entry (
  owner_id bigint not null,
  version bigint not null check (version > 0),
  -- Numbers the account's entries of one type, again 1, 2, 3 without a gap. The provider's own entries have none.
  type_version bigint check ((type_version is null) = (owner_id = 1)),
  posting_owner_id bigint not null,
  counterparty bigint,
  available_before bigint not null,
  available_after bigint not null,
  frozen_before bigint not null,
  frozen_after bigint not null,
  pending_before bigint not null,
  pending_after bigint not null,
  charge bigint not null check (charge >= 0),
  posted_at timestamptz not null,
  posting_id uuid not null,
  coin text collate "C" not null,
  purpose text collate "C" not null,
  type text collate "C" not null,
  serial_number text collate "C" not null,
  primary key (owner_id, coin, purpose, version)
) with (
  -- Index-only scans need an up-to-date visibility map although nothing is ever deleted.
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 20000
);

-- Order, time ranges, totals and deep pages come from the primary key: version is dense and grows with time. The same holds for
-- type_version among the entries of one type. The provider's own accounts are touched by every posting and are read by whole ranges:
-- they do not pay for this.
create index entry_by_type on ledger.entry (owner_id, coin, purpose, type, type_version) include (version, posted_at)
  where owner_id <> 1;
-- A serial number has a handful of entries whoever owns them, and serial numbers grow with time: without the owner in front every
-- insert goes to the newest page.
create index entry_by_serial on ledger.entry (serial_number);

-- Sums per hour, folded behind the hot path by ledger.roll_up, so that statistics over years stay quick.
create table ledger.hourly_total (
  owner_id bigint not null,
  hour timestamptz not null,
  count bigint not null,
  amount_in numeric not null,
  amount_out numeric not null,
  charge numeric not null,
  coin text collate "C" not null,
  purpose text collate "C" not null,
  type text collate "C" not null,
  primary key (owner_id, coin, purpose, hour, type)
);

-- Entries up to and including this version are in hourly_total; later ones are not.
create table ledger.rollup (
  owner_id bigint not null,
  rolled_up_to_version bigint not null,
  coin text collate "C" not null,
  purpose text collate "C" not null,
  primary key (owner_id, coin, purpose)
);

-- Opens accounts that are not open yet and returns how many it opened. An account never changes its floor: asking for
-- another one is an error.
create function ledger.open_accounts(owner_ids bigint[], coins text[], purposes text[], unboundeds boolean[]) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  opened integer;
begin
  -- Ordered, so that two callers opening the same accounts cannot wait for each other.
  insert into ledger.account (owner_id, coin, purpose, unbounded)
  select distinct w.owner_id, w.coin, w.purpose, w.unbounded
  from unnest(owner_ids, coins, purposes, unboundeds) as w(owner_id, coin, purpose, unbounded)
  order by 1, 2, 3
  on conflict (owner_id, coin, purpose) do nothing;
  get diagnostics opened = row_count;
  if exists (
    select from unnest(owner_ids, coins, purposes, unboundeds) as w(owner_id, coin, purpose, unbounded)
    join ledger.account a using (owner_id, coin, purpose)
    where a.unbounded <> w.unbounded
  ) then
    raise exception 'an account is already open with another floor' using errcode = 'invalid_parameter_value';
  end if;
  return opened;
end
$$;

create function ledger.open_account(owner_id bigint, coin text, purpose text, unbounded boolean default false) returns boolean
language sql as $$ select ledger.open_accounts(array[$1], array[$2], array[$3], array[$4]) = 1 $$;

-- Decides and makes a batch of postings. Legs come grouped by posting, in the order of the postings, and name their account
-- by its place in the account arrays; all places count from 1. Returns one row per posting, in order:
--
--   posted            made now
--   replayed          made before with the same content, also earlier in this batch; posted_at is of that first time
--   content_mismatch  made before with other content
--   malformed         legs do not sum to zero per coin, an account named twice, a leg that does nothing, too many, too large
--   account_missing   names an account that is not open
--   insufficient      would take a bucket below its floor: 0, or minus the ceiling for an unbounded account's available
--   overflow          would take a bucket above its ceiling
--
-- listed in order of precedence. A refused posting leaves no trace and its neighbours undisturbed; from account_missing on
-- the row names the first offending account. Arrays that do not fit together are an error.
--
-- Locks the accounts in key order and holds them until the transaction ends: call it once per transaction, after every lock on
-- orders. Two transactions that first make the same posting id over different accounts at the same moment collide on
-- posting_pkey; the loser retries its transaction and then finds the posting made.
create function ledger.post_batch(
  posting_owner_ids bigint[], posting_ids uuid[], posting_types text[], serial_numbers text[], notes jsonb[],
  account_owner_ids bigint[], account_coins text[], account_purposes text[],
  leg_postings integer[], leg_accounts integer[],
  leg_available bigint[], leg_frozen bigint[], leg_pending bigint[], leg_charges bigint[], leg_counterparties bigint[]
) returns table (posting integer, result text, posted_at timestamptz, owner_id bigint, coin text, purpose text)
language plpgsql security definer
-- Every statement finds its rows by primary key; its plan must not drift to a scan with the tables' statistics.
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
<<batch>>
declare
  -- 16 legs x 3 buckets x the largest change stay inside bigint, and so does any balance plus one change.
  most_legs constant integer := 16;
  largest_change constant bigint := 100000000000000000;
  ceiling constant bigint := 3000000000000000000;
  postings constant integer := cardinality(posting_ids);
  accounts constant integer := cardinality(account_owner_ids);
  legs constant integer := cardinality(leg_postings);

  -- State of each account as the batch goes, by its place. An account that is not open has no version.
  -- Filled beforehand: an array that grows by assignment begins at the first place assigned, not at 1.
  available bigint[] := array_fill(null::bigint, array[accounts]);
  frozen bigint[] := available; pending bigint[] := available; version bigint[] := available; lowest bigint[] := available;
  version_before bigint[];
  -- When the entries of this batch are in the account: now, but never before its last one.
  moment timestamptz[] := array_fill(null::timestamptz, array[accounts]);
  coin_no integer[];
  -- Per kind, which is one of the batch's types in one account: how many entries of that type the account has, once it is known.
  types text[]; type_version bigint[]; last_kind integer[] := array_fill(null::integer, array[accounts]);
  first_kind integer; kind integer;
  seen_in integer[] := array_fill(0, array[accounts]);
  -- Running sum of the posting's legs per coin; it is back at zero for every coin when the posting balances.
  coin_sum bigint[] := array_fill(0::bigint, array[accounts]);
  -- What each leg leaves behind; version_after stays null unless its posting is made.
  available_after bigint[] := array_fill(0::bigint, array[legs]);
  frozen_after bigint[] := array_fill(0::bigint, array[legs]);
  pending_after bigint[] := array_fill(0::bigint, array[legs]);
  version_after bigint[] := array_fill(null::bigint, array[legs]);
  type_version_after bigint[] := array_fill(null::bigint, array[legs]);
  -- Per posting. same_as is the place of the first posting in the batch with the same id; what is known of an id is kept there.
  content text[]; hash bytea[]; known_hash bytea[]; known_at timestamptz[]; same_as integer[];
  outcome text[] := array_fill(null::text, array[postings]);
  offender integer[] := array_fill(null::integer, array[postings]);

  now_at timestamptz;
  known record;
  leg integer := 1;
  first_leg integer; account integer; same integer; coin_at integer; unsettled integer;
  malformed boolean; missing integer; short integer; over integer;
  d_available bigint; d_frozen bigint; d_pending bigint; sum_before bigint; sum_after bigint;
  new_available bigint; new_frozen bigint; new_pending bigint;
begin
  if postings = 0 then
    return;
  end if;
  if (cardinality(posting_owner_ids), cardinality(posting_types), cardinality(serial_numbers), cardinality(notes))
      is distinct from (postings, postings, postings, postings)
    or (cardinality(account_coins), cardinality(account_purposes)) is distinct from (accounts, accounts)
    or (cardinality(leg_accounts), cardinality(leg_available), cardinality(leg_frozen), cardinality(leg_pending),
      cardinality(leg_charges), cardinality(leg_counterparties)) is distinct from (legs, legs, legs, legs, legs, legs)
    or accounts is distinct from (
      select count(*)::integer from (select distinct * from unnest(account_owner_ids, account_coins, account_purposes)) d)
    or exists (select from unnest(leg_accounts) as l(account) where (account between 1 and accounts) is not true)
  then
    raise exception 'the arrays of a batch do not fit together' using errcode = 'invalid_parameter_value';
  end if;

  types := array(select distinct type from unnest(posting_types) as t(type));
  type_version := array_fill(null::bigint, array[accounts * cardinality(types)]);

  for known in
    select w.place, a.available, a.frozen, a.pending, a.version, a.unbounded, a.last_posted_at, a.last_type_version,
      accounts * (array_position(types, a.last_type) - 1) + w.place as last_kind
    from unnest(account_owner_ids, account_coins, account_purposes) with ordinality as w(owner_id, coin, purpose, place)
    join ledger.account a on a.owner_id = w.owner_id and a.coin = w.coin and a.purpose = w.purpose
    order by a.owner_id, a.coin, a.purpose
    for no key update of a
  loop
    available[known.place] := known.available;
    frozen[known.place] := known.frozen;
    pending[known.place] := known.pending;
    version[known.place] := known.version;
    lowest[known.place] := case when known.unbounded then -ceiling else 0 end;
    moment[known.place] := known.last_posted_at;
    if known.last_kind is not null then
      type_version[known.last_kind] := known.last_type_version;
    end if;
  end loop;
  now_at := clock_timestamp();
  for i in 1 .. accounts loop
    moment[i] := greatest(moment[i], now_at);
  end loop;
  version_before := version;

  select array_agg(number order by place) into coin_no
  from (select place, dense_rank() over (order by coin)::integer as number from unnest(account_coins) with ordinality as c(coin, place)) n;

  select array_agg(legs order by posting) into content
  from (
    select posting, string_agg(row(account_owner_ids[account], account_coins[account], account_purposes[account],
      d_available, d_frozen, d_pending, charge, counterparty)::text, '' order by place) as legs
    from unnest(leg_postings, leg_accounts, leg_available, leg_frozen, leg_pending, leg_charges, leg_counterparties) with ordinality
      as l(posting, account, d_available, d_frozen, d_pending, charge, counterparty, place)
    group by posting
  ) c;

  -- After the locks: whoever else was making one of these postings held one of these accounts, and is done.
  select array_agg(asked.hash order by asked.place), array_agg(asked.same_as order by asked.place),
    array_agg(p.content_hash order by asked.place), array_agg(p.posted_at order by asked.place)
  into hash, same_as, known_hash, known_at
  from (
    select owner_id, posting_id, place, (min(place) over (partition by owner_id, posting_id))::integer as same_as,
      sha256(convert_to(row(type, serial_number, note)::text || content[place], 'UTF8')) as hash
    from unnest(posting_owner_ids, posting_ids, posting_types, serial_numbers, notes) with ordinality
      as n(owner_id, posting_id, type, serial_number, note, place)
  ) asked
  left join ledger.posting p on p.owner_id = asked.owner_id and p.posting_id = asked.posting_id;

  for i in 1 .. postings loop
    first_leg := leg;
    same := same_as[i];
    if known_hash[same] is not null then
      outcome[i] := case when known_hash[same] = hash[i] then 'replayed' else 'content_mismatch' end;
      while leg_postings[leg] = i loop
        leg := leg + 1;
      end loop;
      continue;
    end if;

    malformed := false; missing := null; short := null; over := null; unsettled := 0;
    while leg_postings[leg] = i loop
      account := leg_accounts[leg];
      d_available := leg_available[leg];
      d_frozen := leg_frozen[leg];
      d_pending := leg_pending[leg];
      if (d_available between -largest_change and largest_change and d_frozen between -largest_change and largest_change
          and d_pending between -largest_change and largest_change and leg_charges[leg] between 0 and largest_change
          and (d_available <> 0 or d_frozen <> 0 or d_pending <> 0 or leg_charges[leg] <> 0)
          and seen_in[account] <> i and leg - first_leg < most_legs) is not true
      then
        malformed := true;
      else
        seen_in[account] := i;
        coin_at := coin_no[account];
        sum_before := coin_sum[coin_at];
        sum_after := sum_before + d_available + d_frozen + d_pending;
        coin_sum[coin_at] := sum_after;
        unsettled := unsettled + (sum_after <> 0)::integer - (sum_before <> 0)::integer;
        if version[account] is null then
          missing := coalesce(missing, account);
        else
          new_available := available[account] + d_available;
          new_frozen := frozen[account] + d_frozen;
          new_pending := pending[account] + d_pending;
          if new_available < lowest[account] or new_frozen < 0 or new_pending < 0 then
            short := coalesce(short, account);
          elsif new_available > ceiling or new_frozen > ceiling or new_pending > ceiling then
            over := coalesce(over, account);
          end if;
          available_after[leg] := new_available;
          frozen_after[leg] := new_frozen;
          pending_after[leg] := new_pending;
        end if;
      end if;
      leg := leg + 1;
    end loop;

    if leg = first_leg then
      raise exception 'posting % of the batch has no legs in its place', i using errcode = 'invalid_parameter_value';
    elsif malformed or unsettled <> 0 then
      outcome[i] := 'malformed';
      for j in first_leg .. leg - 1 loop
        coin_sum[coin_no[leg_accounts[j]]] := 0;
      end loop;
    elsif missing is not null or short is not null or over is not null then
      outcome[i] := case when missing is not null then 'account_missing' when short is not null then 'insufficient' else 'overflow' end;
      offender[i] := coalesce(missing, short, over);
    else
      outcome[i] := 'posted';
      known_hash[same] := hash[i];
      known_at[same] := now_at;
      first_kind := accounts * (array_position(types, posting_types[i]) - 1);
      for j in first_leg .. leg - 1 loop
        account := leg_accounts[j];
        available[account] := available_after[j];
        frozen[account] := frozen_after[j];
        pending[account] := pending_after[j];
        version[account] := version[account] + 1;
        version_after[j] := version[account];
        kind := first_kind + account;
        if type_version[kind] is null and account_owner_ids[account] <> 1 then
          type_version[kind] := case when version_before[account] = 0 then 0
            else ledger.last_version(account_owner_ids[account], account_coins[account], account_purposes[account], posting_types[i]) end;
        end if;
        type_version[kind] := type_version[kind] + 1;
        type_version_after[j] := type_version[kind];
        last_kind[account] := kind;
      end loop;
    end if;
  end loop;
  if leg <> legs + 1 then
    raise exception 'the legs of a batch do not follow its postings' using errcode = 'invalid_parameter_value';
  end if;

  update ledger.account t
  set available = n.available, frozen = n.frozen, pending = n.pending, version = n.version, last_posted_at = n.moment,
    last_type = types[(n.last_kind - 1) / accounts + 1], last_type_version = type_version[n.last_kind]
  from unnest(account_owner_ids, account_coins, account_purposes, batch.available, batch.frozen, batch.pending, batch.version,
      version_before, moment, batch.last_kind)
    as n(owner_id, coin, purpose, available, frozen, pending, version, version_before, moment, last_kind)
  where t.owner_id = n.owner_id and t.coin = n.coin and t.purpose = n.purpose and n.version > n.version_before;

  insert into ledger.posting (owner_id, posting_id, type, serial_number, content_hash, note, posted_at)
  select n.owner_id, n.posting_id, n.type, n.serial_number, n.hash, n.note, now_at
  from unnest(posting_owner_ids, posting_ids, posting_types, serial_numbers, hash, notes, outcome)
    as n(owner_id, posting_id, type, serial_number, hash, note, outcome)
  where n.outcome = 'posted';

  insert into ledger.entry (owner_id, coin, purpose, version, type_version, posting_owner_id, posting_id, type, serial_number, counterparty,
    available_before, available_after, frozen_before, frozen_after, pending_before, pending_after, charge, posted_at)
  select account_owner_ids[l.account], account_coins[l.account], account_purposes[l.account], l.version, l.type_version,
    posting_owner_ids[l.posting], posting_ids[l.posting], posting_types[l.posting], serial_numbers[l.posting], l.counterparty,
    l.available - l.d_available, l.available, l.frozen - l.d_frozen, l.frozen, l.pending - l.d_pending, l.pending, l.charge,
    moment[l.account]
  from unnest(leg_postings, leg_accounts, leg_available, leg_frozen, leg_pending, leg_charges, leg_counterparties,
      available_after, frozen_after, pending_after, version_after, type_version_after)
    as l(posting, account, d_available, d_frozen, d_pending, charge, counterparty, available, frozen, pending, version, type_version)
  where l.version is not null;

  return query
  select i, outcome[i], case when outcome[i] in ('posted', 'replayed') then known_at[same_as[i]] end,
    account_owner_ids[offender[i]], account_coins[offender[i]], account_purposes[offender[i]]
  from generate_series(1, postings) as i;
end
$$;

-- How many entries an account has: its last version, or given a type its last type_version. The provider has no type_versions.
-- This and the next two look single rows up by key, many times: their plans must not depend on what the tables looked like once.
create function ledger.last_version(owner_id bigint, coin text, purpose text, type text default null) returns bigint
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  found bigint;
begin
  if type is null then
    select a.version into found from ledger.account a where a.owner_id = $1 and a.coin = $2 and a.purpose = $3;
    return found;
  end if;
  select e.type_version into found from ledger.entry e
  where e.owner_id = $1 and e.coin = $2 and e.purpose = $3 and e.type = $4 and e.owner_id <> 1
  order by e.type_version desc limit 1;
  return coalesce(found, 0);
end
$$;

-- The version of the first entry at or after a time: one more than the last when there is none. Time grows with version, so a time
-- range is a range of versions. Given a type, the same among the account's entries of that type, in type_versions.
-- Looks at both ends, guesses the place from their times, then looks a little to the other side of the guess; every fourth look takes
-- the middle, which bounds their number for any data.
create function ledger.version_at(
  owner_id bigint, coin text, purpose text, at timestamptz, first bigint default 1, last bigint default null, type text default null
) returns bigint
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  low bigint := first;
  high bigint := coalesce(last, ledger.last_version(owner_id, coin, purpose, type));
  middle bigint;
  low_at timestamptz; high_at timestamptz; middle_at timestamptz;
  looks integer := 0;
  overshoot bigint := 1;
begin
  while low <= high loop
    if looks = 0 then
      middle := low;
    elsif looks = 1 then
      middle := high;
    elsif high - low <= 1 then
      return high;
    elsif looks % 4 = 1 or high - low < 8 then
      middle := (low + high) / 2;
    else
      middle := low + floor((high - low) * (date_part('epoch', at - low_at) / date_part('epoch', high_at - low_at)))::bigint
        + overshoot * ceil(cbrt(high - low) / 4)::bigint;
      middle := greatest(low + 1, least(high - 1, middle));
    end if;
    if type is null then
      select e.posted_at into middle_at from ledger.entry e
      where e.owner_id = $1 and e.coin = $2 and e.purpose = $3 and e.version = middle;
    else
      select e.posted_at into middle_at from ledger.entry e
      where e.owner_id = $1 and e.coin = $2 and e.purpose = $3 and e.type = $7 and e.type_version = middle and e.owner_id <> 1;
    end if;
    if middle_at < at then
      low := middle;
      low_at := middle_at;
      overshoot := case when overshoot > 0 then overshoot * 8 else 1 end;
      if looks = 1 then
        return high + 1;
      end if;
    else
      high := middle;
      high_at := middle_at;
      overshoot := case when overshoot < 0 then overshoot * 8 else -1 end;
      if looks = 0 then
        return low;
      end if;
    end if;
    looks := looks + 1;
  end loop;
  return low;
end
$$;

-- Merges ranges of accounts of one owner by time (then coin, purpose, version) and skips entries from the oldest or the newest end, without
-- walking over them: returns new firsts (oldest end) or lasts (newest end) and how many entries still are to be skipped from there by
-- reading over them, a hundred at most; the other bounds are of use only inside. Each step takes an entry of the longest range, about
-- where the wanted place is likely to be, counts how many entries of all ranges are not after it and so settles on which side of it the
-- place is. Every fourth step takes the middle one, which bounds their number for any data.
create function ledger.skip_entries(
  owner_id bigint, coins text[], purposes text[], inout firsts bigint[], inout lasts bigint[], inout skip bigint, newest_first boolean,
  type text default null
)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  accounts constant integer := cardinality(coins);
  few constant integer := 100;
  cut bigint[];
  -- Entries in the ranges, and how many of them, from the oldest, come before the wanted place.
  undecided bigint := 0;
  wanted bigint;
  longest integer; length bigint; pivot bigint; pivot_at timestamptz; counted bigint;
  steps integer := 0;
  overshoot bigint := 1;
begin
  for i in 1 .. accounts loop
    undecided := undecided + greatest(lasts[i] - firsts[i] + 1, 0);
  end loop;
  wanted := case when newest_first then undecided - skip else skip end;
  while case when newest_first then undecided - wanted else wanted end > few and undecided > few loop
    longest := 1;
    for i in 2 .. accounts loop
      if lasts[i] - firsts[i] > lasts[longest] - firsts[longest] then
        longest := i;
      end if;
    end loop;
    length := lasts[longest] - firsts[longest] + 1;
    if steps % 4 = 3 then
      pivot := firsts[longest] + length / 2;
    else
      pivot := firsts[longest] + floor(length * (wanted::float8 / undecided))::bigint + overshoot * ceil(cbrt(length) / 4)::bigint;
      pivot := greatest(firsts[longest], least(lasts[longest], pivot));
    end if;
    if type is null then
      select e.posted_at into pivot_at from ledger.entry e
      where e.owner_id = $1 and e.coin = coins[longest] and e.purpose = purposes[longest] and e.version = pivot;
    else
      select e.posted_at into pivot_at from ledger.entry e
      where e.owner_id = $1 and e.coin = coins[longest] and e.purpose = purposes[longest]
        and e.type = skip_entries.type and e.type_version = pivot and e.owner_id <> 1;
    end if;
    counted := 0;
    for i in 1 .. accounts loop
      if i = longest then
        cut[i] := pivot + 1;
      elsif (coins[i], purposes[i]) < (coins[longest], purposes[longest]) then
        cut[i] := ledger.version_at(owner_id, coins[i], purposes[i], pivot_at + interval '1 microsecond', firsts[i], lasts[i], type);
      else
        cut[i] := ledger.version_at(owner_id, coins[i], purposes[i], pivot_at, firsts[i], lasts[i], type);
      end if;
      counted := counted + cut[i] - firsts[i];
    end loop;
    if counted <= wanted then
      firsts := cut;
      wanted := wanted - counted;
      undecided := undecided - counted;
      overshoot := case when overshoot > 0 then overshoot * 8 else 1 end;
    else
      -- The pivot is the last of those counted, and they are more than wanted.
      cut[longest] := pivot;
      for i in 1 .. accounts loop
        lasts[i] := cut[i] - 1;
      end loop;
      undecided := counted - 1;
      overshoot := case when overshoot < 0 then overshoot * 8 else -1 end;
    end if;
    steps := steps + 1;
  end loop;
  skip := case when newest_first then undecided - wanted else wanted end;
end
$$;

-- Folds entries into hourly totals: of the accounts with at least `least_entries` waiting the `most_accounts` with most, up to
-- `most_entries` of each. Returns how many entries it folded; call it again while that is not zero. The watermark moves in the same
-- transaction, so a run that dies leaves nothing half done. One caller works at a time, another returns 0 at once. Statistics are exact
-- whether or not this has run: it only makes them quick.
create function ledger.roll_up(most_accounts integer default 200, most_entries bigint default 50000, least_entries bigint default 500)
returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('ledger.roll_up', 0)) then
    return 0;
  end if;
  with due as materialized (
    select a.owner_id, a.coin, a.purpose, coalesce(r.rolled_up_to_version, 0) as done,
      least(a.version, coalesce(r.rolled_up_to_version, 0) + most_entries) as upto
    from ledger.account a
    left join ledger.rollup r on r.owner_id = a.owner_id and r.coin = a.coin and r.purpose = a.purpose
    where a.version >= least_entries and a.version - coalesce(r.rolled_up_to_version, 0) >= greatest(least_entries, 1)
    order by a.version - coalesce(r.rolled_up_to_version, 0) desc
    limit most_accounts
  ), totals as (
    insert into ledger.hourly_total as t (owner_id, coin, purpose, hour, type, count, amount_in, amount_out, charge)
    select d.owner_id, d.coin, d.purpose, e.hour, e.type, count(*), sum(greatest(e.change, 0)), sum(greatest(-e.change, 0)), sum(e.charge)
    from due d
    cross join lateral (
      select date_trunc('hour', e.posted_at, 'UTC') as hour, e.type, e.charge,
        e.available_after - e.available_before + e.frozen_after - e.frozen_before + e.pending_after - e.pending_before as change
      from ledger.entry e
      where e.owner_id = d.owner_id and e.coin = d.coin and e.purpose = d.purpose and e.version > d.done and e.version <= d.upto
    ) e
    group by d.owner_id, d.coin, d.purpose, e.hour, e.type
    on conflict (owner_id, coin, purpose, hour, type) do update
    set count = t.count + excluded.count, amount_in = t.amount_in + excluded.amount_in,
      amount_out = t.amount_out + excluded.amount_out, charge = t.charge + excluded.charge
  ), moved as (
    insert into ledger.rollup as r (owner_id, coin, purpose, rolled_up_to_version)
    select owner_id, coin, purpose, upto from due
    on conflict (owner_id, coin, purpose) do update set rolled_up_to_version = excluded.rolled_up_to_version
  )
  select coalesce(sum(upto - done), 0) into folded from due;
  return folded;
end
$$;

-- Rights: the application reads what it may see and posts; it writes nothing here itself.
alter table ledger.account enable row level security;
alter table ledger.posting enable row level security;
alter table ledger.entry enable row level security;
alter table ledger.hourly_total enable row level security;
alter table ledger.rollup enable row level security;

-- The setting purser.owner_id names whose rows are visible; 'system' sees all and unset sees none. The sub-selects are evaluated once
-- per statement, and the comparison is leakproof, so a query's own conditions still reach the indexes.
do $$
declare
  table_name text;
begin
  foreach table_name in array array['account', 'posting', 'entry', 'hourly_total', 'rollup'] loop
    execute format(
      $policy$
        create policy visible_to_owner on ledger.%I for select using (
          (select current_setting('purser.owner_id', true)) = 'system'
          or owner_id = (select nullif(nullif(current_setting('purser.owner_id', true), 'system'), '')::bigint))
      $policy$,
      table_name);
  end loop;
end
$$;

revoke all on all functions in schema ledger from public;
grant usage on schema ledger to purser_app;
grant select on all tables in schema ledger to purser_app;
grant execute on all functions in schema ledger to purser_app;
