-- Rates may follow a feed. Until now the columns for it stood empty in the history of rates; what a feed is asked for has a table of its own, and
-- the history keeps what it said.

alter table coin_rate
  drop constraint coin_rate_check,
  drop column feed,
  drop column spread_bp,
  drop column stale_after_s,
  -- What the feed said; the rate is that less the spread. A floating row without a rate begins, and nothing is exchanged until the feed was heard.
  add column fed numeric(36, 18) check (fed > 0),
  -- What one USDT costs whoever asks for it: what the feed said plus the spread. Where the rate is fixed it is the rate itself.
  add column rate_to_usdt numeric(36, 18) check (rate_to_usdt > 0),
  add constraint coin_rate_fixed check (case price_type when 'fixed' then rate is not null and fed is null and rate_to_usdt is null
    else num_nulls(rate, fed, rate_to_usdt) in (0, 3) end);

-- What a floating rate follows. Of a coin whose rate is fixed, the feed that it had last.
create table rate_feed (
  coin text primary key references coin,
  address text not null check (length(address) between 1 and 500),
  -- Where in the answer the number stands (RFC 6901).
  pointer text not null check (length(pointer) <= 200),
  -- Taken off and put on, in basis points.
  spread_bp integer not null check (spread_bp between 0 and 5000),
  every_s integer not null check (every_s between 5 and 3600),
  -- After so long without a rate that could be taken nothing is exchanged any more.
  stale_after_s integer not null check (stale_after_s > every_s and stale_after_s <= 86400),
  -- What is farther from the last rate than this, in basis points of it, waits for staff.
  jump_bp integer not null check (jump_bp between 1 and 10000),
  -- Counts the changes by staff: what was fetched under another version is not taken.
  version integer not null,
  -- What follows is the worker's.
  next_fetch_at timestamptz not null default now(),
  -- The last rate that was taken, and when it was last confirmed.
  last_fed numeric(36, 18) check (last_fed > 0),
  taken_at timestamptz,
  -- One that jumped, and since when.
  held numeric(36, 18) check (held > 0),
  held_at timestamptz,
  problem text not null default '',
  problem_at timestamptz,
  check ((held is null) = (held_at is null)),
  check ((problem = '') = (problem_at is null))
);
alter table rate_feed enable row level security;
create policy read_scoped on rate_feed for select to purser_app, purser_operator using ((select scope()) is not null);
create policy staff_writes on rate_feed to purser_operator using ((select scope()) = 'system');
-- Whether a rate is too old is everybody's business; an address may carry a key.
grant select (coin, taken_at, stale_after_s) on rate_feed to purser_app;
grant select, insert, update on rate_feed to purser_operator;
