-- What must be verified before an act, as staff set it. Access keys had theirs from the first; a payment always needs a payment password.
alter table sign_in_policy
  -- Whether a wallet user pays only when their identity is approved, and when a verified bank account is linked.
  add column payment_needs_identity boolean not null default false,
  add column payment_needs_bank_account boolean not null default false,
  -- Whether merchants and wallet users withdraw, to a bank or on a chain, only when their identity is approved.
  add column withdrawal_needs_identity boolean not null default false;
