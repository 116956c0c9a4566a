import type { Call } from './call.ts';
import * as accessKey from './features/access-key.ts';
import * as account from './features/account.ts';
import * as accountSecurity from './features/account-security.ts';
import * as adjustment from './features/adjustment.ts';
import * as approval from './features/approval.ts';
import * as asset from './features/asset.ts';
import * as audit from './features/audit.ts';
import * as auth from './features/auth.ts';
import * as bankFile from './features/bank-file.ts';
import * as chainDeposit from './features/chain-deposit.ts';
import * as chainReturn from './features/chain-return.ts';
import * as chainNetwork from './features/chain-network.ts';
import * as chainReserve from './features/chain-reserve.ts';
import * as chainSweep from './features/chain-sweep.ts';
import * as checkout from './features/checkout.ts';
import * as checkoutTerms from './features/checkout-terms.ts';
import * as coin from './features/coin.ts';
import * as config from './features/config.ts';
import * as content from './features/content.ts';
import * as contentEditing from './features/content-editing.ts';
import * as dashboard from './features/dashboard.ts';
import * as everyOrder from './features/every-order.ts';
import * as events from './features/events.ts';
import * as face from './features/face.ts';
import * as fiatWithdrawal from './features/fiat-withdrawal.ts';
import * as file from './features/file.ts';
import * as fundFlow from './features/fund-flow.ts';
import * as identity from './features/identity.ts';
import * as ledger from './features/ledger.ts';
import * as liabilities from './features/liabilities.ts';
import * as ownAudit from './features/own-audit.ts';
import * as loginRecord from './features/login-record.ts';
import * as maintenance from './features/maintenance.ts';
import * as member from './features/member.ts';
import * as merchantSetUp from './features/merchant-set-up.ts';
import * as message from './features/message.ts';
import * as kindTerms from './features/kind-terms.ts';
import * as market from './features/market.ts';
import * as logo from './features/logo.ts';
import * as openLookUp from './features/open-look-up.ts';
import * as openOrder from './features/open-order.ts';
import * as openWithdrawal from './features/open-withdrawal.ts';
import * as order from './features/order.ts';
import * as overview from './features/overview.ts';
import * as paymentLink from './features/payment-link.ts';
import * as receipt from './features/receipt.ts';
import * as statement from './features/statement.ts';
import * as promisedTime from './features/promised-time.ts';
import * as paymentMethod from './features/payment-method.ts';
import * as party from './features/party.ts';
import * as partyDetail from './features/party-detail.ts';
import * as queue from './features/queue.ts';
import * as review from './features/review.ts';
import * as refund from './features/refund.ts';
import * as referral from './features/referral.ts';
import * as reward from './features/reward.ts';
import * as staff from './features/staff.ts';
import * as savedView from './features/saved-view.ts';
import * as signInPolicy from './features/sign-in-policy.ts';
import * as staffAuth from './features/staff-auth.ts';
import * as staffOrder from './features/staff-order.ts';
import * as staffMember from './features/staff-member.ts';
import * as staffPasskey from './features/staff-passkey.ts';
import * as storage from './features/storage.ts';
import * as submission from './features/submission.ts';
import * as payout from './features/payout.ts';
import * as transfer from './features/transfer.ts';
import * as userWithdrawal from './features/user-withdrawal.ts';
import * as usdtWithdrawal from './features/usdt-withdrawal.ts';
import * as usdtRecharge from './features/usdt-recharge.ts';
import * as wallet from './features/wallet.ts';
import * as walletAccess from './features/wallet-access.ts';
import * as walletPasskey from './features/wallet-passkey.ts';
import * as walletWithdrawal from './features/wallet-withdrawal.ts';
import * as webhook from './features/webhook.ts';
import * as whiteList from './features/white-list.ts';
import * as withdrawalLimit from './features/withdrawal-limit.ts';

/** The call table: every call of every feature, in the order the documentation lists them. */
export const CALLS: readonly Call[] = [
  auth,
  account,
  accountSecurity,
  config,
  coin,
  asset,
  transfer,
  usdtWithdrawal,
  fundFlow,
  statement,
  receipt,
  order,
  paymentLink,
  userWithdrawal,
  withdrawalLimit,
  adjustment,
  submission,
  usdtRecharge,
  chainDeposit,
  chainReturn,
  chainNetwork,
  chainReserve,
  chainSweep,
  dashboard,
  loginRecord,
  ownAudit,
  whiteList,
  member,
  accessKey,
  identity,
  paymentMethod,
  checkoutTerms,
  fiatWithdrawal,
  webhook,
  events,
  openOrder,
  openWithdrawal,
  openLookUp,
  checkout,
  wallet,
  walletAccess,
  walletPasskey,
  walletWithdrawal,
  referral,
  face,
  liabilities,
  kindTerms,
  market,
  ledger,
  staffAuth,
  staff,
  staffPasskey,
  staffMember,
  overview,
  approval,
  audit,
  party,
  merchantSetUp,
  partyDetail,
  refund,
  reward,
  staffOrder,
  queue,
  everyOrder,
  review,
  payout,
  bankFile,
  content,
  contentEditing,
  file,
  storage,
  logo,
  maintenance,
  signInPolicy,
  promisedTime,
  message,
  savedView,
].flatMap((feature) => Object.values(feature as Record<string, unknown>).filter(isCall));

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'path' in value && 'caller' in value && 'input' in value;
}
