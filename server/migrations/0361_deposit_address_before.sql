-- The address that everybody sent to before there was none: putting another one in its place wants two people, whatever was between them.
alter table coin_network add column deposit_address_before text not null default '';
grant update (deposit_address_before) on coin_network to purser_operator;
