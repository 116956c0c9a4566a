import type { Screen } from './screen.ts';
import type { SpokenLanguage } from './texts.ts';

/** What a merchant has, and how it goes to a bank. */
export function moneyScreens({ console: t }: SpokenLanguage): Screen[] {
  return [
    { name: 'assets', title: t('menu.assets'), path: '/assets/Assets' },
    { name: 'payment-methods', title: t('menu.paymentMethod'), path: '/payment/PaymentMethod' },
    { name: 'payment-ways', title: t('menu.paymentMethod'), path: '/payment/PaymentMethod?tab=checkout' },
    { name: 'payment-ways-change', title: t('menu.paymentMethod'), path: '/payment/PaymentMethod?tab=checkout&coin=USDP' },
    { name: 'payment-method-link', title: t('menu.paymentMethod'), path: '/payment/PaymentMethod?link=1' },
    { name: 'fiat-withdrawals', title: t('menu.fiatWithdrawal'), path: '/coin-withdraw/index' },
    { name: 'fiat-withdrawal-form', title: t('menu.fiatWithdrawal'), path: '/coin-withdraw/index?withdraw=1' },
  ];
}

/** Pages of the wallet that ask for the payment password. */
export const CONFIRMED_SCREENS: readonly Screen[] = [
  { name: 'payment-password', path: '/wallet/payment-password' },
  { name: 'bank-cards', path: '/wallet/bank-cards' },
  { name: 'bank-withdrawal', path: '/wallet/bank-withdrawal' },
];
