-- Agents refer wallet users: a code of their own, who came by it, and a share of the fees that the provider earns of what these do.

-- The code of an agent, made when they first ask for it and kept for good: whoever is an agent again has the same one.
create table referral_code (
  code text primary key check (code ~ '^[2-9A-HJ-NP-Z]{8}$'),
  owner_id bigint not null unique references wallet_user,
  created_at timestamptz not null default now()
);
alter table referral_code enable row level security;
create policy owner_scope on referral_code to purser_app
  using ((select scope()) = 'system' or owner_id = nullif((select scope()), 'system')::bigint);
create policy staff_reads on referral_code for select to purser_operator using ((select scope()) = 'system');
grant select, insert on referral_code to purser_app;
grant select on referral_code to purser_operator;

-- Who came by whose code. It is written as somebody registers: nobody may change or remove it.
create table referral (
  user_id bigint primary key references wallet_user,
  agent_id bigint not null,
  create_time timestamptz not null default now(),
  constraint referral_of_another check (agent_id <> user_id)
);
create index referral_by_agent on referral (agent_id, user_id);
alter table referral enable row level security;
create policy system_writes on referral to purser_app using ((select scope()) = 'system');
create policy own_read on referral for select to purser_app
  using (user_id = nullif((select scope()), 'system')::bigint);
create policy agent_reads on referral for select to purser_app
  using (agent_id = nullif((select scope()), 'system')::bigint);
create policy staff_reads on referral for select to purser_operator using ((select scope()) = 'system');
grant select, insert on referral to purser_app;
grant select on referral to purser_operator;

-- What an agent gets of the fee of one order: exactly one row for each order of a user who was referred that has come to its fee. `due` until it is
-- paid; `none` where there is nothing to pay, and `lapsed` where the fee was given back before, or the agent has closed the account.
create table commission (
  owner_id bigint not null,
  user_id bigint not null,
  order_serial_number text not null,
  order_kind text not null check (order_kind in ('usdt_recharge', 'usdt_withdrawal', 'fiat_withdrawal')),
  serial_number text not null,
  coin text not null references coin,
  fee bigint not null check (fee > 0),
  share_bp integer not null check (share_bp between 0 and 5000),
  amount bigint not null,
  state text not null check (state in ('due', 'paid', 'lapsed', 'none')),
  create_time timestamptz not null default date_trunc('milliseconds', now()),
  due_time timestamptz not null,
  settle_time timestamptz,
  primary key (owner_id, user_id, order_serial_number),
  unique (owner_id, serial_number),
  constraint commission_share check (amount = div(fee::numeric * share_bp, 10000)),
  constraint commission_state check ((amount = 0) = (state = 'none') and (settle_time is null) = (state <> 'paid'))
);
create index commission_due on commission (due_time, owner_id, serial_number) where state = 'due';
create index commission_list on commission (owner_id, state, create_time desc, serial_number desc);
create index commission_total on commission (owner_id, coin, state) include (amount);
alter table commission enable row level security;
create policy owner_reads on commission for select to purser_app
  using ((select scope()) = 'system' or owner_id = nullif((select scope()), 'system')::bigint);
create policy system_settles on commission for update to purser_app using ((select scope()) = 'system');
create policy staff_reads on commission for select to purser_operator using ((select scope()) = 'system');
grant select, update (state, settle_time) on commission to purser_app;
grant select on commission to purser_operator;

-- Notes what orders that were just moved earn for agents, in the transaction that moved them: the share is the one that holds now. A payout that comes
-- back takes what it has earned along, unless that was paid. `numbers` are the orders of `owners`, `serials` what the commissions are to be called.
create function note_commissions(owners bigint[], numbers text[], serials text[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if public.scope() is null then
    raise exception 'commissions are noted within a scope' using errcode = 'insufficient_privilege';
  end if;
  insert into public.commission (owner_id, user_id, order_serial_number, order_kind, serial_number, coin, fee, share_bp, amount, state, due_time)
  select r.agent_id, o.owner_id, o.serial_number, o.kind, m.serial, o.coin, o.fee, share.bp, earned.amount,
    case when earned.amount > 0 then 'due' else 'none' end,
    -- A bank may send back what it was told to pay.
    o.update_time + case o.kind when 'fiat_withdrawal' then interval '30 days' else interval '0' end
  from unnest(owners, numbers, serials) as m (owner_id, serial_number, serial)
  join public.review_order o on o.owner_id = m.owner_id and o.serial_number = m.serial_number
  join public.referral r on r.user_id = o.owner_id
  cross join lateral (
    select coalesce(max(t.commission_bp), 0) as bp
    from public.wallet_user a join public.kind_terms t on t.kind = a.kind and t.coin = o.coin
    where a.user_id = r.agent_id and a.kind = 'agent' and a.closed_at is null
  ) share
  cross join lateral (select div(o.fee::numeric * share.bp, 10000)::bigint as amount) earned
  where o.fee > 0
    and (o.kind, o.status) in (('usdt_recharge', 'approved'), ('usdt_withdrawal', 'settled'), ('fiat_withdrawal', 'paid_out'))
  on conflict do nothing;

  update public.commission c set state = 'lapsed'
  from unnest(owners, numbers) as m (owner_id, serial_number)
  join public.review_order o on o.owner_id = m.owner_id and o.serial_number = m.serial_number and o.status = 'returned'
  join public.referral r on r.user_id = o.owner_id
  where c.owner_id = r.agent_id and c.user_id = o.owner_id and c.order_serial_number = o.serial_number and c.state = 'due';
end
$$;
revoke all on function note_commissions from public;
grant execute on function note_commissions to purser_app, purser_operator;

-- The share of an agent, in a coin: none unless set, and never more than half of the fee.
alter table kind_terms
  add column commission_bp integer check (commission_bp between 0 and 5000),
  add constraint kind_terms_commission check (commission_bp is null or kind = 'agent');
alter table terms_change
  add column commission_bp integer check (commission_bp between 0 and 5000),
  add column commission_bp_before integer check (commission_bp_before between 0 and 5000);
