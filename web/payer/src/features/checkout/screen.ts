import { parseAmount } from '@purser/contract/money';
import type { CheckoutOrder, CheckoutPayer, PayStep } from '@purser/contract/payer-pages';

/** Every screen of the checkout; each state of an order has exactly one for whoever looks at it. */
export type Screen =
  | 'unknown'
  | 'scan'
  | 'login'
  | 'abandon'
  | 'confirm'
  | 'insufficient'
  | 'market_not_enabled'
  | 'verification_incomplete'
  | 'no_payment_password'
  | 'payment_password_locked'
  | 'success'
  | 'success_elsewhere'
  | 'paid_by_me'
  | 'paid'
  | 'expired'
  | 'merchant_suspended'
  | 'cancelled_by_merchant'
  | 'cancelled_by_payer';

/** How often a page asks how its order stands, where no event tells it: in seconds. */
export const REFRESH_S = 10;

/** What keeps a signed-in payer from paying. */
export type ObstacleScreen = Extract<
  Screen,
  'insufficient' | 'market_not_enabled' | 'verification_incomplete' | 'no_payment_password' | 'payment_password_locked'
>;

/** How an order ended, that there is none, or that nobody can pay it now. */
export type EndScreen = Exclude<Screen, ObstacleScreen | 'scan' | 'login' | 'abandon' | 'confirm'>;

/** The screens after a payment: the receipt takes the summary's place. */
export function hasReceipt(screen: Screen): boolean {
  return screen === 'success' || screen === 'success_elsewhere' || screen === 'paid_by_me';
}

export interface ScreenInput {
  readonly order: CheckoutOrder | null;
  readonly payer: CheckoutPayer | null;
  readonly step: PayStep;
  /** The page was opened by its code, or in the app. */
  readonly fromQr: boolean;
  /** This page's own payment has just gone through. */
  readonly justPaid: boolean;
  /** The page saw the order being paid while it was open. */
  readonly witnessed: boolean;
}

export function screenOf({ order, payer, step, fromQr, justPaid, witnessed }: ScreenInput): Screen {
  if (!order) return 'unknown';
  switch (order.order_status) {
    case 'paid':
      if (order.paid_by_me) return justPaid || witnessed ? 'success' : 'paid_by_me';
      return witnessed && !payer ? 'success_elsewhere' : 'paid';
    case 'cancelled':
      return order.cancelled_by === 'payer' ? 'cancelled_by_payer' : 'cancelled_by_merchant';
    case 'expired':
      return 'expired';
    case 'created':
    case 'scanned':
      if (order.merchant_suspended && !(payer && step === 'abandon')) return 'merchant_suspended';
      // Who is not signed in cannot cancel the order for others; they just leave.
      if (!payer) return step === 'login' && mayLogIn(order, fromQr) ? 'login' : 'scan';
      if (step === 'abandon' && order.may_cancel) return 'abandon';
      return payingScreen(order, payer);
  }
}

function payingScreen(order: CheckoutOrder, payer: CheckoutPayer): Screen {
  if (!payer.market_enabled) return 'market_not_enabled';
  if (payer.missing_verifications.some((name) => name !== 'payment_password')) return 'verification_incomplete';
  const { missing } = splitPayment(order, payer, true);
  if (missing > 0n) return 'insufficient';
  if (!payer.has_payment_password) return 'no_payment_password';
  return payer.payment_password_locked_until === null ? 'confirm' : 'payment_password_locked';
}

/** Whether the page offers to log in: everywhere, or only where it was opened by its code or in the app. */
export function mayLogIn({ ways }: CheckoutOrder, fromQr: boolean): boolean {
  return fromQr || ways.includes('web');
}

/** Whether nothing can change the order any more. */
export function isClosed(order: CheckoutOrder): boolean {
  return order.order_status !== 'created' && order.order_status !== 'scanned';
}

export interface PaymentSplit {
  readonly fromReward: bigint;
  readonly fromBalance: bigint;
  readonly balanceAfter: bigint;
  /** How much more it would need; 0 when it suffices. */
  readonly missing: bigint;
}

/** What a payment takes from where, in minor units: reward funds first if they are used, the rest from the balance, as far as the order takes either. */
export function splitPayment(order: CheckoutOrder, payer: CheckoutPayer, useReward: boolean): PaymentSplit {
  const { decimals, ways } = order;
  const minor = (text: string) => {
    const parsed = parseAmount(text, decimals);
    return typeof parsed === 'bigint' ? parsed : 0n;
  };
  const amount = minor(order.amount);
  const reward = useReward && ways.includes('reward') ? minor(payer.reward_asset) : 0n;
  const fromReward = reward < amount ? reward : amount;
  const fromBalance = amount - fromReward;
  const balance = minor(payer.available_asset);
  const missing = fromBalance - (ways.includes('balance') ? balance : 0n);
  return { fromReward, fromBalance, balanceAfter: balance - fromBalance, missing: missing > 0n ? missing : 0n };
}
