-- The index over types holds one entry of each run: of entries of one type that follow each other in an account, the first. Within a run
-- version and type_version grow together, so that the place of any other is arithmetic, and a posting that goes on with its accounts' last
-- type, as most do, writes nothing there.

-- Of an account's entries of one type in a row the first; never of those that are not numbered within their type.
alter table ledger.entry add column begins_run boolean not null default false;

update ledger.entry e set begins_run = true
from (
  select owner_id, coin, purpose, version, type is distinct from lag(type) over (partition by owner_id, coin, purpose order by version) as first
  from ledger.entry
  where type_version is not null
) r
where r.first and e.owner_id = r.owner_id and e.coin = r.coin and e.purpose = r.purpose and e.version = r.version;

drop index ledger.entry_by_type;
create index entry_by_run on ledger.entry (owner_id, coin, purpose, type, type_version) include (version) where begins_run;

-- The version of the entry that is numbered so within its type; of one that is not there, any or null.
create function ledger.version_of(owner_id bigint, coin text, purpose text, type text, type_version bigint) returns bigint
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  found bigint;
begin
  select e.version + $5 - e.type_version into found from ledger.entry e
  where e.owner_id = $1 and e.coin = $2 and e.purpose = $3 and e.type = $4 and e.type_version <= $5 and e.begins_run
  order by e.type_version desc limit 1;
  return found;
end
$$;
revoke all on function ledger.version_of from public;
grant execute on function ledger.version_of to purser_app, purser_operator;

-- How many entries an account has: its last version, or given a type its last type_version. The provider has no type_versions.
create or replace function ledger.last_version(owner_id bigint, coin text, purpose text, type text default null) returns bigint
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  found bigint;
  run record;
  last bigint;
  step bigint := 1;
  growing boolean := true;
begin
  if type is null then
    select a.version into found from ledger.account a where a.owner_id = $1 and a.coin = $2 and a.purpose = $3;
    return found;
  end if;
  select a.last_type_version into found from ledger.account a
  where a.owner_id = $1 and a.coin = $2 and a.purpose = $3 and a.last_type = $4;
  if found is not null then
    return found;
  end if;
  select e.version, e.type_version into run from ledger.entry e
  where e.owner_id = $1 and e.coin = $2 and e.purpose = $3 and e.type = $4 and e.begins_run
  order by e.type_version desc limit 1;
  if run.version is null then
    return 0;
  end if;
  -- After the type's last run no entry is of it: the run's end is found in steps that double, then halve.
  last := run.version;
  while step > 0 loop
    if exists (
      select from ledger.entry e where e.owner_id = $1 and e.coin = $2 and e.purpose = $3 and e.version = last + step and e.type = $4
    ) then
      last := last + step;
      step := case when growing then step * 2 else step / 2 end;
    else
      growing := false;
      step := step / 2;
    end if;
  end loop;
  return run.type_version + last - run.version;
end
$$;

-- The version of the first entry at or after a time: one more than the last when there is none. Time grows with version, so a time
-- range is a range of versions. Given a type, the same among the account's entries of that type, in type_versions.
-- Looks at both ends, guesses the place from their times, then looks a little to the other side of the guess; every fourth look takes
-- the middle, which bounds their number for any data.
create or replace function ledger.version_at(
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
      where e.owner_id = $1 and e.coin = $2 and e.purpose = $3 and e.version = ledger.version_of($1, $2, $3, $7, middle);
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
create or replace function ledger.skip_entries(
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
        and e.version = ledger.version_of($1, coins[longest], purposes[longest], skip_entries.type, pivot);
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

-- Decides and makes a batch of postings. Legs come grouped by posting, in the order of the postings, and name their account
-- by its place in the account arrays; all places count from 1. Returns one row per posting, in order:
--
--   posted            made now
--   replayed          made before with the same content, also earlier in this batch; posted_at is of that first time
--   content_mismatch  made before with other content
--   malformed         legs do not sum to zero per coin, an account named twice, a leg that does nothing, too many, too large; frozen or
--                     pending funds that change without a hold, or both under one; a hold that is on another account or bucket
--   locked            names an account that another transaction holds; only when asked to skip those
--   late              its deadline has passed, by the database's clock once the locks are held; null is no deadline
--   account_missing   names an account that is not open
--   insufficient      would take a bucket below its floor: 0, or minus the ceiling for an unbounded account's available; or take more from a
--                     hold than it holds
--   overflow          would take a bucket above its ceiling
--
-- listed in order of precedence: what was made stays made, however late it is asked for again, and while another transaction holds an
-- account it may be making this very posting, so that nothing else is said of it. A refused posting leaves no trace and its neighbours
-- undisturbed; the row of one that is locked, account_missing, insufficient or overflow names the first offending account. Arrays that do
-- not fit together are an error, and so is a caller scoped to one owner who takes from an account of another.
--
-- A leg that changes frozen or pending funds names the hold that it adds to or takes from; the hold is of the owner of the leg's account.
-- leg_holds is null when no leg of the batch names one: nothing is looked up then.
--
-- "The same content" is the same content MAC. The caller computes it with a key that the database never sees: who can write to these
-- tables still cannot write a posting that the key's holder takes for his own.
--
-- Locks the accounts in key order and holds them until the transaction ends: call it once per transaction, after every lock on
-- orders. With skip_locked it waits for no account, and what it could not lock it neither reads nor changes. Two transactions that
-- first make the same posting id over different accounts at the same moment collide on posting_pkey; the loser retries its
-- transaction and then finds the posting made. So do two that first make the same hold on different accounts, on hold_pkey.
create or replace function ledger.post_batch(
  posting_owner_ids bigint[], posting_ids uuid[], posting_types text[], serial_numbers text[], notes jsonb[],
  account_owner_ids bigint[], account_coins text[], account_purposes text[],
  leg_postings integer[], leg_accounts integer[],
  leg_available bigint[], leg_frozen bigint[], leg_pending bigint[], leg_charges bigint[], leg_counterparties bigint[],
  leg_holds uuid[], content_macs bytea[], deadlines timestamptz[], skip_locked boolean
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
  scope constant bigint := ledger.scope_owner();

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
  begins_run boolean[] := array_fill(false, array[legs]);
  -- Per posting. same_as is the place of the first posting in the batch with the same id; what is known of an id is kept there.
  known_mac bytea[]; known_at timestamptz[]; same_as integer[];
  outcome text[] := array_fill(null::text, array[postings]);
  offender integer[] := array_fill(null::integer, array[postings]);

  -- Holds that the batch names, by their place: what each holds as the batch goes, where that is (null while it holds nothing), and the leg
  -- that made it in this batch. Per leg the place of its hold, and where it would be. All null when none is named.
  leg_hold integer[]; leg_place text[];
  hold_owner_ids bigint[]; hold_ids uuid[]; hold_before bigint[]; hold_left bigint[]; hold_place text[]; hold_made_by integer[]; hold_seen_in integer[];

  -- With skip_locked: the places of the accounts that were locked, and which of the others are open but held elsewhere.
  taken integer[]; held boolean[] := array_fill(false, array[accounts]);
  now_at timestamptz;
  known record;
  leg integer := 1;
  first_leg integer; account integer; hold integer; same integer; coin_at integer; unsettled integer;
  malformed boolean; missing integer; busy integer; short integer; over integer;
  d_available bigint; d_frozen bigint; d_pending bigint; sum_before bigint; sum_after bigint;
  new_available bigint; new_frozen bigint; new_pending bigint;
begin
  if postings = 0 then
    return;
  end if;
  if (cardinality(posting_owner_ids), cardinality(posting_types), cardinality(serial_numbers), cardinality(notes),
      cardinality(content_macs), cardinality(deadlines))
      is distinct from (postings, postings, postings, postings, postings, postings)
    or (cardinality(account_coins), cardinality(account_purposes)) is distinct from (accounts, accounts)
    or (cardinality(leg_accounts), cardinality(leg_available), cardinality(leg_frozen), cardinality(leg_pending),
      cardinality(leg_charges), cardinality(leg_counterparties)) is distinct from (legs, legs, legs, legs, legs, legs)
    or coalesce(cardinality(leg_holds), 0) not in (0, legs)
    or accounts is distinct from (
      select count(*)::integer from (select distinct * from unnest(account_owner_ids, account_coins, account_purposes)) d)
    or exists (select from unnest(leg_accounts) as l(account) where (account between 1 and accounts) is not true)
  then
    raise exception 'the arrays of a batch do not fit together' using errcode = 'invalid_parameter_value';
  end if;
  if scope is distinct from 0 and exists (
    select from unnest(leg_accounts, leg_available, leg_frozen, leg_pending) as l(account, d_available, d_frozen, d_pending)
    where account_owner_ids[l.account] is distinct from scope and (l.d_available < 0 or l.d_frozen < 0 or l.d_pending < 0)
  ) then
    raise exception 'a caller scoped to one owner takes from accounts of that owner only' using errcode = 'insufficient_privilege';
  end if;

  types := array(select distinct type from unnest(posting_types) as t(type));
  type_version := array_fill(null::bigint, array[accounts * cardinality(types)]);

  if skip_locked then
    taken := array(
      select w.place::integer
      from unnest(account_owner_ids, account_coins, account_purposes) with ordinality as w(owner_id, coin, purpose, place)
      join ledger.account a on a.owner_id = w.owner_id and a.coin = w.coin and a.purpose = w.purpose
      order by a.owner_id, a.coin, a.purpose
      for no key update of a skip locked);
  end if;
  for known in
    select w.place, a.available, a.frozen, a.pending, a.version, a.unbounded, a.last_posted_at, a.last_type_version,
      accounts * (array_position(types, a.last_type) - 1) + w.place as last_kind
    from unnest(account_owner_ids, account_coins, account_purposes) with ordinality as w(owner_id, coin, purpose, place)
    join ledger.account a on a.owner_id = w.owner_id and a.coin = w.coin and a.purpose = w.purpose
    where taken is null or w.place = any (taken)
    order by a.owner_id, a.coin, a.purpose
    for no key update of a
  loop
    available[known.place] := known.available;
    frozen[known.place] := known.frozen;
    pending[known.place] := known.pending;
    version[known.place] := known.version;
    lowest[known.place] := case when known.unbounded then -ceiling else 0 end;
    moment[known.place] := known.last_posted_at;
    -- Not known where the account's last type is none of the batch's.
    if known.last_kind is not null then
      last_kind[known.place] := known.last_kind;
      type_version[known.last_kind] := known.last_type_version;
    end if;
  end loop;
  if cardinality(taken) < accounts then
    select array_agg(batch.version[w.place] is null and a.owner_id is not null order by w.place) into held
    from unnest(account_owner_ids, account_coins, account_purposes) with ordinality as w(owner_id, coin, purpose, place)
    left join ledger.account a on a.owner_id = w.owner_id and a.coin = w.coin and a.purpose = w.purpose;
  end if;
  now_at := clock_timestamp();
  for i in 1 .. accounts loop
    moment[i] := greatest(moment[i], now_at);
  end loop;
  version_before := version;

  select array_agg(number order by place) into coin_no
  from (select place, dense_rank() over (order by coin)::integer as number from unnest(account_coins) with ordinality as c(coin, place)) n;

  -- After the locks: whoever else was making one of these postings held one of these accounts, and is done.
  -- What it knew under one of these ids over accounts that were skipped is not seen here; that posting is locked, or collides.
  select array_agg(asked.same_as order by asked.place), array_agg(p.content_mac order by asked.place),
    array_agg(p.posted_at order by asked.place)
  into same_as, known_mac, known_at
  from (
    select owner_id, posting_id, place, (min(place) over (partition by owner_id, posting_id))::integer as same_as
    from unnest(posting_owner_ids, posting_ids) with ordinality as n(owner_id, posting_id, place)
  ) asked
  left join ledger.posting p on p.owner_id = asked.owner_id and p.posting_id = asked.posting_id;

  if cardinality(leg_holds) > 0 then
    select array_agg(case when l.hold_id is not null then l.place end order by l.leg),
      array_agg(format('%s %s %s', account_coins[l.account], account_purposes[l.account], case when l.d_pending = 0 then 'frozen' else 'pending' end)
        order by l.leg)
    into leg_hold, leg_place
    from (
      select leg, account, hold_id, d_pending, (dense_rank() over (order by hold_id is null, account_owner_ids[account], hold_id))::integer as place
      from unnest(leg_accounts, leg_holds, leg_pending) with ordinality as l(account, hold_id, d_pending, leg)
    ) l;
    -- The lock on its account is the lock on a hold.
    select array_agg(n.owner_id order by n.place), array_agg(n.hold_id order by n.place), array_agg(coalesce(h.remaining, 0) order by n.place),
      array_agg(format('%s %s %s', h.coin, h.purpose, h.bucket) order by n.place)
    into hold_owner_ids, hold_ids, hold_before, hold_place
    from (
      select distinct l.place, account_owner_ids[l.account] as owner_id, l.hold_id
      from unnest(batch.leg_hold, leg_accounts, leg_holds) as l(place, account, hold_id) where l.place is not null
    ) n
    left join ledger.hold h on h.owner_id = n.owner_id and h.hold_id = n.hold_id;
    hold_left := hold_before;
    hold_made_by := array_fill(null::integer, array[cardinality(hold_ids)]);
    hold_seen_in := array_fill(0, array[cardinality(hold_ids)]);
  end if;

  for i in 1 .. postings loop
    first_leg := leg;
    same := same_as[i];
    if known_at[same] is not null then
      -- A posting without a MAC was made by nobody who holds the key: it is not what is asked for now.
      outcome[i] := case when known_mac[same] = content_macs[i] then 'replayed' else 'content_mismatch' end;
      while leg_postings[leg] = i loop
        leg := leg + 1;
      end loop;
      continue;
    end if;

    malformed := false; missing := null; busy := null; short := null; over := null; unsettled := 0;
    while leg_postings[leg] = i loop
      account := leg_accounts[leg];
      d_available := leg_available[leg];
      d_frozen := leg_frozen[leg];
      d_pending := leg_pending[leg];
      hold := leg_hold[leg];
      if (d_available between -largest_change and largest_change and d_frozen between -largest_change and largest_change
          and d_pending between -largest_change and largest_change and leg_charges[leg] between 0 and largest_change
          and (d_available <> 0 or d_frozen <> 0 or d_pending <> 0 or leg_charges[leg] <> 0)
          and (hold is null) = (d_frozen = 0 and d_pending = 0) and (d_frozen = 0 or d_pending = 0)
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
          if held[account] then
            busy := coalesce(busy, account);
          else
            missing := coalesce(missing, account);
          end if;
        else
          new_available := available[account] + d_available;
          new_frozen := frozen[account] + d_frozen;
          new_pending := pending[account] + d_pending;
          if hold is not null then
            if hold_seen_in[hold] = i or (hold_left[hold] > 0 and hold_place[hold] <> leg_place[leg]) then
              malformed := true;
            elsif hold_left[hold] + d_frozen + d_pending < 0 then
              short := coalesce(short, account);
            end if;
            hold_seen_in[hold] := i;
          end if;
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
    elsif busy is not null then
      outcome[i] := 'locked';
      offender[i] := busy;
    elsif deadlines[i] < now_at then
      outcome[i] := 'late';
    elsif missing is not null or short is not null or over is not null then
      outcome[i] := case when missing is not null then 'account_missing' when short is not null then 'insufficient' else 'overflow' end;
      offender[i] := coalesce(missing, short, over);
    else
      outcome[i] := 'posted';
      known_mac[same] := content_macs[i];
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
        -- Not the provider's, whose owner ids end at 16.
        if type_version[kind] is null and account_owner_ids[account] > 16 then
          type_version[kind] := case when version_before[account] = 0 then 0
            else ledger.last_version(account_owner_ids[account], account_coins[account], account_purposes[account], posting_types[i]) end;
        end if;
        type_version[kind] := type_version[kind] + 1;
        type_version_after[j] := type_version[kind];
        begins_run[j] := last_kind[account] is distinct from kind and type_version[kind] is not null;
        last_kind[account] := kind;
        hold := leg_hold[j];
        if hold is not null then
          if hold_left[hold] = 0 then
            hold_place[hold] := leg_place[j];
            hold_made_by[hold] := j;
          end if;
          hold_left[hold] := hold_left[hold] + leg_frozen[j] + leg_pending[j];
        end if;
      end loop;
    end if;
  end loop;
  if leg <> legs + 1 then
    raise exception 'the legs of a batch do not follow its postings' using errcode = 'invalid_parameter_value';
  end if;

  -- Arrays are read by place: unnested, each row would be written to memory and read again.
  update ledger.account t
  set available = batch.available[n.place], frozen = batch.frozen[n.place], pending = batch.pending[n.place], version = batch.version[n.place],
    last_posted_at = moment[n.place], last_type = types[(batch.last_kind[n.place] - 1) / accounts + 1],
    last_type_version = type_version[batch.last_kind[n.place]]
  from generate_series(1, accounts) as n(place)
  where t.owner_id = account_owner_ids[n.place] and t.coin = account_coins[n.place] and t.purpose = account_purposes[n.place]
    and batch.version[n.place] > version_before[n.place];

  insert into ledger.posting (owner_id, posting_id, type, serial_number, content_mac, note, posted_at)
  select posting_owner_ids[n.place], posting_ids[n.place], posting_types[n.place], serial_numbers[n.place], content_macs[n.place],
    notes[n.place], now_at
  from generate_series(1, postings) as n(place)
  where outcome[n.place] = 'posted';

  insert into ledger.entry (owner_id, coin, purpose, version, type_version, posting_owner_id, posting_id, type, serial_number, counterparty,
    available_before, available_after, frozen_before, frozen_after, pending_before, pending_after, charge, posted_at, hold_id, begins_run)
  select account_owner_ids[l.account], account_coins[l.account], account_purposes[l.account], version_after[l.leg], type_version_after[l.leg],
    posting_owner_ids[l.posting], posting_ids[l.posting], posting_types[l.posting], serial_numbers[l.posting], leg_counterparties[l.leg],
    available_after[l.leg] - leg_available[l.leg], available_after[l.leg], frozen_after[l.leg] - leg_frozen[l.leg], frozen_after[l.leg],
    pending_after[l.leg] - leg_pending[l.leg], pending_after[l.leg], leg_charges[l.leg], moment[l.account], leg_holds[l.leg],
    begins_run[l.leg]
  from (
    select leg, leg_accounts[leg] as account, leg_postings[leg] as posting
    from generate_series(1, legs) as n(leg)
    where version_after[leg] is not null
    offset 0
  ) l;

  if cardinality(hold_ids) > 0 then
    delete from ledger.hold h
    using unnest(hold_owner_ids, hold_ids, hold_before, hold_left) as n(owner_id, hold_id, held, remaining)
    where h.owner_id = n.owner_id and h.hold_id = n.hold_id and n.held > 0 and n.remaining = 0;

    -- One that was used up and made anew within the batch is another than it was.
    update ledger.hold h
    set remaining = n.remaining, made_at = case when n.leg is null then h.made_at else now_at end,
      posting_owner_id = coalesce(posting_owner_ids[leg_postings[n.leg]], h.posting_owner_id),
      posting_id = coalesce(posting_ids[leg_postings[n.leg]], h.posting_id), coin = coalesce(account_coins[leg_accounts[n.leg]], h.coin),
      purpose = coalesce(account_purposes[leg_accounts[n.leg]], h.purpose),
      bucket = case when n.leg is null then h.bucket when leg_pending[n.leg] = 0 then 'frozen' else 'pending' end
    from unnest(hold_owner_ids, hold_ids, hold_before, hold_left, hold_made_by) as n(owner_id, hold_id, held, remaining, leg)
    where h.owner_id = n.owner_id and h.hold_id = n.hold_id and n.held > 0 and n.remaining > 0 and (n.remaining <> n.held or n.leg is not null);

    insert into ledger.hold (owner_id, hold_id, coin, purpose, bucket, remaining, made_at, posting_owner_id, posting_id)
    select n.owner_id, n.hold_id, account_coins[leg_accounts[n.leg]], account_purposes[leg_accounts[n.leg]],
      case when leg_pending[n.leg] = 0 then 'frozen' else 'pending' end, n.remaining, now_at, posting_owner_ids[leg_postings[n.leg]],
      posting_ids[leg_postings[n.leg]]
    from unnest(hold_owner_ids, hold_ids, hold_before, hold_left, hold_made_by) as n(owner_id, hold_id, held, remaining, leg)
    where n.held = 0 and n.remaining > 0
    order by n.owner_id, n.hold_id;
  end if;

  return query
  select i, outcome[i], case when outcome[i] in ('posted', 'replayed') then known_at[same_as[i]] end,
    account_owner_ids[offender[i]], account_coins[offender[i]], account_purposes[offender[i]]
  from generate_series(1, postings) as i;
end
$$;
