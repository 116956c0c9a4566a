-- Whether the tables are distributed over several nodes: never, until they are (`npm run distribute`).
create function ledger.is_distributed() returns boolean language sql immutable parallel safe as 'select false';
revoke execute on function ledger.is_distributed from public;

-- A batch locks accounts one by one where they are distributed. Nothing else of it is different; on one PostgreSQL nothing is.
create or replace function ledger.post_batch(
  posting_owner_ids bigint[], posting_ids uuid[], posting_types text[], serial_numbers text[], notes jsonb[],
  account_owner_ids bigint[], account_coins text[], account_purposes text[],
  leg_postings integer[], leg_accounts integer[],
  leg_available bigint[], leg_frozen bigint[], leg_pending bigint[], leg_charges bigint[], leg_counterparties bigint[],
  leg_holds uuid[], content_macs bytea[], deadlines timestamptz[], skip_locked boolean
) returns table (postings integer[], result text, posted_at timestamptz, owner_id bigint, coin text, purpose text)
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
  size constant integer := cardinality(posting_ids);
  accounts constant integer := cardinality(account_owner_ids);
  legs constant integer := cardinality(leg_postings);
  scope constant bigint := ledger.scope_owner();
  -- Does any leg change frozen or pending funds? Of most batches none does.
  moves_held constant boolean := leg_frozen is not null;

  -- State of each account as the batch goes, by its place. An account that is not open has no version.
  available bigint[]; frozen bigint[]; pending bigint[]; version bigint[]; lowest bigint[];
  version_before bigint[];
  -- The time of each account's last entry: those of this batch are in it now, but never before that.
  moment timestamptz[];
  -- Of a batch in more than one coin: which of them each account is in, and the running sum of the posting's legs in each. It is back at
  -- zero for every coin when the posting balances.
  coins text[]; one_coin boolean; coin_no integer[]; coin_sum bigint[];
  -- Per kind, which is one of the batch's types in one account: how many entries of that type the account has, once it is known.
  types text[]; one_type boolean; type_version bigint[];
  -- Of each account the kind of its last entry, null where that is of none of the batch's types, and what was known of its type before.
  last_kind integer[]; last_type_version bigint[];
  first_kind integer; kind integer;
  seen_in integer[] := array_fill(0, array[accounts]);
  -- Where the legs of each posting begin, and behind the last one where they end; and is the posting malformed by itself, whatever the accounts hold?
  first_leg integer[] := array_fill(null::integer, array[size + 1]);
  malformed boolean[] := array_fill(false, array[size]);
  -- What each leg leaves behind; version_after stays null unless its posting is made.
  available_after bigint[] := array_fill(0::bigint, array[legs]);
  frozen_after bigint[] := array_fill(0::bigint, array[legs]);
  pending_after bigint[] := array_fill(0::bigint, array[legs]);
  version_after bigint[] := array_fill(null::bigint, array[legs]);
  type_version_after bigint[] := array_fill(null::bigint, array[legs]);
  begins_run boolean[] := array_fill(false, array[legs]);
  -- Per posting what is known of its id; of one that the batch names repeatedly it is kept at the first place with that id, same_as.
  known_mac bytea[] := array_fill(null::bytea, array[size]); known_at timestamptz[] := array_fill(null::timestamptz, array[size]);
  repeated boolean; same_as integer[];
  outcome text[] := array_fill(null::text, array[size]);
  offender integer[] := array_fill(null::integer, array[size]);

  -- Holds that the batch names, by their place: what each holds as the batch goes, where that is (null while it holds nothing), and the leg
  -- that made it in this batch. Per leg the place of its hold, and where it would be. All null when none is named.
  leg_hold integer[]; leg_place text[];
  hold_owner_ids bigint[]; hold_ids uuid[]; hold_before bigint[]; hold_left bigint[]; hold_place text[]; hold_made_by integer[]; hold_seen_in integer[];

  -- Where not all that are open were locked: the places of those that were, and which of the others are held elsewhere.
  taken integer[]; places integer[]; held boolean[] := array_fill(false, array[accounts]);
  now_at timestamptz;
  made record;
  leg integer := 1;
  account integer; hold integer; same integer; coin_at integer;
  -- What is wrong with the posting at hand, and because of which account.
  wrong boolean; missing integer; busy integer; short integer; over integer;
  -- The sum of the posting's legs, or of a batch in several coins the number of coins whose sum is not zero.
  unsettled bigint;
  d_available bigint; d_frozen bigint := 0; d_pending bigint := 0; sum_before bigint; sum_after bigint;
  new_frozen bigint; new_pending bigint;
begin
  if size = 0 then
    return;
  end if;
  if (cardinality(posting_owner_ids), cardinality(posting_types), cardinality(serial_numbers), cardinality(notes),
      cardinality(content_macs), cardinality(deadlines))
      is distinct from (size, size, size, size, size, size)
    or (cardinality(account_coins), cardinality(account_purposes)) is distinct from (accounts, accounts)
    or (cardinality(leg_accounts), cardinality(leg_available), cardinality(leg_charges), cardinality(leg_counterparties))
      is distinct from (legs, legs, legs, legs)
    or (cardinality(leg_frozen), cardinality(leg_pending), cardinality(leg_holds)) is distinct from
      (case when moves_held then legs end, case when moves_held then legs end, case when moves_held then legs end)
    or accounts is distinct from (
      select count(*)::integer from (select distinct * from unnest(account_owner_ids, account_coins, account_purposes)) d)
    or exists (select from unnest(leg_accounts) as l(account) where (account between 1 and accounts) is not true)
  then
    raise exception 'the arrays of a batch do not fit together' using errcode = 'invalid_parameter_value';
  end if;
  if scope is distinct from 0 and exists (
    select from unnest(leg_accounts, leg_available, leg_frozen, leg_pending) as l(account, d_available, d_frozen, d_pending)
    where account_owner_ids[l.account] is distinct from scope and least(l.d_available, l.d_frozen, l.d_pending) < 0
  ) then
    raise exception 'a caller scoped to one owner takes from accounts of that owner only' using errcode = 'insufficient_privilege';
  end if;

  -- What a posting is by itself needs no lock: nobody waits for that.
  coins := array(select distinct coin from unnest(account_coins) as c(coin));
  one_coin := cardinality(coins) = 1;
  if not one_coin then
    coin_no := array(select array_position(coins, account_coins[place]) from generate_series(1, accounts) as n(place) order by place);
    coin_sum := array_fill(0::bigint, array[cardinality(coins)]);
  end if;
  for i in 1 .. size loop
    first_leg[i] := leg;
    wrong := false; unsettled := 0;
    while leg_postings[leg] = i loop
      account := leg_accounts[leg];
      d_available := leg_available[leg];
      if moves_held then
        d_frozen := leg_frozen[leg];
        d_pending := leg_pending[leg];
      end if;
      if (d_available between -largest_change and largest_change and leg_charges[leg] between 0 and largest_change
          and (d_available <> 0 or leg_charges[leg] <> 0 or d_frozen <> 0 or d_pending <> 0)
          and (not moves_held
            or d_frozen between -largest_change and largest_change and d_pending between -largest_change and largest_change
              and (leg_holds[leg] is null) = (d_frozen = 0 and d_pending = 0) and (d_frozen = 0 or d_pending = 0))
          and seen_in[account] <> i and leg - first_leg[i] < most_legs) is not true
      then
        wrong := true;
      else
        seen_in[account] := i;
        if one_coin then
          unsettled := unsettled + d_available + d_frozen + d_pending;
        else
          coin_at := coin_no[account];
          sum_before := coin_sum[coin_at];
          sum_after := sum_before + d_available + d_frozen + d_pending;
          coin_sum[coin_at] := sum_after;
          unsettled := unsettled + (sum_after <> 0)::integer - (sum_before <> 0)::integer;
        end if;
      end if;
      leg := leg + 1;
    end loop;
    if leg = first_leg[i] then
      raise exception 'posting % of the batch has no legs in its place', i using errcode = 'invalid_parameter_value';
    elsif wrong or unsettled <> 0 then
      malformed[i] := true;
      if not one_coin then
        coin_sum := array_fill(0::bigint, array[cardinality(coins)]);
      end if;
    end if;
  end loop;
  if leg <> legs + 1 then
    raise exception 'the legs of a batch do not follow its postings' using errcode = 'invalid_parameter_value';
  end if;
  first_leg[size + 1] := leg;
  wrong := false;

  repeated := size > (select count(*) from (select distinct * from unnest(posting_owner_ids, posting_ids)) d);
  if repeated then
    same_as := array(
      select (min(place) over (partition by owner_id, posting_id))::integer
      from unnest(posting_owner_ids, posting_ids) with ordinality as n(owner_id, posting_id, place)
      order by place);
  end if;
  types := array(select distinct type from unnest(posting_types) as t(type));
  one_type := cardinality(types) = 1;
  type_version := array_fill(null::bigint, array[accounts * cardinality(types)]);

  if ledger.is_distributed() then
    -- A node locks rows for statements about one owner alone.
    taken := '{}';
    for made in
      select w.place::integer as place, w.owner_id, w.coin, w.purpose
      from unnest(account_owner_ids, account_coins, account_purposes) with ordinality as w(owner_id, coin, purpose, place)
      order by w.owner_id, w.coin, w.purpose
    loop
      if skip_locked then
        perform from ledger.account a
        where a.owner_id = made.owner_id and a.coin = made.coin and a.purpose = made.purpose for no key update skip locked;
      else
        perform from ledger.account a where a.owner_id = made.owner_id and a.coin = made.coin and a.purpose = made.purpose for no key update;
      end if;
      if found then
        taken := taken || made.place;
      end if;
    end loop;
  elsif skip_locked then
    taken := array(
      select w.place::integer
      from unnest(account_owner_ids, account_coins, account_purposes) with ordinality as w(owner_id, coin, purpose, place)
      join ledger.account a on a.owner_id = w.owner_id and a.coin = w.coin and a.purpose = w.purpose
      order by a.owner_id, a.coin, a.purpose
      for no key update of a skip locked);
  end if;
  -- Read at once and not row by row: the query of a loop copies its arrays, and finds a text of such a copy only by passing all before it.
  if ledger.is_distributed() then
    select array_agg(k.place order by k.place), array_agg(k.available order by k.place), array_agg(k.frozen order by k.place),
      array_agg(k.pending order by k.place), array_agg(k.version order by k.place), array_agg(k.lowest order by k.place),
      array_agg(k.last_posted_at order by k.place), array_agg(k.last_kind order by k.place), array_agg(k.last_type_version order by k.place)
    into places, available, frozen, pending, version, lowest, moment, last_kind, last_type_version
    from (
      select n.place, a.available, a.frozen, a.pending, a.version, case when a.unbounded then -ceiling else 0 end as lowest, a.last_posted_at,
        accounts * (array_position(types, a.last_type) - 1) + n.place as last_kind, a.last_type_version
      from generate_series(1, accounts) as n(place)
      join ledger.account a
        on a.owner_id = account_owner_ids[n.place] and a.coin = account_coins[n.place] and a.purpose = account_purposes[n.place]
      where n.place = any (taken)
    ) k;
  else
    select array_agg(k.place order by k.place), array_agg(k.available order by k.place), array_agg(k.frozen order by k.place),
      array_agg(k.pending order by k.place), array_agg(k.version order by k.place), array_agg(k.lowest order by k.place),
      array_agg(k.last_posted_at order by k.place), array_agg(k.last_kind order by k.place), array_agg(k.last_type_version order by k.place)
    into places, available, frozen, pending, version, lowest, moment, last_kind, last_type_version
    from (
      select n.place, a.available, a.frozen, a.pending, a.version, case when a.unbounded then -ceiling else 0 end as lowest, a.last_posted_at,
        accounts * (array_position(types, a.last_type) - 1) + n.place as last_kind, a.last_type_version
      from generate_series(1, accounts) as n(place)
      join ledger.account a
        on a.owner_id = account_owner_ids[n.place] and a.coin = account_coins[n.place] and a.purpose = account_purposes[n.place]
      where taken is null or n.place = any (taken)
      order by a.owner_id, a.coin, a.purpose
      for no key update of a
    ) k;
  end if;
  if cardinality(places) is distinct from accounts then
    -- The places of the others are empty.
    select array_agg(available[n.at] order by n.place), array_agg(frozen[n.at] order by n.place), array_agg(pending[n.at] order by n.place),
      array_agg(version[n.at] order by n.place), array_agg(lowest[n.at] order by n.place), array_agg(moment[n.at] order by n.place),
      array_agg(last_kind[n.at] order by n.place), array_agg(last_type_version[n.at] order by n.place)
    into available, frozen, pending, version, lowest, moment, last_kind, last_type_version
    from (select place, array_position(places, place) as at from generate_series(1, accounts) as p(place)) n;
  end if;
  if cardinality(taken) < accounts then
    select array_agg(batch.version[w.place] is null and a.owner_id is not null order by w.place) into held
    from unnest(account_owner_ids, account_coins, account_purposes) with ordinality as w(owner_id, coin, purpose, place)
    left join ledger.account a on a.owner_id = w.owner_id and a.coin = w.coin and a.purpose = w.purpose;
  end if;
  now_at := clock_timestamp();
  version_before := version;

  -- After the locks: whoever else was making one of these postings held one of these accounts, and is done.
  -- What it knew under one of these ids over accounts that were skipped is not seen here; that posting is locked, or collides.
  for made in
    select n.place, p.content_mac, p.posted_at
    from generate_series(1, size) as n(place)
    join ledger.posting p on p.owner_id = posting_owner_ids[n.place] and p.posting_id = posting_ids[n.place]
  loop
    known_mac[made.place] := made.content_mac;
    known_at[made.place] := made.posted_at;
  end loop;

  if moves_held then
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
    hold_made_by := array_fill(null::integer, array[coalesce(cardinality(hold_ids), 0)]);
    hold_seen_in := array_fill(0, array[coalesce(cardinality(hold_ids), 0)]);
  end if;

  for i in 1 .. size loop
    same := case when repeated then same_as[i] else i end;
    if known_at[same] is not null then
      -- A posting without a MAC was made by nobody who holds the key: it is not what is asked for now.
      outcome[i] := case when known_mac[same] = content_macs[i] then 'replayed' else 'content_mismatch' end;
      continue;
    elsif malformed[i] then
      outcome[i] := 'malformed';
      continue;
    end if;

    for leg in first_leg[i] .. first_leg[i + 1] - 1 loop
      account := leg_accounts[leg];
      if (available[account] + leg_available[leg] between lowest[account] and ceiling) is not true then
        if version[account] is not null then
          if available[account] + leg_available[leg] < lowest[account] then
            short := coalesce(short, account);
          else
            over := coalesce(over, account);
          end if;
        elsif held[account] then
          busy := coalesce(busy, account);
        else
          missing := coalesce(missing, account);
        end if;
      end if;
      if moves_held and version[account] is not null then
        hold := leg_hold[leg];
        new_frozen := frozen[account] + leg_frozen[leg];
        new_pending := pending[account] + leg_pending[leg];
        if hold is not null then
          if hold_seen_in[hold] = i or (hold_left[hold] > 0 and hold_place[hold] <> leg_place[leg]) then
            wrong := true;
          elsif hold_left[hold] + leg_frozen[leg] + leg_pending[leg] < 0 then
            short := coalesce(short, account);
          end if;
          hold_seen_in[hold] := i;
        end if;
        if new_frozen < 0 or new_pending < 0 then
          short := coalesce(short, account);
        elsif new_frozen > ceiling or new_pending > ceiling then
          over := coalesce(over, account);
        end if;
      end if;
    end loop;

    if wrong or deadlines[i] < now_at or coalesce(busy, missing, short, over) is not null then
      outcome[i] := case when wrong then 'malformed' when busy is not null then 'locked' when deadlines[i] < now_at then 'late'
        when missing is not null then 'account_missing' when short is not null then 'insufficient' else 'overflow' end;
      offender[i] := case when outcome[i] not in ('malformed', 'late') then coalesce(busy, missing, short, over) end;
      wrong := false; busy := null; missing := null; short := null; over := null;
    else
      outcome[i] := 'posted';
      if repeated then
        known_mac[same] := content_macs[i];
        known_at[same] := now_at;
      end if;
      first_kind := case when one_type then 0 else accounts * (array_position(types, posting_types[i]) - 1) end;
      for leg in first_leg[i] .. first_leg[i + 1] - 1 loop
        account := leg_accounts[leg];
        available[account] := available[account] + leg_available[leg];
        available_after[leg] := available[account];
        version[account] := version[account] + 1;
        version_after[leg] := version[account];
        kind := first_kind + account;
        -- Not the provider's, whose owner ids end at 128.
        if type_version[kind] is null and account_owner_ids[account] > 128 then
          type_version[kind] := case when version_before[account] = 0 then 0
            when last_kind[account] = kind and last_type_version[account] is not null then last_type_version[account]
            else ledger.last_version(account_owner_ids[account], account_coins[account], account_purposes[account], posting_types[i]) end;
        end if;
        type_version[kind] := type_version[kind] + 1;
        type_version_after[leg] := type_version[kind];
        if last_kind[account] is distinct from kind then
          begins_run[leg] := type_version[kind] is not null;
          last_kind[account] := kind;
        end if;
        if moves_held then
          frozen[account] := frozen[account] + leg_frozen[leg];
          frozen_after[leg] := frozen[account];
          pending[account] := pending[account] + leg_pending[leg];
          pending_after[leg] := pending[account];
          hold := leg_hold[leg];
          if hold is not null then
            if hold_left[hold] = 0 then
              hold_place[hold] := leg_place[leg];
              hold_made_by[hold] := leg;
            end if;
            hold_left[hold] := hold_left[hold] + leg_frozen[leg] + leg_pending[leg];
          end if;
        end if;
      end loop;
    end if;
  end loop;

  -- Arrays are read by place: unnested, each row would be written to memory and read again.
  update ledger.account t
  set available = n.available, frozen = n.frozen, pending = n.pending, version = n.version, last_posted_at = n.last_posted_at,
    last_type = n.last_type, last_type_version = n.last_type_version
  from (
    select account_owner_ids[place] as owner_id, account_coins[place] as coin, account_purposes[place] as purpose,
      batch.available[place] as available, batch.frozen[place] as frozen, batch.pending[place] as pending, batch.version[place] as version,
      greatest(moment[place], now_at) as last_posted_at, types[(batch.last_kind[place] - 1) / accounts + 1] as last_type,
      type_version[batch.last_kind[place]] as last_type_version
    from generate_series(1, accounts) as g(place)
    where batch.version[place] > version_before[place]
  ) n
  where t.owner_id = n.owner_id and t.coin = n.coin and t.purpose = n.purpose;

  insert into ledger.posting (owner_id, posting_id, type, serial_number, content_mac, note, posted_at)
  select posting_owner_ids[n.place], posting_ids[n.place], posting_types[n.place], serial_numbers[n.place], content_macs[n.place],
    notes[n.place], now_at
  from generate_series(1, size) as n(place)
  where outcome[n.place] = 'posted';

  insert into ledger.entry (owner_id, coin, purpose, version, type_version, posting_owner_id, posting_id, type, serial_number, counterparty,
    available_before, available_after, frozen_before, frozen_after, pending_before, pending_after, charge, posted_at, hold_id, begins_run)
  select account_owner_ids[l.account], account_coins[l.account], account_purposes[l.account], version_after[l.leg], type_version_after[l.leg],
    posting_owner_ids[l.posting], posting_ids[l.posting], posting_types[l.posting], serial_numbers[l.posting], leg_counterparties[l.leg],
    available_after[l.leg] - leg_available[l.leg], available_after[l.leg],
    case when moves_held then frozen_after[l.leg] - leg_frozen[l.leg] else frozen[l.account] end,
    case when moves_held then frozen_after[l.leg] else frozen[l.account] end,
    case when moves_held then pending_after[l.leg] - leg_pending[l.leg] else pending[l.account] end,
    case when moves_held then pending_after[l.leg] else pending[l.account] end, leg_charges[l.leg], greatest(moment[l.account], now_at), leg_holds[l.leg],
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
  select g.places, g.outcome, g.known_at, account_owner_ids[g.offender], account_coins[g.offender], account_purposes[g.offender]
  from (
    select array_agg(i) as places, batch.outcome[i] as outcome, batch.offender[i] as offender,
      case batch.outcome[i] when 'posted' then now_at when 'replayed' then batch.known_at[case when repeated then same_as[i] else i end] end as known_at
    from generate_series(1, size) as i
    group by 2, 3, 4
  ) g;
end
$$;
