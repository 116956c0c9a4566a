-- What was signed to an address that was blocked since is called off: a transaction of the same nonce that does nothing, with higher fees. Whichever of them is mined decides.
alter table chain_tx
  -- Whether it pays nothing, and only takes the nonce from the attempts before it.
  add column cancels boolean not null default false,
  drop constraint chain_tx_outcome_check;
alter table chain_tx add constraint chain_tx_outcome_check check (outcome in ('paid', 'reverted', 'taken', 'expired', 'cancelled'));
