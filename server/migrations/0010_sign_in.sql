-- A subject that used its failures up is locked for a time that may double with every further lock.
alter table throttle add column locks integer not null default 0, add column locked_until timestamptz;

-- Whoever has one IPv6 address has the 2^64 beside it: a known address is known as its network, as it is when failures are counted.
insert into known_address (owner_id, ip, last_login_at)
select owner_id, network(set_masklen(ip, 64)), max(last_login_at)
from known_address where family(ip) = 6 and masklen(ip) = 128
group by owner_id, network(set_masklen(ip, 64))
on conflict (owner_id, ip) do update set last_login_at = greatest(known_address.last_login_at, excluded.last_login_at);
delete from known_address where family(ip) = 6 and masklen(ip) = 128;
create index known_address_forget on known_address (last_login_at);

-- Failed sign-ins and codes of an account, counted per address. A bounded number of rows per account, whoever tries however often.
create table sign_in_failure (
  owner_id bigint not null,
  kind text not null check (kind in ('password', 'code', 'code_of_act')),
  -- An IPv4 address or an IPv6 network; "other" for all that come after the first ones.
  address text not null,
  failures integer not null default 1,
  -- Those that the owner has not been told of.
  unseen integer not null default 1,
  locks integer not null default 0,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (owner_id, kind, address)
);
create index sign_in_failure_forget on sign_in_failure (last_at);
alter table sign_in_failure enable row level security;
create policy owner_scope on sign_in_failure to purser_app using (
  current_setting('purser.owner_id', true) = 'system'
  or owner_id = nullif(nullif(current_setting('purser.owner_id', true), 'system'), '')::bigint);
grant select, insert, update, delete on sign_in_failure to purser_app;
