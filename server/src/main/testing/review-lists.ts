import type { Call } from '@purser/contract/call';
import { adjustmentQuery, walletAdjustmentQuery } from '@purser/contract/features/adjustment';
import { bankFileOrderQuery, bankFileQuery } from '@purser/contract/features/bank-file';
import { fiatWithdrawalQuery } from '@purser/contract/features/fiat-withdrawal';
import { staffPaymentMethodQuery } from '@purser/contract/features/payment-method';
import { payoutQuery } from '@purser/contract/features/payout';
import { refundQuery } from '@purser/contract/features/refund';
import { reviewQuery } from '@purser/contract/features/review';
import { submissionQuery } from '@purser/contract/features/submission';
import { quickRechargeQuery, usdtRechargeQuery, walletRechargeQuery } from '@purser/contract/features/usdt-recharge';
import { usdtWithdrawalQuery } from '@purser/contract/features/usdt-withdrawal';
import { userWithdrawalQuery } from '@purser/contract/features/user-withdrawal';
import { walletWithdrawalQuery } from '@purser/contract/features/wallet-withdrawal';
import { FIRST_USER, type Loaded } from './review-list-data.ts';

/** What is asked of a list; random within each kind. */
type Ask = (of: Loaded) => Readonly<Record<string, unknown>>;

const whole = (below: number) => Math.floor(Math.random() * below);
/** Some span in which there are as many orders, however many there are in all. */
const span = ({ from, to, orders }: Loaded) => {
  const wholeMs = to.getTime() - from.getTime();
  const begin = from.getTime() + Math.random() * wholeMs * 0.8;
  return { time_from: new Date(begin).toISOString(), time_to: new Date(begin + Math.min(0.2, 10_000 / orders) * wholeMs).toISOString() };
};
const later: Ask = () => ({ page: 20 });

/** The lists of orders under review, of bank accounts and files, and of refunds, with every filter and sort: of what there is much, little and nothing. */
export const REVIEW_LISTS: readonly (readonly [call: Call, asks: Readonly<Record<string, Ask>>])[] = [
  [
    userWithdrawalQuery,
    {
      newest: () => ({}),
      'a later page': later,
      'a time': span,
      waiting: () => ({ order_status: 'pending_review' }),
      approved: () => ({ order_status: 'approved' }),
      'no such state': () => ({ order_status: 'cancelled' }),
      coin: () => ({ coin_name: 'USDP' }),
      'no such coin': () => ({ coin_name: 'CNYT' }),
      'by themselves': () => ({ review_mode: 'automatic' }),
      number: ({ orders }) => ({ order_id: `M${5 * whole(orders / 5)}` }),
      'no such number': () => ({ order_id: 'none' }),
      user: ({ users }) => ({ payment_id: FIRST_USER + whole(users) }),
      'no such user': () => ({ payment_id: 59_999_999 }),
      'account of a user': ({ users }) => ({ external_account: `account-${whole(users)}` }),
      'no such account': () => ({ external_account: 'nobody' }),
      'by change': () => ({ sort_by: 'update_time' }),
      'by amount': () => ({ sort_by: 'amount' }),
      'by amount in no such coin': () => ({ sort_by: 'amount', coin_name: 'CNYT' }),
    },
  ],
  [
    adjustmentQuery,
    {
      newest: () => ({}),
      'a time': span,
      'in appeal': () => ({ order_status: 'appeal' }),
      'no such state': () => ({ order_status: 'created' }),
      user: ({ users }) => ({ receipt_user_id: FIRST_USER + whole(users) }),
      'no such coin': () => ({ coin_name: 'CNYT' }),
      balance: () => ({ balance_type: 'available' }),
    },
  ],
  [
    usdtRechargeQuery,
    {
      newest: () => ({}),
      waiting: () => ({ status: 'pending_review' }),
      'no such coin': () => ({ coin_name: 'CNYT' }),
      'no such network': () => ({ network: 'ERC20' }),
      TXID: ({ orders }) => ({ txid: `tx${2 + 5 * whole(orders / 5)}` }),
      'by amount': () => ({ sort_by: 'count' }),
      'by amount in no such coin': () => ({ sort_by: 'count', coin_name: 'CNYT' }),
    },
  ],
  [quickRechargeQuery, { newest: () => ({}), 'no such state': () => ({ status: 'cancelled' }), 'by amount': () => ({ sort_by: 'count' }) }],
  [
    usdtWithdrawalQuery,
    {
      newest: () => ({}),
      approved: () => ({ status: 'approved' }),
      'no such state': () => ({ status: 'failed' }),
      'no such coin': () => ({ out_abbreviation: 'CNYT' }),
      'no such network': () => ({ network: 'ERC20' }),
      'by change': () => ({ sort_by: 'update_time' }),
      'by amount': () => ({ sort_by: 'trade_count' }),
      'by amount in no such coin': () => ({ sort_by: 'trade_count', out_abbreviation: 'CNYT' }),
    },
  ],
  [
    fiatWithdrawalQuery,
    {
      newest: () => ({}),
      paid: () => ({ status: 'paid_out' }),
      'no such state': () => ({ status: 'returned' }),
      'no such coin': () => ({ out_abbreviation: 'CNYT' }),
    },
  ],
  [
    submissionQuery,
    {
      newest: () => ({}),
      kind: () => ({ kind: 'fiat_withdrawal' }),
      'no such state': () => ({ order_status: 'failed' }),
      'no such coin': () => ({ coin_name: 'CNYT' }),
    },
  ],
  [
    reviewQuery,
    {
      newest: () => ({}),
      'the queue': () => ({ waits_for: 'staff', sort_order: 'asc' }),
      kind: () => ({ kind: 'usdt_recharge' }),
      coin: () => ({ coin_name: 'USDP' }),
      'no such coin': () => ({ coin_name: 'CNYT' }),
      'a kind in no such coin': () => ({ kind: 'usdt_recharge', coin_name: 'CNYT' }),
      'the queue in a coin': () => ({ waits_for: 'staff', coin_name: 'USDP', sort_order: 'asc' }),
      'the queue in no such coin': () => ({ waits_for: 'staff', coin_name: 'CNYT', sort_order: 'asc' }),
      'no such state': () => ({ status: 'failed' }),
      number: ({ orders }) => ({ serial_number: `X${whole(orders)}` }),
      "the merchant's number": ({ orders }) => ({ order_id: `M${5 * whole(orders / 5)}` }),
      TXID: ({ orders }) => ({ txid: `tx${2 + 5 * whole(orders / 5)}` }),
      owner: ({ merchantId }) => ({ owner_id: merchantId }),
      'an owner in no such coin': ({ merchantId }) => ({ owner_id: merchantId, coin_name: 'CNYT' }),
    },
  ],
  [
    payoutQuery,
    {
      newest: () => ({}),
      approved: () => ({ status: 'approved' }),
      'no such state': () => ({ status: 'failed' }),
      coin: () => ({ out_abbreviation: 'USDP' }),
      'no such coin': () => ({ out_abbreviation: 'CNYT' }),
      'approved in no such coin': () => ({ out_abbreviation: 'CNYT', status: 'approved' }),
      merchant: ({ merchantId }) => ({ merchant_id: merchantId }),
    },
  ],
  [
    staffPaymentMethodQuery,
    {
      newest: () => ({}),
      'to be verified': () => ({ status: 'unverified', binding: 'bound' }),
      'of users': () => ({ party: 'user' }),
      unlinked: () => ({ binding: 'unbound' }),
      'no such market': () => ({ market: 'CNY' }),
      owner: ({ merchantId }) => ({ owner_id: merchantId }),
    },
  ],
  [bankFileQuery, { newest: () => ({}), 'not paid': () => ({ status: 'made' }), 'no such market': () => ({ market: 'CNY' }) }],
  [
    bankFileOrderQuery,
    {
      newest: () => ({}),
      returned: () => ({ status: 'returned' }),
      file: () => ({ file_no: `F${whole(100)}` }),
      number: ({ orders }) => ({ order_no: `X${whole(orders / 5)}` }),
      owner: ({ merchantId }) => ({ owner_id: merchantId }),
    },
  ],
  [walletRechargeQuery, { newest: () => ({}), 'a later page': later }],
  [
    walletWithdrawalQuery,
    { newest: () => ({}), approved: () => ({ status: 'approved' }), 'no such coin': () => ({ out_abbreviation: 'CNYT' }) },
  ],
  [walletAdjustmentQuery, { newest: () => ({}), 'in appeal': () => ({ order_status: 'appeal' }) }],
  [
    refundQuery,
    {
      newest: () => ({}),
      'a time': span,
      number: ({ orders }) => ({ refund_id: `R${whole(orders / 5)}` }),
      order: ({ orders }) => ({ order_serial_number: `P${whole(orders / 5)}` }),
      "the merchant's number": ({ orders }) => ({ order_id: `P${whole(orders / 5)}` }),
      'no such number': () => ({ order_id: 'none' }),
      user: ({ users }) => ({ payment_id: FIRST_USER + whole(users) }),
      'no such user': () => ({ payment_id: 59_999_999 }),
      'no such coin': () => ({ coin_name: 'CNYT' }),
      'by the console': () => ({ refund_from: 'console' }),
      'by amount': () => ({ sort_by: 'amount' }),
      'by amount in no such coin': () => ({ sort_by: 'amount', coin_name: 'CNYT' }),
    },
  ],
];
