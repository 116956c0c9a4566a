-- What one member of staff enters and another decides. The content is written once: nobody may change it, not even staff's own calls.
create table approval (
  approval_id uuid primary key,
  -- Whom it is about: a party, or the provider (1).
  owner_id bigint not null,
  kind text not null,
  -- Canonical JSON, as its hash covers it.
  content text not null,
  content_hash bytea not null check (length(content_hash) = 32),
  reason text not null,
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected', 'expired', 'withdrawn')),
  entered_by bigint not null references staff,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  decided_by bigint references staff,
  decided_at timestamptz,
  remark text not null default '',
  -- Two people.
  constraint approval_two_people check (decided_by <> entered_by),
  constraint approval_decided check ((state in ('approved', 'rejected')) = (decided_by is not null)),
  constraint approval_rejected_with_reason check (state <> 'rejected' or remark <> '')
);
create index approval_waiting on approval (created_at) where state = 'pending';
create index approval_settled on approval (decided_at) where state <> 'pending';

alter table approval enable row level security;
create policy staff_only on approval to purser_operator using ((select scope()) is not null);
grant select, insert on approval to purser_operator;
grant update (state, decided_by, decided_at, remark) on approval to purser_operator;

-- Taking a merchant's authenticator off ends their sessions. The secret itself cannot be read.
grant update (totp_secret, totp_pending_secret) on merchant to purser_operator;
grant delete on session to purser_operator;
