-- Merchants keep their white list themselves: an entry has a number that lists know it by, and may say what it is.
alter table login_ip_white
  add column entry_id uuid not null default gen_random_uuid(),
  add column remark text not null default '' check (length(remark) <= 60);
create unique index login_ip_white_entry on login_ip_white (merchant_id, entry_id);

-- An entry stands in the form in which addresses are compared: as its network, and an IPv4 address inside IPv6 as IPv4.
create function usual_range(range inet) returns inet
language sql immutable strict parallel safe
return pg_catalog.network(case
  when pg_catalog.family(range) = 6 and range operator(pg_catalog.<<=) '::ffff:0.0.0.0/96'::inet
    then pg_catalog.set_masklen(pg_catalog.replace(pg_catalog.host(range), '::ffff:', '')::inet, pg_catalog.masklen(range) - 96)
  else range end)::inet;
revoke all on function usual_range from public;

insert into login_ip_white (merchant_id, ip, created_at)
select merchant_id, usual_range(ip), min(created_at) from login_ip_white where ip <> usual_range(ip)
group by merchant_id, usual_range(ip)
on conflict do nothing;
delete from login_ip_white where ip <> usual_range(ip);
drop function usual_range;
alter table login_ip_white add constraint login_ip_white_usual
  check (ip = network(ip)::inet and not (family(ip) = 6 and ip <<= '::ffff:0.0.0.0/96'::inet));
