-- Recovery codes of merchants: each is good once in place of the authenticator's code. Used ones go.

create table recovery_code (
  merchant_id bigint not null references merchant,
  -- A keyed hash: whoever reads the table learns no code, and can try none without the key.
  code_mac bytea not null,
  created_at timestamptz not null default now(),
  primary key (merchant_id, code_mac)
);
alter table recovery_code enable row level security;
create policy owner_scope on recovery_code to purser_app, purser_operator
  using ((select scope()) = 'system' or merchant_id = nullif((select scope()), 'system')::bigint);
grant select, insert, delete on recovery_code to purser_app;
-- Staff take a merchant's authenticator off, and with it what stands in its place. They read no code.
grant select (merchant_id), delete on recovery_code to purser_operator;
