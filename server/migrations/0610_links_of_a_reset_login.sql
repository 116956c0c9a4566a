-- Staff who take a merchant's login off end the links to its team that were made with it.
-- Each by itself: where the tables are distributed already, nodes are told of a policy with all that was sent along.
do $$
declare
  statement text;
begin
  foreach statement in array array[
    'alter policy owner_scope on merchant_member_link to purser_app, purser_operator',
    'grant select (merchant_id, made_by, used_at), delete on merchant_member_link to purser_operator'
  ] loop
    execute statement;
  end loop;
end $$;
