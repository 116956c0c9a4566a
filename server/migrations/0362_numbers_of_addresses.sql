-- The number that an address was derived by stays with the address: what comes to it later is still swept and sent back once staff have given its owner another one.
alter table address_directory add column derivation_index integer check (derivation_index >= 0);
update address_directory as known set derivation_index = own.derivation_index
from deposit_address as own
where own.network = known.network and own.address = known.address and own.owner_id = known.owner_id and own.derivation_index is not null;
create index address_directory_numbered on address_directory (owner_id) where derivation_index is not null;
create policy signer_reads on address_directory for select to purser_signer using (derivation_index is not null);
grant select (network, address, owner_id, derivation_index) on address_directory to purser_signer;
