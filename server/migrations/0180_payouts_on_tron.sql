-- Payouts on TRON, which has no nonce: the number of a transfer is only ours there, its attempts are signed one after the other has expired, and max_fee
-- is what the whole transfer may cost, in millionths of a TRX. One that expired, and was not signed anew, is decided on by staff.
alter table chain_tx drop constraint chain_tx_outcome_check;
alter table chain_tx add constraint chain_tx_outcome_check check (outcome in ('paid', 'reverted', 'taken', 'expired'));
