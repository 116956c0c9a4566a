-- The endpoint took an event whose delivery is no longer kept.
alter table webhook_endpoint add column has_answered boolean not null default false;
