-- Frozen and pending funds are held under the name of what they are held for: a release or settlement takes from its own hold, and never more
-- than that holds. Until now no program has frozen anything or made it pending, so there is nothing to give a hold to.

-- What is held now. A row goes when its hold is used up: what it ever held is in the entries that name it.
create table ledger.hold (
  owner_id bigint not null,
  remaining bigint not null,
  made_at timestamptz not null,
  hold_id uuid not null,
  -- The posting that made it.
  posting_owner_id bigint not null,
  posting_id uuid not null,
  -- The account and the bucket that it is on; the account is the owner's.
  coin text collate "C" not null,
  purpose text collate "C" not null,
  bucket text collate "C" not null constraint hold_bucket check (bucket in ('frozen', 'pending')),
  primary key (owner_id, hold_id),
  constraint hold_holds_something check (remaining > 0)
) with (
  -- Rows come and go as fast as the orders that they are of.
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500
);

alter table ledger.hold enable row level security;
create policy visible_to_owner on ledger.hold for select using (
  (select public.scope()) = 'system' or owner_id = (select nullif(public.scope(), 'system')::bigint));
grant select on ledger.hold to purser_app, purser_operator;

-- The hold that an entry's frozen or pending funds were added to or taken from; null where these did not change.
alter table ledger.entry add column hold_id uuid;
create index entry_by_hold on ledger.entry (owner_id, hold_id) where hold_id is not null;

drop function ledger.post_batch(bigint[], uuid[], text[], text[], jsonb[], bigint[], text[], text[], integer[], integer[],
  bigint[], bigint[], bigint[], bigint[], bigint[], bytea[], timestamptz[], boolean);

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
create function ledger.post_batch(
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
    if known.last_kind is not null then
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

  update ledger.account t
  set available = n.available, frozen = n.frozen, pending = n.pending, version = n.version, last_posted_at = n.moment,
    last_type = types[(n.last_kind - 1) / accounts + 1], last_type_version = type_version[n.last_kind]
  from unnest(account_owner_ids, account_coins, account_purposes, batch.available, batch.frozen, batch.pending, batch.version,
      version_before, moment, batch.last_kind)
    as n(owner_id, coin, purpose, available, frozen, pending, version, version_before, moment, last_kind)
  where t.owner_id = n.owner_id and t.coin = n.coin and t.purpose = n.purpose and n.version > n.version_before;

  insert into ledger.posting (owner_id, posting_id, type, serial_number, content_mac, note, posted_at)
  select n.owner_id, n.posting_id, n.type, n.serial_number, n.content_mac, n.note, now_at
  from unnest(posting_owner_ids, posting_ids, posting_types, serial_numbers, content_macs, notes, outcome)
    as n(owner_id, posting_id, type, serial_number, content_mac, note, outcome)
  where n.outcome = 'posted';

  insert into ledger.entry (owner_id, coin, purpose, version, type_version, posting_owner_id, posting_id, type, serial_number, counterparty,
    available_before, available_after, frozen_before, frozen_after, pending_before, pending_after, charge, posted_at, hold_id)
  select account_owner_ids[l.account], account_coins[l.account], account_purposes[l.account], l.version, l.type_version,
    posting_owner_ids[l.posting], posting_ids[l.posting], posting_types[l.posting], serial_numbers[l.posting], l.counterparty,
    l.available - l.d_available, l.available, l.frozen - l.d_frozen, l.frozen, l.pending - l.d_pending, l.pending, l.charge,
    moment[l.account], l.hold_id
  from unnest(leg_postings, leg_accounts, leg_available, leg_frozen, leg_pending, leg_charges, leg_counterparties,
      available_after, frozen_after, pending_after, version_after, type_version_after, leg_holds)
    as l(posting, account, d_available, d_frozen, d_pending, charge, counterparty, available, frozen, pending, version, type_version, hold_id)
  where l.version is not null;

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

revoke all on function ledger.post_batch from public;
grant execute on function ledger.post_batch to purser_app, purser_operator;
