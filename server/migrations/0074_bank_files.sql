-- Files by which a bank pays out approved fiat withdrawals. The provider's own, for staff alone.

-- The account that a currency is paid out from: the provider's, and written on every file.
create table payout_account (
  market text primary key references market,
  holder_name text not null,
  bank_name text not null,
  bank_code text not null,
  account_number text not null,
  set_by bigint not null references staff,
  set_at timestamptz not null default now()
);

create table bank_file (
  file_no text primary key,
  market text not null references market,
  status text not null default 'made' check (status in ('made', 'paid')),
  order_count integer not null check (order_count > 0),
  -- In minor units of the market's token.
  total bigint not null check (total > 0),
  -- What the bank is given, as it was made: account numbers are in it, so it is sealed under the master key. The hashes are of what is in it.
  sealed_xml bytea not null,
  xml_hash text not null,
  sealed_csv bytea not null,
  csv_hash text not null,
  made_by bigint not null references staff,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  paid_by bigint references staff,
  paid_at timestamptz,
  constraint bank_file_paid check ((status = 'paid') = (paid_at is not null))
);
create index bank_file_by_time on bank_file (created_at desc, file_no desc);

-- An order is in one file at the most, and stays there.
create table bank_file_order (
  owner_id bigint not null,
  serial_number text not null,
  file_no text not null references bank_file,
  market text not null references market,
  amount bigint not null check (amount > 0),
  holder_name text not null,
  bank_name text not null,
  shown_number text not null,
  status text not null default 'included' check (status in ('included', 'paid', 'failed', 'returned')),
  -- Why it failed or came back.
  reason text not null default '' check (length(reason) <= 200),
  decided_by bigint references staff,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (owner_id, serial_number)
);
create index bank_file_order_of_file on bank_file_order (file_no, created_at desc, serial_number desc);
create index bank_file_order_by_time on bank_file_order (created_at desc, serial_number desc);
create index bank_file_order_by_number on bank_file_order (serial_number);

do $$
declare
  own text;
begin
  foreach own in array array['payout_account', 'bank_file', 'bank_file_order'] loop
    execute format('alter table %I enable row level security', own);
    execute format('create policy staff_only on %I to purser_operator using ((select scope()) is not null)', own);
  end loop;
end
$$;
grant select, insert, update on payout_account to purser_operator;
grant select, insert on bank_file, bank_file_order to purser_operator;
-- What a file says never changes: only what became of it.
grant update (status, paid_by, paid_at) on bank_file to purser_operator;
grant update (status, reason, decided_by, updated_at) on bank_file_order to purser_operator;
