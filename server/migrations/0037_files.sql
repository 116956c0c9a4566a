-- Files that parties and staff have sent. What they hold lies in the file storage, sealed; here stands whose they are and what they are for.
-- The row comes first: bytes without a row cannot be, and a row whose bytes never came is removed when it is due.
create table file (
  owner_id bigint not null,
  -- Begins with the owner's id; the rest is 128 random bits.
  file_id text not null,
  purpose text not null check (purpose in ('voucher', 'identity', 'logo', 'content_image', 'bank_file')),
  -- pending: its bytes are on the way into the storage; kept: they are there; leaving: they are on the way out, and it is shown to nobody.
  state text not null default 'pending' check (state in ('pending', 'kept', 'leaving')),
  name text not null,
  media_type text not null check (media_type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')),
  -- In bytes, as it is served.
  size bigint not null check (size > 0),
  -- SHA-256 of what is served.
  content_hash bytea not null check (length(content_hash) = 32),
  sent_by text not null,
  created_at timestamptz not null default now(),
  -- When something began to use it; null while nothing does.
  used_at timestamptz,
  -- When it is due to be removed; null: as long as it is used.
  remove_at timestamptz,
  primary key (owner_id, file_id),
  check (remove_at is not null or used_at is not null)
);
create index file_due on file (remove_at);

alter table file enable row level security;
create policy owner_scope on file to purser_app, purser_operator using (
  (select scope()) = 'system' or owner_id = nullif(nullif((select scope()), 'system'), '')::bigint);
grant select, insert, update, delete on file to purser_app;
-- Staff send files and look at those of parties; removing is the retention's.
grant select, insert, update on file to purser_operator;
