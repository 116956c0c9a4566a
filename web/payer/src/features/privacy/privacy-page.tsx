import { FILE_PURPOSES } from '@purser/contract/file-purpose';
import { LONGEST_PASSWORD } from '@purser/contract/limits';
import type { PageOf } from '@purser/contract/payer-pages';
import { PAYMENT_PASSWORD_DIGITS } from '@purser/contract/payment-password';
import type { ClosingObstacle } from '@purser/contract/privacy';
import type { privacyPage } from '@purser/contract/wallet-pages';
import button from '../../shared/button.module.css';
import { useCheckedForm } from '../../shared/checked-form.ts';
import { CodeField } from '../../shared/code-field.tsx';
import { usePage } from '../../shared/context.tsx';
import { Field } from '../../shared/field.tsx';
import { moneyText } from '../../shared/money.tsx';
import { Notice } from '../../shared/notice.tsx';
import type { PageView } from '../../shared/page.ts';
import { OF_PAYMENT_PASSWORD, paymentPasswordProblem } from '../../shared/payment-password.ts';
import { Card, Shell } from '../../shared/shell.tsx';
import { ShownPayer } from '../../shared/shown-payer.tsx';
import { TickField } from '../../shared/tick-field.tsx';
import styles from './privacy.module.css';

type PrivacyPage = PageOf<typeof privacyPage>;

const ERASED = ['profile', 'signs', 'identity', 'cards', 'face', 'messages'] as const;
const STAYS = ['orders', 'referrals', 'log'] as const;
type Kept = (typeof ERASED | typeof STAYS)[number];
const IDENTITY_YEARS = FILE_PURPOSES.identity.keptDays / 365;

/** What is kept about the wallet user, why and for how long; taking it along, and closing the account. */
function Privacy({ page }: { page: PrivacyPage }) {
  const { t } = usePage();
  return (
    <Shell>
      <div className={styles.head}>
        <h1>{t('privacy_title')}</h1>
        <p>{t('privacy_lead')}</p>
      </div>
      {page.problem && page.refused === null && <Notice kind="problem">{page.problem.detail}</Notice>}
      <Kept />
      <Take page={page} />
      <Close page={page} />
      <p className={styles.back}>
        <a className={button.quiet} href="/wallet">
          {t('go_back')}
        </a>
      </p>
    </Shell>
  );
}

function Kept() {
  const { t } = usePage();
  const ofKind = (title: 'privacy_erased_tag' | 'privacy_stays_tag', what: readonly Kept[]) => (
    <section>
      <h3 className={styles.kind}>{t(title)}</h3>
      <dl className={styles.kept}>
        {what.map((one) => (
          <div key={one}>
            <dt>{t(`privacy_${one}`)}</dt>
            <dd>{t(`privacy_${one}_why`, { years: IDENTITY_YEARS })}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
  return (
    <Card>
      <h2 className={styles.title}>{t('privacy_kept')}</h2>
      {ofKind('privacy_erased_tag', ERASED)}
      {ofKind('privacy_stays_tag', STAYS)}
    </Card>
  );
}

function Take({ page }: { page: PrivacyPage }) {
  const { t } = usePage();
  const { form, errors, above, sent } = useCheckedForm<Password | 'for_good'>(problemOf('take', page), FORM, (text) =>
    passwordErrors(page, text, t),
  );
  return (
    <Card>
      <h2 className={styles.title} id="take">
        {t('privacy_take_title')}
      </h2>
      {page.file === null ? (
        <>
          {page.is_over && <Notice kind="advice">{t('privacy_over')}</Notice>}
          <p className={styles.text}>{t('privacy_take_lead')}</p>
          {above && <Notice kind="problem">{above.detail}</Notice>}
          <form {...form} className={styles.form} action="/wallet/privacy/take">
            <ShownPayer />
            <PasswordField page={page} errors={errors} />
            <button className={button.primary} aria-disabled={sent}>
              {t(sent ? 'privacy_taking' : 'privacy_take')}
            </button>
          </form>
        </>
      ) : (
        <>
          <Notice kind="success">{t('privacy_ready')}</Notice>
          <a className={button.primary} href={page.file}>
            {t('privacy_save')}
          </a>
        </>
      )}
    </Card>
  );
}

function Close({ page }: { page: PrivacyPage }) {
  const { t } = usePage();
  return (
    <Card>
      <h2 className={styles.title} id="close">
        {t('privacy_close_title')}
      </h2>
      {page.obstacles.length > 0 && page.refused === 'close' && page.problem && <Notice kind="problem">{page.problem.detail}</Notice>}
      <p className={styles.text}>{t('privacy_close_lead')}</p>
      <p className={styles.text}>{t('privacy_close_late', { number: page.user_id })}</p>
      {page.obstacles.length === 0 ? <CloseForm page={page} /> : <Obstacles obstacles={page.obstacles} />}
    </Card>
  );
}

function CloseForm({ page }: { page: PrivacyPage }) {
  const { t } = usePage();
  const { form, errors, above, sent } = useCheckedForm<Password | 'for_good'>(problemOf('close', page), FORM, (text) => ({
    ...passwordErrors(page, text, t),
    ...(text('for_good') === 'yes' ? {} : { for_good: t('privacy_close_confirm_required') }),
  }));
  return (
    <form {...form} className={styles.form} action="/wallet/privacy/close">
      <ShownPayer />
      {above && <Notice kind="problem">{above.detail}</Notice>}
      <TickField label={t('privacy_close_confirm')} name="for_good" error={errors.for_good} />
      <PasswordField page={page} errors={errors} />
      <button className={button.danger} aria-disabled={sent}>
        {t(sent ? 'privacy_closing' : 'privacy_close')}
      </button>
    </form>
  );
}

/** Where something can be done about an obstacle. */
const WAY_OUT: Readonly<Partial<Record<ClosingObstacle['what'], string>>> = {
  balance: '/wallet',
  reward: '/wallet',
  frozen: '/wallet',
  pending: '/wallet',
  order: '/wallet#records',
  deposit: '/wallet/usdt-recharge#records',
  identity: '/wallet/authentication',
};

function Obstacles({ obstacles }: Pick<PrivacyPage, 'obstacles'>) {
  const page = usePage();
  const { t } = page;
  return (
    <div className={styles.blocked}>
      <p>{t('privacy_close_blocked')}</p>
      <ul>
        {obstacles.map(({ what, amount, coin_name, serial_number }) => {
          const money = amount !== null && coin_name !== null ? moneyText(amount, coin_name, page) : '';
          const text = t(`privacy_obstacle_${what}`, { amount: money, order: serial_number ?? '' });
          const href = WAY_OUT[what];
          return (
            <li key={`${what} ${coin_name} ${serial_number}`}>{href === undefined ? <span>{text}</span> : <a href={href}>{text}</a>}</li>
          );
        })}
      </ul>
    </div>
  );
}

type Password = 'payment_password' | 'login_password';

const FORM = {
  fields: ['for_good', 'payment_password', 'login_password'],
  at: { ...OF_PAYMENT_PASSWORD, wrong_credentials: 'login_password', closing_unconfirmed: 'for_good' },
} as const;

/** What was refused of one of the two forms. */
function problemOf(form: 'take' | 'close', { problem, refused }: PrivacyPage): PrivacyPage['problem'] {
  return refused === form ? problem : null;
}

function PasswordField({ page, errors }: { page: PrivacyPage; errors: Readonly<Partial<Record<Password, string>>> }) {
  const { t } = usePage();
  if (page.has_payment_password)
    return (
      <CodeField
        label={t('payment_password')}
        hint={t('six_digits')}
        name="payment_password"
        digits={PAYMENT_PASSWORD_DIGITS}
        error={errors.payment_password}
      />
    );
  return (
    <Field
      label={t('login_password')}
      name="login_password"
      type="password"
      autoComplete="current-password"
      maxLength={LONGEST_PASSWORD}
      required
      error={errors.login_password}
    />
  );
}

function passwordErrors(
  { has_payment_password }: PrivacyPage,
  text: (name: string) => string,
  t: ReturnType<typeof usePage>['t'],
): Partial<Record<Password, string>> {
  if (!has_payment_password) return text('login_password') === '' ? { login_password: t('password_required') } : {};
  return paymentPasswordProblem(text, t);
}

export const privacy: PageView<typeof privacyPage> = { Component: Privacy, title: (_page, t) => t('privacy_title') };
