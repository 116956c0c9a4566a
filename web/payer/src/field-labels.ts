import type { Language } from '@purser/contract/language';
import type { PayerPageName } from '@purser/contract/payer-pages';
import type { PayerTextName } from './shared/texts.ts';

type Labels = Readonly<Record<string, PayerTextName>>;

const PAYMENT_PASSWORD: Labels = { payment_password: 'payment_password' };
const CODE: Labels = { code: 'verification_code' };

/** What the fields of a page's plain forms are called on it. A field that is not here is hidden: whoever fills the form in knows nothing of it. */
const LABELS: Readonly<Partial<Record<PayerPageName, Labels>>> = {
  pay: PAYMENT_PASSWORD,
  face: PAYMENT_PASSWORD,
  collect: { amount: 'collect_amount' },
  'register-confirm': {
    ...CODE,
    username: 'username',
    nick: 'nick',
    market: 'first_market',
    referral_code: 'referral_code_optional',
    agreements: 'accept_agreements',
  },
  'recover-confirm': CODE,
  'code-login-confirm': CODE,
  passkeys: { ...PAYMENT_PASSWORD, name: 'passkey_name' },
  privacy: { ...PAYMENT_PASSWORD, login_password: 'login_password' },
  'bank-cards': {
    ...PAYMENT_PASSWORD,
    market: 'bank_currency',
    holder_name: 'bank_holder',
    bank_name: 'bank_name',
    bank_code: 'bank_code',
    account_number: 'bank_number',
  },
  'bank-withdrawal': { ...PAYMENT_PASSWORD, payment_method_id: 'bank_card', coin_name: 'coin', amount: 'bank_amount' },
  authentication: {
    surname: 'auth_surname',
    middle_name: 'auth_middle_name',
    name: 'auth_name',
    id_type: 'auth_id_type',
    id_number: 'auth_id_number',
  },
  'payment-password': {
    login_password: 'login_password',
    payment_password: 'new_payment_password',
    payment_password_again: 'new_payment_password_again',
  },
  'usdt-recharge': { coin: 'usdt_in_coin', network: 'usdt_in_network', trade_count: 'usdt_in_amount', apply_txid: 'usdt_in_txid' },
  'usdt-withdrawal': {
    ...PAYMENT_PASSWORD,
    coin_id: 'usdt_out_from',
    network: 'usdt_out_network',
    withdrawal_count: 'usdt_out_amount',
    address: 'usdt_out_address',
  },
  adjustment: { reason: 'object_reason' },
  agreement: { user_agreement: 'agreement_read' },
};

/**
 * What a page calls a field of its forms, in the reader's language; of a hidden one, which only a page that is out of date or a tampered one sends wrong,
 * what to do then.
 *
 * @param texts the payer's texts of a language
 */
export function fieldLabelIn(
  texts: Readonly<Record<Language, Readonly<Record<string, string>>>>,
  page: PayerPageName,
  field: string,
  language: Language,
): string {
  const labels = LABELS[page] ?? {};
  const name = Object.hasOwn(labels, field) ? labels[field] : undefined;
  return texts[language][name ?? 'form_out_of_date'] ?? '';
}
