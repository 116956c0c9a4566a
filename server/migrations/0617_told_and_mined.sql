-- When the block of a told recharge's transaction was made, as two nodes say. Null where no block has it, or it was looked up before this was kept.
alter table recharge_evidence add column mined_at timestamptz;
