-- The signer, too, starts only on a database that is migrated as far as it goes.
grant execute on function schema_standing to purser_signer;
