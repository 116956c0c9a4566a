-- Staff suspend and restore parties, and decide on a merchant's identity: without it a merchant has no access keys.
grant update (status, authentication_status) on merchant to purser_operator;
grant update (status) on wallet_user to purser_operator;
grant delete on access_key to purser_operator;
