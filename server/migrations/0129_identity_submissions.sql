-- What merchants and wallet users hand in to show who they are, for staff to decide on. The state of the party itself stands beside its name, in
-- authentication_status, as before.

create table identity_submission (
  -- A merchant, or a wallet user.
  owner_id bigint not null,
  submission_id uuid not null,
  party text not null check (party in ('merchant', 'user')),
  kind text not null check (kind in ('person', 'company')),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  -- Names, numbers and which file shows what, sealed under the master key for this owner and submission; null once it was erased.
  content bytea,
  -- A keyed hash of the document's kind and number, by which the same document is known when another party hands it in; null once it was erased.
  document_mac bytea,
  file_ids text[] not null default '{}',
  -- Why staff rejected it, or what they noted.
  reason text not null default '' check (length(reason) <= 500),
  decided_by bigint,
  decided_at timestamptz,
  -- When its content is erased; null while it waits.
  erase_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (owner_id, submission_id),
  check ((status = 'pending') = (decided_at is null)),
  check (decided_at is null or erase_at is not null)
);
create unique index identity_submission_pending on identity_submission (owner_id) where status = 'pending';
-- For staff, across all owners: every submission, those that wait, and those of the same document.
create index identity_submission_of_all on identity_submission (submission_id);
create index identity_submission_waiting on identity_submission (submission_id) where status = 'pending';
create index identity_submission_document on identity_submission (document_mac) where document_mac is not null;
create index identity_submission_due on identity_submission (erase_at) where content is not null;

alter table identity_submission enable row level security;
create policy owner_scope on identity_submission to purser_app, purser_operator
  using ((select scope()) = 'system' or owner_id = nullif((select scope()), 'system')::bigint);
-- Whoever acts for parties hands in and erases, and never decides; staff decide, and never hand in.
grant select on identity_submission to purser_app;
grant insert (owner_id, submission_id, party, kind, content, document_mac, file_ids) on identity_submission to purser_app;
grant update (content, document_mac, file_ids) on identity_submission to purser_app;
grant select on identity_submission to purser_operator;
grant update (status, reason, decided_by, decided_at, erase_at) on identity_submission to purser_operator;
grant update (authentication_status) on wallet_user to purser_operator;
-- What is decided is told by mail, in the language that its reader reads.
grant select (notice_mail, notice_language) on merchant to purser_operator;
