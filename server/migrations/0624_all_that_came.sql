-- All transfers of a told recharge's transaction to the address that was told: how many there are, the amounts, in minor units of USDT and rounded down, and the
-- senders, each named once. Null where nothing was found, or was looked up before this was kept.
alter table recharge_evidence
  add column transfers integer check (transfers >= 0),
  add column amounts bigint[],
  add column senders text[];
