-- Of a block's transfers hardly any goes to an address of ours, and the checksum in the letters of an Ethereum address takes longer to work out than
-- all else of a transfer: they are looked up without it. Addresses of TRON that differ in their letters alone have one key, and are told apart by
-- whoever looks them up.
alter table address_directory add column lookup_key text collate "C" not null generated always as (lower(address collate "C")) stored;
create index address_directory_by_key on address_directory (network, lookup_key);
