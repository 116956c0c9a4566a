import { joined } from '@purser/console-kit/format';
import { PASSED_REASONS } from '@purser/contract/features/chain-deposit';
import { EVIDENCE_NAMES } from '@purser/contract/review';
import { groupDigits } from '@purser/ui/money-text';
import type { Approval } from './approval-details.tsx';
import type { useT } from './texts.ts';

type T = ReturnType<typeof useT>;

const KINDS = {
  'party.reset_authenticator': 'approvals.kind.resetAuthenticator',
  'ledger.manual_posting': 'approvals.kind.manualPosting',
  'market.terms': 'approvals.kind.terms',
  'market.merchant_terms': 'approvals.kind.merchantTerms',
  'market.kind_terms': 'approvals.kind.kindTerms',
  'market.rate': 'approvals.kind.rate',
  'market.rate_feed': 'approvals.kind.rateFeed',
  'market.rate_held': 'approvals.kind.rateHeld',
  'market.bounds': 'approvals.kind.bounds',
  'market.review_bounds': 'approvals.kind.reviewBounds',
  'market.coin_network': 'approvals.kind.coinNetwork',
  'reward.grant': 'approvals.kind.rewardGrant',
  'review.approve': 'approvals.kind.review',
  'recharge.quick': 'approvals.kind.quickRecharge',
  'recharge.deposit_address': 'approvals.kind.depositAddress',
  'chain_deposit.credit': 'approvals.kind.heldDeposit',
  'chain_deposit.return': 'approvals.kind.returnDeposit',
  'payout.end': 'approvals.kind.payoutEnd',
} as const;
const FACTS = {
  merchant_id: 'field.merchantId',
  owner_id: 'approvals.fact.ownerId',
  name: 'approvals.fact.name',
  username: 'approvals.fact.username',
  user_id: 'approvals.fact.userId',
  nick: 'approvals.fact.name',
  reward: 'approvals.fact.reward',
  amount: 'field.amount',
  against: 'approvals.fact.against',
  serial_number: 'field.serialNumber',
  review_kind: 'approvals.fact.reviewKind',
  handling_fee: 'field.handlingFee',
  network_fee: 'approvals.fact.networkFee',
  settlement_amount: 'field.settlementAmount',
  exchanged: 'approvals.fact.exchanged',
  to_address: 'approvals.fact.toAddress',
  note: 'approvals.fact.note',
  against_evidence: 'approvals.fact.againstEvidence',
  beyond_review: 'approvals.fact.whyReview',
  user_kind: 'approvals.fact.userKind',
  coin: 'terms.coin',
  symbol: 'approvals.fact.symbol',
  payment_fee_rate: 'terms.paymentFee',
  transfer_fee_rate: 'terms.transferFee',
  user_withdrawal_fee_rate: 'terms.userWithdrawalFee',
  adjustment_fee_rate: 'terms.adjustmentFee',
  usdt_recharge_fee_rate: 'terms.usdtRechargeFee',
  usdt_withdrawal_fee_rate: 'terms.usdtWithdrawalFee',
  fiat_withdrawal_fee_rate: 'terms.fiatWithdrawalFee',
  commission_rate: 'terms.commission',
  transfer_minimum: 'terms.transferMinimum',
  order_minimum: 'terms.orderMinimum',
  order_maximum: 'terms.orderMaximum',
  usdt_recharge_minimum: 'terms.usdtRechargeMinimum',
  usdt_withdrawal_minimum: 'terms.usdtWithdrawalMinimum',
  usdt_withdrawal_maximum: 'terms.usdtWithdrawalMaximum',
  usdt_withdrawal_day_maximum: 'terms.usdtWithdrawalDayMaximum',
  fiat_withdrawal_minimum: 'terms.fiatWithdrawalMinimum',
  refund_returns_fee: 'terms.refundReturnsFee',
  rate: 'terms.rate',
  fee_bound: 'terms.feeBound',
  rate_bound: 'terms.rateBound',
  adjustment_bound: 'terms.adjustmentBound',
  usdt_recharge_bound: 'terms.usdtRechargeBound',
  usdt_withdrawal_bound: 'terms.usdtWithdrawalBound',
  fiat_withdrawal_bound: 'terms.fiatWithdrawalBound',
  contract_address: 'approvals.fact.contract',
  token_decimals: 'approvals.fact.tokenDecimals',
  confirmations: 'approvals.fact.confirmations',
  deposit_address: 'terms.depositAddress',
  is_on: 'approvals.fact.isOn',
  merchant: 'field.merchantName',
  usdt: 'approvals.fact.usdt',
  sends_back: 'approvals.fact.sendsBack',
  to_send: 'approvals.fact.toSend',
  in_doubt: 'approvals.fact.inDoubt',
  became: 'approvals.fact.became',
  has_left: 'approvals.fact.hasLeft',
  has_arrived: 'approvals.fact.hasArrived',
  credited: 'approvals.fact.credited',
  network: 'approvals.fact.network',
  address: 'approvals.fact.address',
  txid: 'approvals.fact.txid',
  rate_now: 'approvals.fact.rateNow',
  foreseen: 'approvals.fact.foreseen',
  sender: 'approvals.fact.sender',
  despite: 'approvals.fact.despite',
  arrives_of_100: 'approvals.fact.arrives',
  beyond_payment_fee_rate: 'approvals.fact.whyPayment',
  beyond_transfer_fee_rate: 'approvals.fact.whyTransfer',
  beyond_user_withdrawal_fee_rate: 'approvals.fact.whyUserWithdrawal',
  beyond_adjustment_fee_rate: 'approvals.fact.whyAdjustment',
  beyond_usdt_recharge_fee_rate: 'approvals.fact.whyUsdtRecharge',
  beyond_usdt_withdrawal_fee_rate: 'approvals.fact.whyUsdtWithdrawal',
  beyond_fiat_withdrawal_fee_rate: 'approvals.fact.whyFiatWithdrawal',
  beyond_network_fee: 'approvals.fact.whyNetworkFee',
  beyond_deposit_address: 'approvals.fact.whyDepositAddress',
  beyond_contract_address: 'approvals.fact.whyContract',
  beyond_token_decimals: 'approvals.fact.whyTokenDecimals',
  beyond_rate: 'approvals.fact.whyRate',
  beyond_rate_feed: 'approvals.fact.whyFeed',
  feed_address: 'approvals.fact.feedAddress',
  feed_pointer: 'approvals.fact.feedPointer',
  feed_spread_rate: 'approvals.fact.feedSpread',
  feed_every_s: 'approvals.fact.feedEvery',
  feed_stale_after_s: 'approvals.fact.feedStale',
  feed_jump_rate: 'approvals.fact.feedJump',
} as const;
/** Values that are words of the contract. */
const AGAINST = {
  bank: 'approvals.against.bank',
  issuance: 'approvals.against.issuance',
  reward_pool: 'approvals.against.reward_pool',
  fees: 'approvals.against.fees',
} as const;

const REVIEW_KINDS = {
  adjustment: 'approvals.reviewKind.adjustment',
  usdt_recharge: 'approvals.reviewKind.usdt_recharge',
  usdt_withdrawal: 'approvals.reviewKind.usdt_withdrawal',
  fiat_withdrawal: 'approvals.reviewKind.fiat_withdrawal',
} as const;

const DOUBTS = {
  transfer_differs: 'approvals.doubt.transfer_differs',
  signed_before: 'approvals.doubt.signed_before',
} as const;
const ENDS = { paid: 'approvals.became.paid', not_paid: 'approvals.became.not_paid' } as const;

const USER_KINDS = {
  ordinary: 'approvals.userKind.ordinary',
  advanced: 'approvals.userKind.advanced',
  agent: 'approvals.userKind.agent',
} as const;

/** What is to be done, in words; a kind without words by its name. */
export function kindText(kind: string, t: T): string {
  return kind in KINDS ? t(KINDS[kind as keyof typeof KINDS]) : kind;
}

/** A fact of what is to be done, in words; one without words by its name. */
export function factText(name: string, t: T): string {
  return name in FACTS ? t(FACTS[name as keyof typeof FACTS]) : name;
}

/** Switches, of which a fact says "off → on". */
const SWITCHES = new Set(['refund_returns_fee', 'is_on']);

/** What a fact says, in words where it is a word of the contract. */
export function factValue(name: string, value: string, t: T): string {
  if (name === 'against_evidence') {
    const names = value.split(', ').map((one) => EVIDENCE_NAMES.find((fact) => fact === one));
    return joined(
      names.map((fact) => (fact ? t(`evidence.${fact}`) : value)),
      t,
    );
  }
  if (name === 'despite') {
    const reasons = value.split(', ').map((one) => PASSED_REASONS.find((reason) => reason === one));
    return joined(
      reasons.map((reason) => (reason ? t(`approvals.despite.${reason}`) : value)),
      t,
    );
  }
  if (name === 'review_kind' && value in REVIEW_KINDS) return t(REVIEW_KINDS[value as keyof typeof REVIEW_KINDS]);
  if (name === 'in_doubt' && value in DOUBTS) return t(DOUBTS[value as keyof typeof DOUBTS]);
  if (name === 'became' && value in ENDS) return t(ENDS[value as keyof typeof ENDS]);
  if (name === 'user_kind' && value in USER_KINDS) return t(USER_KINDS[value as keyof typeof USER_KINDS]);
  if (SWITCHES.has(name)) return value.replaceAll(/\b(on|off)\b/g, (word) => t(word === 'on' ? 'terms.yes' : 'terms.no'));
  if (name === 'against' && value in AGAINST) return t(AGAINST[value as keyof typeof AGAINST]);
  const [, sign, amount = '', coin] = AMOUNT.exec(value) ?? [];
  return coin === undefined ? value : `${sign === '-' ? '−' : sign}${groupDigits(amount)} ${coin}`;
}

/** An amount of a coin, as `-1234.50 USDP`: written as all amounts are. */
const AMOUNT = /^([+-]?)(\d+(?:\.\d+)?) ([A-Z]\w*)$/;

/** The provider's own owner. */
const PROVIDER = 1;

export function aboutText({ owner_id }: Approval, t: T): string {
  return owner_id === PROVIDER ? t('approvals.provider') : String(owner_id);
}
