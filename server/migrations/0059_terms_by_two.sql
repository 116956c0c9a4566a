-- A fee or rate that changes beyond a bound wants two people. What held within the last day counts as "before", so that small steps add up.

-- How far one person may go, in basis points of what a fee or rate was; the row with the highest sequence holds.
create table change_bound (
  sequence integer primary key check (sequence > 0),
  fee_bp integer not null check (fee_bp between 0 and 10000),
  rate_bp integer not null check (rate_bp between 0 and 10000),
  -- The number of a member of staff; null for what an installation begins with.
  set_by bigint,
  -- The approval by which it was set; null: by one person.
  approval_id uuid,
  set_at timestamptz not null default now()
);
insert into change_bound (sequence, fee_bp, rate_bp) values (1, 2000, 200);

-- Each change of terms, with the fees that held before and after it. The highest sequence is the version of the terms: what was entered under
-- another one is not approved any more.
create table terms_change (
  -- Whose terms: a merchant's own, or everybody's (1).
  owner_id bigint not null,
  coin text not null references coin,
  sequence integer not null check (sequence > 0),
  payment_fee_bp_before integer not null,
  payment_fee_bp integer not null,
  transfer_fee_bp_before integer not null,
  transfer_fee_bp integer not null,
  set_by bigint not null,
  approval_id uuid,
  set_at timestamptz not null default now(),
  primary key (owner_id, coin, sequence)
);

alter table coin_rate add column approval_id uuid;

alter table change_bound enable row level security;
create policy staff_only on change_bound to purser_operator using ((select scope()) is not null);
alter table terms_change enable row level security;
create policy owner_scope on terms_change to purser_operator
  using ((select scope()) = 'system' or owner_id = nullif((select scope()), 'system')::bigint);
grant select, insert on change_bound, terms_change to purser_operator;
