-- Fees and limits of wallet users by their kind: ordinary, advanced and agents.

-- What of a coin's fees and limits is another for wallet users of a kind; null: as the coin has it. Only what wallet users pay or are bound by.
create table kind_terms (
  kind text not null check (kind in ('ordinary', 'advanced', 'agent')),
  coin text not null references coin,
  usdt_recharge_fee_bp integer check (usdt_recharge_fee_bp between 0 and 10000),
  usdt_withdrawal_fee_bp integer check (usdt_withdrawal_fee_bp between 0 and 10000),
  fiat_withdrawal_fee_bp integer check (fiat_withdrawal_fee_bp between 0 and 10000),
  usdt_recharge_minimum bigint check (usdt_recharge_minimum > 0),
  usdt_withdrawal_minimum bigint check (usdt_withdrawal_minimum > 0),
  usdt_withdrawal_maximum bigint check (usdt_withdrawal_maximum >= usdt_withdrawal_minimum),
  usdt_withdrawal_day_maximum bigint check (usdt_withdrawal_day_maximum >= usdt_withdrawal_maximum),
  fiat_withdrawal_minimum bigint check (fiat_withdrawal_minimum > 0),
  changed_at timestamptz not null default now(),
  primary key (kind, coin),
  constraint kind_terms_usdt_withdrawal
    check (num_nulls(usdt_withdrawal_minimum, usdt_withdrawal_maximum, usdt_withdrawal_day_maximum) in (0, 3))
);

alter table kind_terms enable row level security;
create policy read_scoped on kind_terms for select to purser_app, purser_operator using ((select scope()) is not null);
create policy staff_writes on kind_terms to purser_operator using ((select scope()) = 'system');
grant select on kind_terms to purser_app, purser_operator;
grant insert, delete on kind_terms to purser_operator;

-- Changes of a kind's terms have versions of their own. Empty: the terms of everybody, or a merchant's own.
alter table terms_change
  add column kind text not null default '' check (kind in ('', 'ordinary', 'advanced', 'agent')),
  drop constraint terms_change_pkey,
  add primary key (owner_id, coin, kind, sequence);
