-- What staff do with a party: the kind of a wallet user, the ways by which a merchant may recharge, one session ended, reward funds granted.

-- Names a session for whoever lists an owner's: the hash of its token is for nobody's eyes.
alter table session add column session_id uuid not null default gen_random_uuid();
grant select (session_id) on session to purser_operator;

grant update (recharge_configuration) on merchant to purser_operator;
grant update (kind) on wallet_user to purser_operator;
-- The one way by which money moves.
grant execute on function ledger.post_batch to purser_operator;
