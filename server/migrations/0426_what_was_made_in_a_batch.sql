-- The content MACs of postings, for who makes them: in the transaction that made some, and as the role that did, since nodes let no other read there what it wrote.
create function ledger.content_macs(owner_ids bigint[], posting_ids uuid[])
returns table (owner_id bigint, posting_id uuid, content_mac bytea, posted_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  scope constant bigint := ledger.scope_owner();
begin
  if scope is null or scope <> 0 and scope <> all (owner_ids) then
    raise exception 'postings of another owner' using errcode = 'insufficient_privilege';
  end if;
  return query
  select p.owner_id, p.posting_id, p.content_mac, p.posted_at
  from (select distinct * from unnest(owner_ids, posting_ids)) as w (owner_id, posting_id)
  join ledger.posting p on p.owner_id = w.owner_id and p.posting_id = w.posting_id
  where scope in (0, p.owner_id);
end
$$;
revoke execute on function ledger.content_macs from public;
grant execute on function ledger.content_macs to purser_app, purser_operator;
