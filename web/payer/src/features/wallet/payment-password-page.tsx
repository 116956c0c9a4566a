import { LONGEST_PASSWORD } from '@purser/contract/limits';
import { isWeakPaymentPassword, PAYMENT_PASSWORD_DIGITS } from '@purser/contract/payment-password';
import type { PageOf, paymentPasswordPage } from '@purser/contract/payer-pages';
import button from '../../shared/button.module.css';
import { useCheckedForm } from '../../shared/checked-form.ts';
import { usePage } from '../../shared/context.tsx';
import { CodeField } from '../../shared/code-field.tsx';
import { Field } from '../../shared/field.tsx';
import { useLocalTime } from '../../shared/local-time.tsx';
import { Notice } from '../../shared/notice.tsx';
import type { PageView } from '../../shared/page.ts';
import { isPaymentPassword } from '../../shared/payment-password.ts';
import { Card, Shell } from '../../shared/shell.tsx';
import type { PayerTranslate } from '../../shared/texts.ts';
import type { Errors } from '../../shared/told-at-fields.ts';
import { ShownPayer } from '../../shared/shown-payer.tsx';
import styles from './wallet.module.css';

type PaymentPasswordPage = PageOf<typeof paymentPasswordPage>;

const here = (next: string): string => `/wallet/payment-password?next=${encodeURIComponent(next)}`;

const FORM = {
  fields: ['login_password', 'payment_password', 'payment_password_again'],
  at: { wrong_credentials: 'login_password', payment_password_weak: 'payment_password', passwords_differ: 'payment_password_again' },
} as const;
type Name = (typeof FORM.fields)[number];

/** Setting or changing the payment password; until when it stays as it is, where it does. */
function PaymentPassword({ page }: { page: PaymentPasswordPage }) {
  const { t } = usePage();
  return (
    <Shell>
      <Card>
        <div className={styles.lead}>
          <h1>{titleOf(page, t)}</h1>
          <p>{page.nick}</p>
        </div>
        {page.held_until === null ? <PasswordForm page={page} /> : <Held until={page.held_until} />}
        <p className={styles.back}>
          {page.held_until === null && (
            <a className={button.quiet} href={`/wallet/recover?next=${encodeURIComponent(here(page.next))}`}>
              {t('recover_title')}
            </a>
          )}
          <a className={button.quiet} href={page.next}>
            {t('go_back')}
          </a>
        </p>
      </Card>
    </Shell>
  );
}

function Held({ until }: { until: string }) {
  const { t } = usePage();
  const time = useLocalTime(until);
  return <Notice kind="advice">{t('payment_password_held', { time })}</Notice>;
}

/** The form is sent as it is, checked before where the page is alive. */
function PasswordForm({ page }: { page: PaymentPasswordPage }) {
  const { t } = usePage();
  const { form, errors, above, sent } = useCheckedForm<Name>(page.problem, FORM, (text) => ({
    ...(text('login_password') === '' && { login_password: t('password_required') }),
    ...newPasswordProblems(text('payment_password'), text('payment_password_again'), t),
  }));
  return (
    <>
      {above && <Notice kind="problem">{above.detail}</Notice>}
      <form {...form} className={styles.form} action="/wallet/payment-password" noValidate>
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
        {page.has_payment_password && <p className={styles.flat}>{t('payment_password_ends_others')}</p>}
        <button className={button.primary} aria-disabled={sent}>
          {sent ? t('saving') : t('save')}
        </button>
      </form>
    </>
  );
}

function newPasswordProblems(typed: string, again: string, t: PayerTranslate): Errors<Name> {
  const isWhole = isPaymentPassword(typed);
  const isWeak = isWhole && isWeakPaymentPassword(typed);
  return {
    ...(!isWhole && { payment_password: t('payment_password_required') }),
    ...(isWeak && { payment_password: t('payment_password_weak') }),
    ...(!isPaymentPassword(again) && { payment_password_again: t('payment_password_required') }),
    ...(isWhole && !isWeak && isPaymentPassword(again) && typed !== again && { payment_password_again: t('passwords_differ') }),
  };
}

function titleOf({ has_payment_password }: PaymentPasswordPage, t: PayerTranslate): string {
  return t(has_payment_password ? 'change_payment_password' : 'set_payment_password');
}

export const paymentPassword: PageView<typeof paymentPasswordPage> = { Component: PaymentPassword, title: titleOf };
