import { useState, type FormEvent } from 'react';
import { LONGEST_PASSWORD } from '@purser/contract/limits';
import { PAYMENT_PASSWORD_DIGITS } from '@purser/contract/payment-order';
import type { PaymentPasswordPage } from '@purser/contract/payer-pages';
import button from '../../shared/button.module.css';
import { usePage } from '../../shared/context.tsx';
import { Field } from '../../shared/field.tsx';
import { Notice } from '../../shared/notice.tsx';
import { Card, Shell } from '../../shared/shell.tsx';
import styles from './wallet.module.css';

type Errors = Partial<Record<'login_password' | 'payment_password' | 'payment_password_again', string>>;

/** Setting or changing the payment password; the form is sent as it is, checked before where the page is alive. */
export function PaymentPassword({ page }: { page: PaymentPasswordPage }) {
  const { t } = usePage();
  const [errors, setErrors] = useState<Errors>({});
  const [sent, setSent] = useState(false);

  const check = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const found: Errors = {};
    if (form.get('login_password') === '') found.login_password = t('password_required');
    const first = String(form.get('payment_password') ?? '');
    if (!new RegExp(`^\\d{${PAYMENT_PASSWORD_DIGITS}}$`).test(first)) found.payment_password = t('payment_password_required');
    else if (first !== form.get('payment_password_again')) found.payment_password_again = t('passwords_differ');
    setErrors(found);
    if (Object.keys(found).length > 0) event.preventDefault();
    else setSent(true);
  };

  const digits = {
    type: 'password',
    inputMode: 'numeric',
    pattern: '\\d{6}',
    maxLength: PAYMENT_PASSWORD_DIGITS,
    autoComplete: 'off',
    required: true,
  } as const;
  return (
    <Shell>
      <Card>
        <div className={styles.lead}>
          <h1>{page.has_payment_password ? t('change_payment_password') : t('set_payment_password')}</h1>
          <p>{page.nick}</p>
        </div>
        {page.problem && <Notice kind="problem">{page.problem.detail}</Notice>}
        <form className={styles.form} method="post" action="/wallet/payment-password" noValidate onSubmit={check}>
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
          <Field
            label={t('new_payment_password')}
            hint={t('payment_password_rules')}
            name="payment_password"
            {...digits}
            error={errors.payment_password}
          />
          <Field label={t('new_payment_password_again')} name="payment_password_again" {...digits} error={errors.payment_password_again} />
          <button className={button.primary} aria-disabled={sent}>
            {sent ? t('saving') : t('save')}
          </button>
        </form>
        <p className={styles.back}>
          <a className={button.quiet} href={page.next}>
            {t('go_back')}
          </a>
        </p>
      </Card>
    </Shell>
  );
}
