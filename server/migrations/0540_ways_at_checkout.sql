-- How payers may pay a merchant in a coin, as the merchant sets it; without a row everything is on and the limits are those that the provider allows.
-- Each by itself: where the tables are distributed already, nodes are told of a statement with all that was sent along, and take no sub-select in a policy.
do $do$
declare
  statement text;
begin
  foreach statement in array array[
    -- The acts that a merchant sees, by their kind, with the change of what holds at its checkout. First, as nodes take no function after a table's change.
    $sql$create or replace function own_acts() returns table (kind text, act text, of_staff boolean)
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select listed.kind, one.act, listed.of_staff
  from (values
    ('login', false, '{login,sign_in.fail,session.end,session.end_others,merchant.set_up}'::text[]),
    ('login', true, '{party.end_session,party.unlock,merchant.set_up_link.make,merchant.set_up_link.withdraw}'),
    ('password', false, '{password.change}'),
    ('password', true, '{party.change_password}'),
    ('authenticator', false, '{authenticator.bind,authenticator.replace,recovery_code.make}'),
    ('authenticator', true, '{party.reset_authenticator}'),
    ('access_key', false, '{access_key.add,access_key.update,access_key.delete}'),
    ('access_key', true, '{party.revoke_access_key}'),
    ('white_list', false, '{white_list.add,white_list.delete}'),
    ('white_list', true, '{party.clear_white_list}'),
    ('webhook', false, '{webhook.update,webhook.redeliver,webhook.endpoint.add,webhook.endpoint.update,webhook.endpoint.delete,webhook.endpoint.rotate_secret}'),
    ('address', false, '{payout_address.edit}'),
    ('address', true, '{recharge.deposit_address}'),
    ('bank_account', false, '{payment_method.add,payment_method.update,payment_method.delete,payment_method.set_default}'),
    ('bank_account', true, '{payment_method.verify,payment_method.reject}'),
    ('withdrawal', false, '{usdt_withdrawal.add,usdt_withdrawal.cancel,fiat_withdrawal.add,fiat_withdrawal.cancel,withdrawal_limit.update}'),
    ('withdrawal', true, '{usdt_withdrawal.approved,usdt_withdrawal.settled,usdt_withdrawal.failed,usdt_withdrawal.refunded}'),
    ('recharge', false, '{usdt_recharge.add,usdt_recharge.cancel}'),
    ('recharge', true, '{recharge.quick,chain_deposit.credit}'),
    ('transfer', false, '{transfer.confirm,refund.confirm,adjustment.add,payment_link.add,payment_link.close,order.close}'),
    ('transfer', true, '{ledger.manual_posting}'),
    ('decision', false, '{user_withdrawal.approve,user_withdrawal.reject,user_withdrawal.cancel,adjustment.release,adjustment.take_back}'),
    ('decision', true, '{review.approve,review.reject}'),
    ('team', false, '{member.invite,member.set_up,member.change_role,member.suspend,member.restore,member.reset,member.remove}'),
    ('account', false, '{notice_mail.change,time_zone.change,logo.update,identity.submit,identity.erase,file.upload,file.remove,agreement.accept,checkout_terms.set}'),
    ('account', true, '{party.suspend,party.reinstate,party.approve_identity,party.withdraw_identity,party.set_recharge_configuration,identity.approve,identity.reject,market.merchant_enable,market.merchant_terms}')
  ) as listed (kind, of_staff, acts)
  cross join lateral unnest(listed.acts) as one (act)
$$$sql$,
    $sql$create table checkout_terms (
      merchant_id bigint not null,
      -- Without a reference, for which nodes would be told of the table before it is distributed.
      coin text not null,
      -- Off: no new orders in the coin. What is open can still be paid.
      listing text not null check (listing in ('on', 'off')),
      -- Of an order, in minor units; null: as the provider allows.
      minimum bigint check (minimum > 0),
      maximum bigint check (maximum >= minimum),
      -- One bit each: CHECKOUT_WAYS in the contract.
      ways smallint not null check (ways between 1 and 63),
      -- Counts the changes: what is changed is what was seen.
      version integer not null default 1,
      update_time timestamptz not null default now(),
      primary key (merchant_id, coin)
    )$sql$,
    'alter table checkout_terms enable row level security',
    $sql$create policy owner_scope on checkout_terms to purser_app, purser_operator
      using ((select scope()) = 'system' or merchant_id = nullif((select scope()), 'system')::bigint)$sql$,
    'grant select, insert, update on checkout_terms to purser_app',
    'grant select on checkout_terms to purser_operator',
    -- An order keeps the ways that it was made with; those that were made before have all.
    'alter table payment_order add column ways smallint not null default 63'
  ] loop
    execute case when ledger.is_distributed() then replace(statement, '(select scope())', 'scope()') else statement end;
  end loop;
end $do$;
