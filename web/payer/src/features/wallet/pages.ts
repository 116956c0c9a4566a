/** The wallet's pages as one piece: a payer who only pays an order never loads them. */
export { WalletLogin } from './login-page.tsx';
export { PaymentPassword } from './payment-password-page.tsx';
export { Wallet } from './wallet-page.tsx';
