-- What waits for staff, of each kind by an index of its own, the oldest first: the queue over all kinds merges their first rows.
create index identity_submission_queue on identity_submission (created_at, submission_id) include (owner_id) where status = 'pending';
create index payment_method_queue on payment_method (updated_at, payment_method_id) include (owner_id) where status = 'unverified' and binding = 'bound';
drop index approval_waiting;
create index approval_queue on approval (created_at, approval_id) include (owner_id, expires_at) where state = 'pending';

-- Approvals are listed page by page, under each filter.
drop index approval_settled;
create index approval_by_state on approval (state, approval_id) include (owner_id);
create index approval_by_kind on approval (kind, approval_id) include (owner_id);
create index approval_by_member on approval (entered_by, approval_id) include (owner_id);
