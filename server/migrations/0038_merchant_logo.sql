-- The file with the merchant's logo, which payers see; null where there is none.
alter table merchant add column logo_file_id text;
