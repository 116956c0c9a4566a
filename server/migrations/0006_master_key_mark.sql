-- A mark that only the right master key makes: a start with another key would find every sealed secret unreadable.
alter table system_setting add column master_key_mark bytea;
