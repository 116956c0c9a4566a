-- Where a merchant is told by mail of what happens to the account: an address that was proved by a code, and the language that its reader reads.

alter table merchant
  add column notice_mail text,
  add column notice_language text check (notice_language in ('zh_Hans', 'zh_Hant', 'en', 'vi')),
  add check ((notice_mail is null) = (notice_language is null));
