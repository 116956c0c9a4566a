-- Where a member of a merchant's team was invited by mail, and by which they are invited again; null of those who were given a link, and of
-- who was removed.
alter table merchant_member add column mail text;
alter table merchant_member add constraint merchant_member_removed_mail check (removed_at is null or mail is null);
