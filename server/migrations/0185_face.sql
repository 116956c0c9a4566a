-- Payments that wallet users confirm by their face: whether that is offered and up to which amount, who agreed to it, and confirmations under way.

-- Whether staff offer it: one row.
create table face_setting (
  only_row boolean primary key default true check (only_row),
  revision integer not null default 1,
  is_offered boolean not null default false
);
insert into face_setting default values;

-- The largest payment that a face confirms, for each coin, in minor units. Of a coin that is not here none is.
create table face_limit (
  coin text primary key references coin,
  most bigint not null check (most > 0)
);

create table face_enrolment (
  owner_id bigint primary key,
  -- When its owner agreed; null once they do no more. What describes the face goes with it, and the attempts stay.
  consented_at timestamptz,
  -- Which models the descriptions come from.
  model text,
  -- What describes the face on the approved document, and the face that confirms: sealed under the master key for this owner, kind and model.
  document bytea,
  selfie bytea,
  enrolled_at timestamptz,
  failures smallint not null default 0 check (failures between 0 and 3),
  locked_until timestamptz,
  check (consented_at is not null or (document is null and selfie is null)),
  check ((selfie is null) = (enrolled_at is null))
);

create table face_session (
  owner_id bigint not null,
  session_id uuid not null,
  purpose text not null check (purpose in ('enrol', 'pay')),
  status text not null default 'open' check (status in ('open', 'passed', 'failed')),
  -- The order that is to be paid and its amount in minor units; null where a face is enrolled.
  order_token text,
  coin text,
  amount bigint,
  -- How far it has come, what is asked for next and the face as it was seen, sealed; null once it is over.
  challenge bytea,
  -- It is one of the attempts.
  is_counted boolean not null default false,
  -- Until when one of its frames is being looked at.
  busy_until timestamptz,
  -- The request that has used what was granted.
  used_by text,
  expires_at timestamptz not null,
  primary key (owner_id, session_id),
  check ((purpose = 'pay') = (order_token is not null and coin is not null and amount is not null)),
  check ((status = 'open') = (challenge is not null))
);
create unique index face_session_open on face_session (owner_id) where status = 'open';
create index face_session_over on face_session (expires_at);

alter table face_setting enable row level security;
create policy read_scoped on face_setting for select to purser_app using ((select scope()) is not null);
create policy staff_only on face_setting to purser_operator using ((select scope()) is not null);
grant select on face_setting to purser_app;
grant select, update on face_setting to purser_operator;

alter table face_limit enable row level security;
create policy read_scoped on face_limit for select to purser_app using ((select scope()) is not null);
create policy staff_only on face_limit to purser_operator using ((select scope()) is not null);
grant select on face_limit to purser_app;
grant select, insert, update, delete on face_limit to purser_operator;

alter table face_enrolment enable row level security;
create policy owner_scope on face_enrolment to purser_app, purser_operator
  using ((select scope()) = 'system' or owner_id = nullif((select scope()), 'system')::bigint);
grant select, insert, update on face_enrolment to purser_app;
-- Staff see who agreed and since when, and nothing that describes a face.
grant select (owner_id, consented_at, enrolled_at, failures, locked_until) on face_enrolment to purser_operator;

alter table face_session enable row level security;
create policy owner_scope on face_session to purser_app
  using ((select scope()) = 'system' or owner_id = nullif((select scope()), 'system')::bigint);
grant select, insert, update, delete on face_session to purser_app;
