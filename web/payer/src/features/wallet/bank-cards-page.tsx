import { CARDHOLDER_NAME, LONGEST_BANK_NAME, LONGEST_HOLDER_NAME } from '@purser/contract/bank-account';
import type { bankCardsPage, PageOf } from '@purser/contract/payer-pages';
import type { WalletBankAccount } from '@purser/contract/wallet-bank';
import { PAYMENT_PASSWORD_DIGITS } from '@purser/contract/payment-password';
import button from '../../shared/button.module.css';
import { CodeField } from '../../shared/code-field.tsx';
import { usePage } from '../../shared/context.tsx';
import { Field } from '../../shared/field.tsx';
import { Notice } from '../../shared/notice.tsx';
import type { PageView } from '../../shared/page.ts';
import { OF_PAYMENT_PASSWORD, PAYMENT_PASSWORD_FORM, paymentPasswordProblem } from '../../shared/payment-password.ts';
import { Card, Shell } from '../../shared/shell.tsx';
import styles from './bank.module.css';
import { ShownPayer } from '../../shared/shown-payer.tsx';
import { fieldsOf, toldAtFields } from '../../shared/told-at-fields.ts';
import wallet from './wallet.module.css';

type BankCardsPage = PageOf<typeof bankCardsPage>;

const LINKING = {
  fields: ['holder_name', 'bank_name', 'bank_code', 'account_number', 'payment_password'],
  at: {
    ...OF_PAYMENT_PASSWORD,
    account_number_invalid: 'account_number',
    payment_method_known: 'account_number',
    bank_code_invalid: 'bank_code',
  },
} as const;

/** Whether a refusal is told at a field: of the form that links, which alone leaves what was typed, or of the one that unlinks a card. */
function isAtField({ problem, typed, accounts, has_payment_password }: BankCardsPage): boolean {
  if (typed['holder_name'] !== undefined) return has_payment_password && fieldsOf(problem, LINKING).length > 0;
  return accounts.some((account) => isOf(account, problem)) && fieldsOf(problem, PAYMENT_PASSWORD_FORM).length > 0;
}

/** Whether it was to be unlinked by the form that was refused. */
function isOf({ payment_method_id }: WalletBankAccount, problem: BankCardsPage['problem']): boolean {
  return problem?.typed?.['payment_method_id'] === payment_method_id;
}

/** The bank cards that money is withdrawn to, and the form that links another. */
function BankCards({ page }: { page: BankCardsPage }) {
  const { t } = usePage();
  const isLinking = page.typed['holder_name'] !== undefined;
  const told = toldAtFields(isLinking ? page.problem : null, LINKING, (text) => ({
    ...(!CARDHOLDER_NAME.test(text('holder_name')) && { holder_name: t('bank_holder_hint') }),
    ...paymentPasswordProblem(text, t),
  }));
  return (
    <Shell>
      <div className={wallet.head}>
        <h1>{t('bank_cards_title')}</h1>
        <p>{t('bank_cards_lead')}</p>
      </div>
      {page.problem && !isAtField(page) && <Notice kind="problem">{page.problem.detail}</Notice>}
      {page.done && !page.problem && (
        <Notice kind="success">{t(page.done === 'linked' ? 'bank_card_linked' : 'bank_card_unlinked')}</Notice>
      )}
      {page.accounts.map((account) => (
        <BankCard
          key={account.payment_method_id}
          account={account}
          next={page.next}
          problem={isOf(account, page.problem) ? page.problem : null}
        />
      ))}
      <Card>
        <h2 className={wallet.flat}>{t('bank_card_link')}</h2>
        {page.has_payment_password ? (
          <form className={wallet.form} method="post" action="/wallet/bank-cards">
            <ShownPayer />
            <input type="hidden" name="next" value={page.next} />
            <label className={wallet.choice}>
              <span>{t('bank_currency')}</span>
              <select name="market" defaultValue={page.typed['market'] ?? page.markets[0]}>
                {page.markets.map((market) => (
                  <option key={market}>{market}</option>
                ))}
              </select>
            </label>
            <Field
              label={t('bank_holder')}
              hint={t('bank_holder_hint')}
              name="holder_name"
              defaultValue={page.typed['holder_name']}
              autoComplete="name"
              maxLength={LONGEST_HOLDER_NAME}
              required
              error={told.holder_name}
            />
            <Field
              label={t('bank_name')}
              name="bank_name"
              defaultValue={page.typed['bank_name']}
              maxLength={LONGEST_BANK_NAME}
              required
              error={told.bank_name}
            />
            <Field
              label={t('bank_code')}
              hint={t('bank_code_hint')}
              name="bank_code"
              defaultValue={page.typed['bank_code']}
              maxLength={24}
              error={told.bank_code}
            />
            <Field
              label={t('bank_number')}
              hint={t('bank_number_hint')}
              name="account_number"
              autoComplete="off"
              maxLength={64}
              required
              error={told.account_number}
            />
            <CodeField
              label={t('payment_password')}
              name="payment_password"
              digits={PAYMENT_PASSWORD_DIGITS}
              error={told.payment_password}
            />
            <button className={button.primary}>{t('bank_card_link')}</button>
          </form>
        ) : (
          <NoPaymentPassword next={bankCardsAddress(page.next)} />
        )}
      </Card>
      <p className={wallet.back}>
        <a className={button.quiet} href="/wallet/bank-withdrawal">
          {t('bank_withdraw')}
        </a>
        <a className={button.quiet} href={page.next}>
          {t(page.next.startsWith('/wallet/authentication') ? 'auth_title' : 'go_back')}
        </a>
      </p>
    </Shell>
  );
}

interface BankCardProps extends Pick<BankCardsPage, 'next' | 'problem'> {
  readonly account: WalletBankAccount;
}

function BankCard({ account, next, problem }: BankCardProps) {
  const { t } = usePage();
  const told = toldAtFields(problem, PAYMENT_PASSWORD_FORM, (text) => paymentPasswordProblem(text, t));
  return (
    <Card>
      <div className={wallet.row}>
        <div>
          <h2 className={wallet.flat}>{`${account.bank_name} ${account.account_number}`}</h2>
          <p className={wallet.flat}>{`${account.holder_name} · ${account.market}`}</p>
        </div>
        <span className={styles.status} data-status={account.status}>
          {t(`bank_status_${account.status}`)}
        </span>
      </div>
      {account.reason !== '' && <Notice kind="problem">{account.reason}</Notice>}
      <details className={styles.unlink} open={told.payment_password !== undefined}>
        <summary>{t('bank_card_unlink')}</summary>
        <form className={wallet.form} method="post" action="/wallet/bank-cards/unlink">
          <ShownPayer />
          <input type="hidden" name="next" value={next} />
          <input type="hidden" name="payment_method_id" value={account.payment_method_id} />
          <CodeField label={t('payment_password')} name="payment_password" digits={PAYMENT_PASSWORD_DIGITS} error={told.payment_password} />
          <button className={button.quiet}>{t('bank_card_unlink')}</button>
        </form>
      </details>
    </Card>
  );
}

/** The bank cards, from which one goes back to where one came from. */
export function bankCardsAddress(next: string): string {
  return `/wallet/bank-cards?next=${encodeURIComponent(next)}`;
}

/** Nothing is confirmed without it, so it comes first; from there one comes back. */
export function NoPaymentPassword({ next }: { next: string }) {
  const { t } = usePage();
  return (
    <>
      <p>{t('bank_needs_password')}</p>
      <a className={button.primary} href={`/wallet/payment-password?next=${encodeURIComponent(next)}`}>
        {t('set_payment_password')}
      </a>
    </>
  );
}

export const bankCards: PageView<typeof bankCardsPage> = { Component: BankCards, title: (_page, t) => t('bank_cards_title') };
