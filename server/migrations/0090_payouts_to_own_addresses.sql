-- Nothing is paid out to an address at which USDT is taken in: whoever writes one into an address book is told so. Whose it is stays unread.
create policy read_scoped on address_directory for select to purser_app using ((select scope()) is not null);
grant select (network, address) on address_directory to purser_app;
