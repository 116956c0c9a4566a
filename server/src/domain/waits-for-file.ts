import { USDT } from '@purser/contract/exchange';

/** Orders `o`, each with the bank file that has it, if any. */
export const ORDERS_WITH_FILES = `review_order o left join bank_file_order f on f.owner_id = o.owner_id and f.serial_number = o.serial_number`;

/** Of these: fiat withdrawals that were approved and that no bank file has yet. */
export const WAITS_FOR_FILE = `o.kind = 'fiat_withdrawal' and o.status = 'approved' and f.serial_number is null`;

/** Beside these, the bank account that each goes to, and its owner. */
export const WITH_ACCOUNTS_AND_OWNERS = `left join payment_method m
    on m.owner_id = o.owner_id and m.payment_method_id = (o.destination ->> 'payment_method_id')::uuid
  left join merchant on merchant.merchant_id = o.owner_id
  left join wallet_user on wallet_user.user_id = o.owner_id`;

/**
 * Of these: why files leave one out; null for what the next one takes. To an account that its owner has unlinked since, what was requested before is
 * still paid where it was verified; nobody verifies one that is unlinked. Banks are paid from USDT and a currency's own token: what was approved before that was so stays out.
 */
export const LEFT_OUT_WHY = `case when o.coin not in (o.other_coin, '${USDT}') then 'coin_not_paid_out' when coalesce(merchant.status, wallet_user.status) = 'suspended' then 'owner_suspended'
  when m.status = 'verified' then null when m.binding = 'bound' then 'account_not_verified' else 'account_unlinked' end`;
