import { useEffect, useRef, useState, type FormEvent } from 'react';
import { LONGEST_PASSWORD } from '@purser/contract/limits';
import { isWeakPaymentPassword, PAYMENT_PASSWORD_DIGITS } from '@purser/contract/payment-password';
import type { PageOf, paymentPasswordPage } from '@purser/contract/payer-pages';
import button from '../../shared/button.module.css';
import { usePage } from '../../shared/context.tsx';
import { CodeField } from '../../shared/code-field.tsx';
import { Field } from '../../shared/field.tsx';
import { Notice } from '../../shared/notice.tsx';
import type { PageView } from '../../shared/page.ts';
import { Card, Shell } from '../../shared/shell.tsx';
import type { PayerTranslate } from '../../shared/texts.ts';
import { ShownPayer } from '../../shared/shown-payer.tsx';
import styles from './wallet.module.css';

type PaymentPasswordPage = PageOf<typeof paymentPasswordPage>;

type Errors = Partial<Record<'login_password' | 'payment_password' | 'payment_password_again', string>>;

const here = (next: string): string => `/wallet/payment-password?next=${encodeURIComponent(next)}`;

/** Refusals that concern one field, and are told there. */
const FIELD_OF_OUTCOME: Readonly<Record<string, keyof Errors>> = {
  wrong_credentials: 'login_password',
  payment_password_weak: 'payment_password',
  passwords_differ: 'payment_password_again',
};

/** Setting or changing the payment password; the form is sent as it is, checked before where the page is alive. */
function PaymentPassword({ page }: { page: PaymentPasswordPage }) {
  const { t } = usePage();
  const fieldOfProblem = FIELD_OF_OUTCOME[page.problem?.outcome ?? ''];
  const [errors, setErrors] = useState<Errors>(page.problem && fieldOfProblem ? { [fieldOfProblem]: page.problem.detail } : {});
  const form = useRef<HTMLFormElement>(null);
  const [sent, setSent] = useState(false);

  const check = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const found: Errors = {};
    if (form.get('login_password') === '') found.login_password = t('password_required');
    const first = String(form.get('payment_password') ?? '');
    if (!new RegExp(`^\\d{${PAYMENT_PASSWORD_DIGITS}}$`).test(first)) found.payment_password = t('payment_password_required');
    else if (isWeakPaymentPassword(first)) found.payment_password = t('payment_password_weak');
    else if (first !== form.get('payment_password_again')) found.payment_password_again = t('passwords_differ');
    setErrors(found);
    if (Object.keys(found).length > 0) event.preventDefault();
    else setSent(true);
  };
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [errors]);

  return (
    <Shell>
      <Card>
        <div className={styles.lead}>
          <h1>{titleOf(page, t)}</h1>
          <p>{page.nick}</p>
        </div>
        {page.problem && !fieldOfProblem && <Notice kind="problem">{page.problem.detail}</Notice>}
        <form ref={form} className={styles.form} method="post" action="/wallet/payment-password" noValidate onSubmit={check}>
          <ShownPayer />
          <input type="hidden" name="next" value={page.next} />
          <Field
            label={t('login_password')}
            name="login_password"
            type="password"
            autoComplete="current-password"
            maxLength={LONGEST_PASSWORD}
            required
            error={errors.login_password}
          />
          <CodeField
            label={t('new_payment_password')}
            hint={t('payment_password_rules')}
            name="payment_password"
            digits={PAYMENT_PASSWORD_DIGITS}
            error={errors.payment_password}
          />
          <CodeField
            label={t('new_payment_password_again')}
            name="payment_password_again"
            digits={PAYMENT_PASSWORD_DIGITS}
            error={errors.payment_password_again}
          />
          <button className={button.primary} aria-disabled={sent}>
            {sent ? t('saving') : t('save')}
          </button>
        </form>
        <p className={styles.back}>
          <a className={button.quiet} href={`/wallet/recover?next=${encodeURIComponent(here(page.next))}`}>
            {t('recover_title')}
          </a>
          <a className={button.quiet} href={page.next}>
            {t('go_back')}
          </a>
        </p>
      </Card>
    </Shell>
  );
}

function titleOf({ has_payment_password }: PaymentPasswordPage, t: PayerTranslate): string {
  return t(has_payment_password ? 'change_payment_password' : 'set_payment_password');
}

export const paymentPassword: PageView<typeof paymentPasswordPage> = { Component: PaymentPassword, title: titleOf };
