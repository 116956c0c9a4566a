-- What staff look for among orders under review, and up to which amount one of them approves.

-- With the owner in it, a page of all orders is found in this index alone; without, those of each owner in turn look cheaper to the planner.
drop index review_order_of_all;
create index review_order_of_all on review_order (kind, status, create_time desc, serial_number desc) include (owner_id);
-- By numbers that may be of anybody's.
create index review_order_by_number on review_order (serial_number);
create index review_order_by_txid on review_order (txid) where txid <> '';
-- What waits for staff, the oldest first.
create index review_order_waiting on review_order (create_time, serial_number) include (owner_id)
  where kind in ('adjustment', 'usdt_recharge', 'usdt_withdrawal', 'fiat_withdrawal') and status in ('pending_review', 'appeal');
-- What was entered about one owner.
create index approval_of_owner on approval (owner_id, created_at);

-- The largest amount that one person approves, of each kind and coin; the row with the highest sequence holds. Where there is none, every
-- approval wants two people.
create table review_bound (
  coin text not null references coin,
  kind text not null check (kind in ('adjustment', 'usdt_recharge', 'usdt_withdrawal', 'fiat_withdrawal')),
  sequence integer not null check (sequence > 0),
  amount bigint not null check (amount between 0 and 100000000000000000),
  -- The number of a member of staff; null for what an installation begins with.
  set_by bigint,
  -- The approval by which it was set; null: by one person.
  approval_id uuid,
  set_at timestamptz not null default now(),
  primary key (coin, kind, sequence)
);
insert into review_bound (coin, kind, sequence, amount)
select coin.code, kind, 1, (case coin.code when 'VNDT' then 250000000 when 'CNYT' then 70000 else 10000 end * power(10::numeric, coin.decimals))::bigint
from coin cross join unnest(array['adjustment', 'usdt_recharge', 'usdt_withdrawal', 'fiat_withdrawal']) as kind
where coin.code in ('CNYT', 'VNDT', 'USDP', 'USDT');

alter table review_bound enable row level security;
create policy staff_only on review_bound to purser_operator using ((select scope()) is not null);
grant select, insert on review_bound to purser_operator;
