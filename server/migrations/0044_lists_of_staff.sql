-- Staff list the merchants and the wallet users of all, and the audit log of all, newest first.
create index merchant_by_time on merchant (created_at desc, merchant_id desc);
create index merchant_by_username on merchant (username);
create index merchant_by_status on merchant (status, created_at desc, merchant_id desc);
create index merchant_by_identity on merchant (authentication_status, created_at desc, merchant_id desc);
create index wallet_user_by_time on wallet_user (created_at desc, user_id desc);
create index wallet_user_by_username on wallet_user (username) where username is not null;
create index wallet_user_by_phone on wallet_user (phone) where phone is not null;
create index wallet_user_by_email on wallet_user (email) where email is not null;
create index wallet_user_by_status on wallet_user (status, created_at desc, user_id desc);
create index wallet_user_by_identity on wallet_user (authentication_status, created_at desc, user_id desc);
create index wallet_user_by_kind on wallet_user (kind, created_at desc, user_id desc);
create index audit_log_by_time on audit_log (created_at desc, owner_id desc, sequence desc);
