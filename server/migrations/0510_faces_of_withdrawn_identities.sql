-- Who takes an identity back erases, with it, what describes a face: it was compared with the document of that identity. Staff's role may only erase it,
-- and delete the confirmations that are under way with what they have granted.
-- Each by itself: where the tables are distributed already, nodes are told of a policy with all that was sent along, and take no sub-select in one.
do $$
declare
  statement text;
begin
  foreach statement in array array[
    'alter policy owner_scope on face_enrolment to purser_app',
    $policy$create policy staff_see on face_enrolment for select to purser_operator
      using ((select scope()) = 'system' or owner_id = nullif((select scope()), 'system')::bigint)$policy$,
    $policy$create policy staff_erase on face_enrolment for update to purser_operator
      using ((select scope()) = 'system' or owner_id = nullif((select scope()), 'system')::bigint)
      with check (((select scope()) = 'system' or owner_id = nullif((select scope()), 'system')::bigint)
        and model is null and document is null and selfie is null and enrolled_at is null)$policy$,
    'grant update (model, document, selfie, enrolled_at) on face_enrolment to purser_operator',
    'alter policy owner_scope on face_session to purser_app, purser_operator',
    'grant select (owner_id), delete on face_session to purser_operator'
  ] loop
    execute case when ledger.is_distributed() then replace(statement, '(select scope())', 'scope()') else statement end;
  end loop;
end $$;

-- What was described from a document that was taken back since. What was rejected after its owner had agreed was either that document, or handed in when
-- that one had been taken back; who has had another document approved and described since enrols anew.
update face_enrolment set model = null, document = null, selfie = null, enrolled_at = null
where document is not null and exists (
  select 1 from identity_submission
  where identity_submission.owner_id = face_enrolment.owner_id and status = 'rejected' and decided_at > consented_at
);
