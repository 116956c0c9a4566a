-- A merchant may leave it to the user to accept what is kept pending. What was made before stays with the merchant who made it.
alter table review_order add column user_may_accept boolean not null default false;
alter table review_order add constraint accepted_while_pending
  check (not user_may_accept or kind = 'adjustment' and balance_type = 'pending') not valid;
