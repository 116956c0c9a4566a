-- What the provider has stated to owe, and what proves of each balance that it is included. Both are written by `npm run ledger -- attest` alone,
-- which connects as the owner of the tables.

-- For everybody to read: the text, as it was signed, has time, height and, for each coin, root, sum and count.
create table liability_statement (
  statement_id uuid primary key,
  made_at timestamptz not null,
  statement text not null,
  signature text not null,
  public_key text not null,
  -- Its trees are there: proofs can be given.
  has_proofs boolean not null default true
);
create index liability_statement_newest on liability_statement (made_at desc);
grant select on liability_statement to purser_app;

-- The trees, in tiles of up to 256 nodes of one level; the levels between two kept ones are computed. They are the provider's own: a tile has the
-- balances of many.
create table liability_tile (
  owner_id bigint not null default 1 check (owner_id = 1),
  statement_id uuid not null,
  coin text not null references coin,
  -- 0 for leaves; each level has one node for every 256 of the level below.
  level smallint not null check (level >= 0),
  position integer not null check (position >= 0),
  -- Of leaves: the keys that they are ordered by, 16 bytes each, and the first of them.
  first_key bytea check (length(first_key) = 16),
  keys bytea,
  -- Sum (16 bytes), count (8) and hash (32) of each node.
  nodes bytea not null check (length(nodes) % 56 = 0 and length(nodes) between 56 and 14336),
  primary key (owner_id, statement_id, coin, level, position),
  constraint liability_tile_of_leaves check ((level = 0) = (keys is not null) and (level = 0) = (first_key is not null))
);
-- Hashes do not compress.
alter table liability_tile alter column nodes set storage external, alter column keys set storage external;
create index liability_tile_by_key on liability_tile (owner_id, statement_id, coin, first_key) where level = 0;

alter table liability_tile enable row level security;
create policy owner_scope on liability_tile to purser_app
  using ((select scope()) = 'system' or owner_id = nullif((select scope()), 'system')::bigint);
grant select on liability_tile to purser_app;
