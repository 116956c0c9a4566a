import { contentPath } from '@purser/contract/content';
import { LONGEST_NICK } from '@purser/contract/limits';
import { CODE_VALID_MIN } from '@purser/contract/message-kinds';
import type { PageOf, registerConfirmPage } from '@purser/contract/payer-pages';
import { LONGEST_TYPED_REFERRAL_CODE, referralCodeOf } from '@purser/contract/referral';
import button from '../../shared/button.module.css';
import { usePage } from '../../shared/context.tsx';
import { Field } from '../../shared/field.tsx';
import field from '../../shared/field.module.css';
import { Notice } from '../../shared/notice.tsx';
import { ProblemNotice } from '../../shared/problem-notice.tsx';
import type { PageView } from '../../shared/page.ts';
import { Card, Shell } from '../../shared/shell.tsx';
import { ShownPage } from '../../shared/shown-payer.tsx';
import { AnotherCode } from './another-code.tsx';
import { ChosenPassword, chosenPasswordProblems, SentCode, sentCodeProblem, Username, usernameProblem } from './code-fields.tsx';
import { useStayingForm } from './staying-form.ts';
import styles from './wallet.module.css';

type RegisterConfirmPage = PageOf<typeof registerConfirmPage>;

const FORM = {
  fields: ['code', 'username', 'nick', 'referral_code', 'password', 'password_again', 'accepts'],
  at: {
    verification_code_wrong: 'code',
    username_unfit: 'username',
    username_taken: 'username',
    referral_code_unknown: 'referral_code',
    password_unfit: 'password',
    passwords_differ: 'password_again',
    agreement_required: 'accepts',
    agreement_changed: 'accepts',
  },
} as const;

/** Opening a wallet, second step: the code, the name, the password, and what is agreed on. */
function RegisterConfirm({ page: first }: { page: RegisterConfirmPage }) {
  const { t } = usePage();
  const { form, errors, above, sent, page } = useStayingForm<RegisterConfirmPage, (typeof FORM.fields)[number]>(first, FORM, (text) => ({
    ...sentCodeProblem(text, t),
    ...usernameProblem(text, t),
    ...(text('nick') === '' && { nick: t('nick_required') }),
    ...(text('referral_code').trim() !== '' &&
      referralCodeOf(text('referral_code')) === undefined && { referral_code: t('referral_code_malformed') }),
    ...chosenPasswordProblems(text, t),
    ...(first.agreements.length > 0 && text('accepts') === '' && { accepts: t('accept_required') }),
  }));
  return (
    <Shell>
      <Card>
        <div className={styles.lead}>
          <h1>{t('register_title')}</h1>
          <p>{t('code_sent', { address: page.address, minutes: CODE_VALID_MIN })}</p>
        </div>
        {page.sent_again && !page.problem && <Notice kind="success">{t('code_sent_again')}</Notice>}
        {above && <ProblemNotice problem={above} />}
        <form {...form} className={styles.form} action="/wallet/register/confirm">
          <ShownPage />
          <input type="hidden" name="asked" value={page.asked} />
          <SentCode error={errors.code} />
          <Username typed={page.username} error={errors.username} />
          <Field
            label={t('nick')}
            hint={t('nick_hint')}
            name="nick"
            defaultValue={page.nick}
            autoComplete="name"
            maxLength={LONGEST_NICK}
            required
            error={errors.nick}
          />
          <FirstMarket page={page} />
          <ChosenPassword labels={[t('password'), t('password_again')]} errors={errors} onceMore={first.problem !== null} />
          <Field
            label={t('referral_code_optional')}
            hint={t('referral_code_hint')}
            name="referral_code"
            defaultValue={page.referral_code}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={LONGEST_TYPED_REFERRAL_CODE}
            error={errors.referral_code}
          />
          <Agreements key={page.agreements.map(({ version }) => version).join(' ')} page={page} error={errors.accepts} />
          <button className={button.primary} aria-disabled={sent}>
            {sent ? t('registering') : t('register')}
          </button>
          <AnotherCode here="/wallet/register" asked={page.asked} next={page.next} referralCode={page.referral_code} />
        </form>
      </Card>
    </Shell>
  );
}

function FirstMarket({ page }: { page: RegisterConfirmPage }) {
  const { t } = usePage();
  if (page.markets.length < 2) return <input type="hidden" name="market" value={page.market} />;
  return (
    <label className={styles.choice}>
      {t('first_market')}
      <select name="market" defaultValue={page.market}>
        {page.markets.map(({ market, coin_name }) => (
          <option key={market} value={market}>
            {coin_name}
          </option>
        ))}
      </select>
      <span className={field.hint}>{t('first_market_hint')}</span>
    </label>
  );
}

/** The agreements in force open beside the form, so that nothing typed is lost. */
function Agreements({ page, error }: { page: RegisterConfirmPage; error: string | undefined }) {
  const { t } = usePage();
  if (page.agreements.length === 0) return null;
  return (
    <div className={field.field}>
      {page.agreements.map(({ kind, version }) => (
        <input key={kind} type="hidden" name={kind} value={version} />
      ))}
      <label className={styles.check}>
        <input
          type="checkbox"
          name="accepts"
          value="yes"
          defaultChecked={page.accepted}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'accepts-error' : undefined}
        />
        {t('accept_agreements')}
      </label>
      <p className={styles.agreements}>
        {page.agreements.map(({ kind, title }) => (
          <a key={kind} className={button.link} href={contentPath(kind, '')} target="_blank">
            {title}
          </a>
        ))}
      </p>
      {error && (
        <p id="accepts-error" className={field.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

export const registerConfirm: PageView<typeof registerConfirmPage> = {
  Component: RegisterConfirm,
  title: (_page, t) => t('register_title'),
};
