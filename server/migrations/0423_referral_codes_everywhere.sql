-- Codes are looked for by whoever registers, whose node is not the agent's: every node has them all, and such a table refers to none that is divided by owner.
alter table referral_code drop constraint referral_code_owner_id_fkey;
