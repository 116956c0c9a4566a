-- Texts are written by staff, on the operator's connections alone: the application serves them, and has no right to change a word.
revoke insert, update on content_item from purser_app;
revoke insert on content_version, content_text from purser_app;
grant select, insert, update on content_item to purser_operator;
grant select, insert on content_version, content_text to purser_operator;
grant select on content_acceptance to purser_operator;

alter policy system_only on content_item to purser_app, purser_operator;
alter policy system_only on content_version to purser_app, purser_operator;
alter policy system_only on content_text to purser_app, purser_operator;
alter policy owner_scope on content_acceptance to purser_app, purser_operator;

-- For whom, and where in the help centre, from the next version on; null: as it is.
alter table content_item add column next_audience text check (next_audience in ('everyone', 'merchants', 'wallet_users'));
alter table content_item add column next_category text check (next_category in ('paying', 'wallet', 'disputes', 'merchants', 'developers'));
