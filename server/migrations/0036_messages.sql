-- Mail and text messages: a log of what was sent to whom, without its contents. What a message says is in the payload of its job, sealed,
-- until it is sent.
create table message (
  -- Whom it is about: a merchant, a wallet user, a member of staff; the provider (1) while nobody is known yet.
  owner_id bigint not null,
  -- UUIDv7, and part of the mail's Message-ID: the same at every attempt.
  message_id uuid not null,
  kind text not null,
  channel text not null check (channel in ('mail', 'sms')),
  recipient text not null,
  language text not null check (language in ('zh_Hans', 'zh_Hant', 'en', 'vi')),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'given_up')),
  attempts integer not null default 0,
  -- Why the last attempt failed, as a word of ours; never what another server said.
  problem text,
  -- What the server answered by number, of SMTP or HTTP.
  reply_code integer,
  create_time timestamptz not null default date_trunc('milliseconds', now()),
  update_time timestamptz not null default date_trunc('milliseconds', now()),
  -- After it the message is of no use.
  expire_time timestamptz not null,
  primary key (owner_id, message_id)
);
create index message_by_time on message (create_time desc, message_id desc);
create index message_by_state on message (state, create_time desc, message_id desc) where state <> 'sent';
create index message_by_recipient on message (recipient, create_time desc);
alter table message enable row level security;
create policy owner_scope on message to purser_app, purser_operator using (
  (select scope()) = 'system' or owner_id = nullif((select scope()), 'system')::bigint);
grant select, insert, update, delete on message to purser_app;
grant select, insert, update on message to purser_operator;

-- The wording of a message where staff have changed it. Every change is a new version; one without texts goes back to the shipped wording.
create table message_template (
  kind text not null,
  channel text not null check (channel in ('mail', 'sms')),
  language text not null check (language in ('zh_Hans', 'zh_Hant', 'en', 'vi')),
  version integer not null check (version > 0),
  subject text,
  body text,
  created_by text not null,
  create_time timestamptz not null default date_trunc('milliseconds', now()),
  primary key (kind, channel, language, version),
  check ((subject is null) = (body is null))
);

-- By what messages go out; without a row, as the environment says.
create table message_provider (
  channel text primary key check (channel in ('mail', 'sms')),
  settings jsonb not null,
  -- Sealed: the password of the mail server, the key that requests to the gateway are signed with.
  secret bytea,
  updated_by text not null,
  update_time timestamptz not null default date_trunc('milliseconds', now())
);

-- Codes that prove that somebody reads what is sent to an address. One per purpose and address, as a keyed hash.
create table verification_code (
  purpose text not null,
  -- A keyed hash of channel and address.
  subject bytea not null,
  code_mac bytea not null,
  guesses integer not null default 0,
  expires_at timestamptz not null,
  primary key (purpose, subject)
);
create index verification_code_forget on verification_code (expires_at);

do $$
declare
  shared text;
begin
  foreach shared in array array['message_template', 'message_provider', 'verification_code'] loop
    execute format('alter table %I enable row level security', shared);
    execute format('create policy system_only on %I to purser_app, purser_operator using ((select scope()) = ''system'')', shared);
  end loop;
end
$$;
-- Staff set providers and words; the worker reads them.
grant select on message_template, message_provider to purser_app;
grant select, insert on message_template to purser_operator;
grant select, insert, update, delete on message_provider to purser_operator;
grant select, insert, update, delete on verification_code to purser_app;
