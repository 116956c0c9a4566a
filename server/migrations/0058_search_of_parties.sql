-- Finding parties by any part of a name, login name, number, phone or e-mail. Names are folded into ASCII, so that trigrams work in every
-- locale of a database: without accents and capitals, and each other sign as its code between spaces, so that one Chinese character is a word.

create function searchable(words text) returns text
language plpgsql immutable strict parallel safe as $$
declare
  folded text := pg_catalog.lower(words);
begin
  if folded ~ '[^\x01-\x7f]' then
    folded := pg_catalog.regexp_replace(pg_catalog.normalize(folded, 'NFKD'), '[\u0300-\u036f]', '', 'g');
    folded := pg_catalog.lower(pg_catalog.translate(folded, 'đĐ', 'dd'));
  end if;
  if folded ~ '[^\x01-\x7f]' then
    select pg_catalog.string_agg(
        case when pg_catalog.ascii(sign) < 128 then sign else ' u' || pg_catalog.to_hex(pg_catalog.ascii(sign)) || ' ' end, '' order by place)
      into folded
      from pg_catalog.regexp_split_to_table(folded, '') with ordinality as signs (sign, place);
  end if;
  return folded;
end
$$;

-- What `like` looks for: the part anywhere; one or two letters, which have no trigram, at the beginning of a word.
create function search_pattern(part text) returns text
language sql immutable strict parallel safe
return case when searchable(part) ~ '^[a-z0-9]{1,2}$' then '% ' else '%' end
  || replace(replace(replace(searchable(part), '\', '\\'), '%', '\%'), '_', '\_') || '%';

revoke all on function searchable, search_pattern from public;
-- Whoever writes a name writes what it is found by.
grant execute on function searchable to purser_app, purser_operator;
grant execute on function search_pattern to purser_operator;

alter table merchant add column search_text text not null
  generated always as (' ' || searchable(name || ' ' || username || ' ' || merchant_id::text)) stored;
alter table wallet_user
  add column search_name text not null generated always as (' ' || searchable(nick || ' ' || coalesce(username, '') || ' ' || user_id::text)) stored,
  add column search_contact text not null generated always as (' ' || searchable(coalesce(phone, '') || ' ' || coalesce(email, ''))) stored;

do $$
declare
  home text;
begin
  if not exists (select from pg_extension where extname = 'pg_trgm') then
    if not exists (select from pg_available_extensions where name = 'pg_trgm') then
      raise exception 'the extension pg_trgm is missing: install the contrib modules of this PostgreSQL';
    end if;
    create schema if not exists extension;
    create extension pg_trgm schema extension;
  end if;
  select n.nspname into home from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
  execute format('create index merchant_search on merchant using gin (search_text %I.gin_trgm_ops)', home);
  execute format('create index wallet_user_search_name on wallet_user using gin (search_name %I.gin_trgm_ops)', home);
  execute format('create index wallet_user_search_contact on wallet_user using gin (search_contact %I.gin_trgm_ops)', home);
end
$$;

-- Parties as staff list them. With row level security in the way an index serves only what leaks nothing, which `like` is not known for; a view
-- sees its tables with the rights of their owner, and itself shows nothing but to the system's scope.
create view party_merchant as
  select merchant_id, name, username, status, authentication_status, set_up_at, recharge_configuration, markets, login_ip, login_at, created_at,
    totp_secret is not null as google_bound, search_text
  from merchant where (select scope()) = 'system';
create view party_user as
  select user_id, nick, kind, username, phone, email, payment_password_failures, payment_password_lockouts, payment_password_locked_until,
    markets, authentication_status, status, created_at, search_name, search_contact
  from wallet_user where (select scope()) = 'system';
grant select on party_merchant, party_user to purser_operator;
