-- Staff see who acts for a merchant, and nothing that they log in with.
create policy staff_reads on merchant_member for select to purser_operator using ((select scope()) = 'system');
grant select (merchant_id, member_id, username, name, role, status, removed_at, set_up_at, login_ip, login_at, created_at)
  on merchant_member to purser_operator;
