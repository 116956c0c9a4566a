-- Orders that move money in or out under review: withdrawals of merchants' users, adjustments, USDT in and out, fiat out. One table, as they share
-- one life: whoever submits one waits for somebody else to decide. The columns that a kind has no use for are empty.

create table review_order (
  -- Whose order: a merchant, or a wallet user.
  owner_id bigint not null,
  serial_number text not null,
  kind text not null check (kind in ('user_withdrawal', 'adjustment', 'usdt_recharge', 'usdt_withdrawal', 'fiat_withdrawal')),
  -- The machines in the contract say which states a kind has.
  status text not null check (status in ('pending_review', 'approved', 'rejected', 'cancelled', 'settled', 'failed', 'refunded', 'paid_out',
    'returned', 'created', 'paid', 'completed', 'appeal')),
  review_mode text not null check (review_mode in ('manual', 'automatic')),
  -- Why it was not decided by itself.
  manual_because text[] not null default '{}',
  -- The owner's own number of it; empty: none.
  order_id text not null default '',
  -- The wallet user who is given the money, and what the owner calls them.
  payee_id bigint,
  payee_nick text not null default '',
  external_account text not null default '',
  balance_type text not null default '' check (balance_type in ('', 'available', 'pending')),
  -- What moves on the owner's account: `amount` leaves it, or is credited to it before fees; `settlement` is what arrives.
  coin text not null references coin,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  network_fee bigint not null default 0 check (network_fee >= 0),
  settlement bigint not null check (settlement >= 0),
  fee_bp integer not null check (fee_bp between 0 and 10000),
  -- What it is exchanged for or from, outside: USDT on a chain, money at a bank.
  other_coin text,
  other_amount numeric(38, 0) check (other_amount >= 0),
  -- Coins for one USDT, as it was when the order was made.
  rate numeric(36, 18) check (rate > 0),
  network text,
  address text not null default '',
  txid text not null default '',
  -- The bank account as it was then, sealed where it is secret.
  destination jsonb,
  -- The words of whoever submitted it, and the reason of whoever rejected it.
  note text not null default '' check (length(note) <= 200),
  remark text not null default '' check (length(remark) <= 200),
  -- Who decided: how the owner is shown them, and who it was.
  audit text not null default '',
  reviewer_kind text check (reviewer_kind in ('merchant', 'access_key', 'user', 'operator', 'system')),
  reviewer_id text,
  submitted_by text not null default '',
  create_time timestamptz not null default date_trunc('milliseconds', now()),
  audit_time timestamptz,
  update_time timestamptz not null default date_trunc('milliseconds', now()),
  primary key (owner_id, serial_number),
  check (amount = fee + network_fee + settlement),
  check ((other_coin is null) = (other_amount is null))
);
create unique index review_order_of_owner on review_order (owner_id, kind, order_id) where order_id <> '';
create index review_order_by_time on review_order (owner_id, kind, create_time desc, serial_number desc);
create index review_order_by_status on review_order (owner_id, kind, status, create_time desc, serial_number desc);
create index review_order_of_payee on review_order (payee_id, create_time desc, serial_number desc) where payee_id is not null;
-- For staff, across all owners.
create index review_order_of_all on review_order (kind, status, create_time desc, serial_number desc);

alter table review_order enable row level security;
create policy owner_scope on review_order to purser_app, purser_operator
  using ((select scope()) = 'system' or owner_id = nullif((select scope()), 'system')::bigint);
-- Who is given the money sees the order, and changes nothing.
create policy payee_scope on review_order for select to purser_app using (payee_id = nullif((select scope()), 'system')::bigint);
grant select, insert, update on review_order to purser_app;
grant select, update on review_order to purser_operator;

-- Fees and limits of such orders. Those of USDT in and out are counted in USDT, those of fiat in the coin itself.
alter table coin
  add column user_withdrawal_fee_bp integer not null default 50 check (user_withdrawal_fee_bp between 0 and 10000),
  add column usdt_recharge_fee_bp integer not null default 20 check (usdt_recharge_fee_bp between 0 and 10000),
  add column usdt_withdrawal_fee_bp integer not null default 50 check (usdt_withdrawal_fee_bp between 0 and 10000),
  add column fiat_withdrawal_fee_bp integer not null default 80 check (fiat_withdrawal_fee_bp between 0 and 10000),
  add column usdt_recharge_minimum bigint not null default 100000000 check (usdt_recharge_minimum > 0),
  add column usdt_withdrawal_minimum bigint not null default 100000000 check (usdt_withdrawal_minimum > 0),
  add column usdt_withdrawal_maximum bigint not null default 100000000000 check (usdt_withdrawal_maximum >= usdt_withdrawal_minimum),
  add column usdt_withdrawal_day_maximum bigint not null default 500000000000 check (usdt_withdrawal_day_maximum >= usdt_withdrawal_maximum),
  add column fiat_withdrawal_minimum bigint not null default 1 check (fiat_withdrawal_minimum > 0);
-- 100.00 of a coin, whatever its decimals.
update coin set fiat_withdrawal_minimum = least(100 * power(10::numeric, decimals), 100000000000000000)::bigint;
alter table merchant_terms
  add column user_withdrawal_fee_bp integer check (user_withdrawal_fee_bp between 0 and 10000),
  add column usdt_recharge_fee_bp integer check (usdt_recharge_fee_bp between 0 and 10000),
  add column usdt_withdrawal_fee_bp integer check (usdt_withdrawal_fee_bp between 0 and 10000),
  add column fiat_withdrawal_fee_bp integer check (fiat_withdrawal_fee_bp between 0 and 10000);
alter table coin_network
  -- What a withdrawal over the network costs beside the fee, in the coin's minor units.
  add column network_fee bigint not null default 0 check (network_fee >= 0),
  -- Where everybody sends what they recharge; empty: nothing is taken in over this network.
  add column deposit_address text not null default '';
