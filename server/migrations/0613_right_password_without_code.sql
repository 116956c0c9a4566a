-- A password that was right and came without a code, from whoever asked for a first authenticator of a login that has one: a record of its own.
-- Each by itself: where the tables are distributed already, nodes are told of it with all that was sent along.
do $$
declare
  statement text;
begin
  foreach statement in array array[
    'alter table login_record drop constraint login_record_outcome_check',
    'alter table login_record add constraint login_record_outcome_check
       check (outcome in (''logged_in'', ''wrong_password'', ''no_code'', ''wrong_code'', ''code_used'', ''ip_refused'', ''suspended''))'
  ] loop
    execute statement;
  end loop;
end $$;
