import type { OutputOf } from '@purser/contract/call';
import type { faceSession } from '@purser/contract/features/face';
import { PAYMENT_PASSWORD_DIGITS } from '@purser/contract/payment-password';
import { ENDS_PAYER_SESSION } from '@purser/contract/payer-page';
import type { facePage, PageOf } from '@purser/contract/payer-pages';
import button from '../../shared/button.module.css';
import { CodeField } from '../../shared/code-field.tsx';
import { useCheckedForm } from '../../shared/checked-form.ts';
import { usePage } from '../../shared/context.tsx';
import { LocalTime } from '../../shared/local-time.tsx';
import { moneyText } from '../../shared/money.tsx';
import { Notice } from '../../shared/notice.tsx';
import type { PageView } from '../../shared/page.ts';
import { OF_PAYMENT_PASSWORD, paymentPasswordProblem } from '../../shared/payment-password.ts';
import { Card, Shell } from '../../shared/shell.tsx';
import { TickField } from '../../shared/tick-field.tsx';
import { ask } from './call.ts';
import styles from './face.module.css';
import { useFace } from './use-face.ts';
import { ShownPayer } from '../../shared/shown-payer.tsx';
import { fieldsOf } from '../../shared/told-at-fields.ts';
import { Viewfinder } from './viewfinder.tsx';

type FacePage = PageOf<typeof facePage>;

const FORM = { fields: ['consent', 'payment_password'], at: { ...OF_PAYMENT_PASSWORD, face_not_consented: 'consent' } } as const;

/** Confirming payments by face: what it is and what it is not, agreeing, setting it up, and withdrawing. */
function Face({ page }: { page: FacePage }) {
  const { t } = usePage();
  const { face, done, problem } = page;
  const atField = mayAgree(face) && fieldsOf(problem, FORM).length > 0;
  return (
    <Shell>
      <Card>
        <div className={styles.lead}>
          <h1>{t('face_title')}</h1>
        </div>
        {problem && !atField && <Notice kind="problem">{problem.detail}</Notice>}
        {done && !problem && <Notice kind="success">{t(`face_done_${done}`)}</Notice>}
        {!face.is_offered && <Notice kind="advice">{t('face_off')}</Notice>}
        <About face={face} />
        {face.locked_until !== null && (
          <Notice kind="advice">
            {t('face_locked_until')} <LocalTime instant={face.locked_until} />
          </Notice>
        )}
        {face.is_offered && <Next page={page} />}
        {face.standing !== 'none' && <Withdraw page={page} />}
        <p className={styles.back}>
          <a className={button.quiet} href="/wallet">
            {t('go_back')}
          </a>
        </p>
      </Card>
    </Shell>
  );
}

/** What everybody is told before they agree. */
function About({ face }: Pick<FacePage, 'face'>) {
  const page = usePage();
  const { t } = page;
  const limits = face.limits.map(({ coin_name, most }) => moneyText(most, coin_name, page));
  return (
    <ul className={styles.about}>
      {limits.length > 0 && <li>{t('face_about_limit', { limits: limits.join(', ') })}</li>}
      <li>{t('face_about_kept')}</li>
      <li>{t('face_about_strength')}</li>
      <li>{t('face_about_choice')}</li>
    </ul>
  );
}

/** Whether the form that agrees is there. */
function mayAgree({ is_offered, standing, identity_approved, has_payment_password }: FacePage['face']): boolean {
  return is_offered && standing === 'none' && identity_approved && has_payment_password;
}

function Next({ page }: { page: FacePage }) {
  const { t } = usePage();
  const { standing, identity_approved, has_payment_password, enrol_time, locked_until } = page.face;
  if (standing === 'enrolled')
    return (
      <p className={styles.text}>
        {t('face_set_up_at')} <LocalTime instant={enrol_time ?? ''} />
      </p>
    );
  if (!identity_approved) return <Missing text={t('face_identity_first')} href={AUTHENTICATION} link={t('auth_title')} />;
  if (!has_payment_password) return <Missing text={t('password_is_not_set')} href={PASSWORD} link={t('set_payment_password')} />;
  if (standing === 'none') return <Consent page={page} />;
  return locked_until === null ? <Enrol /> : null;
}

const AUTHENTICATION = `/wallet/authentication?next=${encodeURIComponent('/wallet/face')}`;
const PASSWORD = `/wallet/payment-password?next=${encodeURIComponent('/wallet/face')}`;

function Missing({ text, href, link }: { text: string; href: string; link: string }) {
  return (
    <>
      <p className={styles.text}>{text}</p>
      <a className={button.primary} href={href}>
        {link}
      </a>
    </>
  );
}

function Consent({ page: { problem, ticked } }: { page: FacePage }) {
  const { t } = usePage();
  const { form, errors, sent } = useCheckedForm<'consent' | 'payment_password'>(problem, FORM, (text) => ({
    ...(text('consent') === 'yes' ? {} : { consent: t('face_consent_required') }),
    ...paymentPasswordProblem(text, t),
  }));
  return (
    <form {...form} className={styles.form} action="/wallet/face">
      <ShownPayer />
      <TickField label={t('face_consent')} name="consent" defaultChecked={ticked} error={errors.consent} />
      <CodeField
        label={t('payment_password')}
        hint={t('six_digits')}
        name="payment_password"
        digits={PAYMENT_PASSWORD_DIGITS}
        error={errors.payment_password}
      />
      <button className={button.primary} aria-disabled={sent}>
        {t('face_agree')}
      </button>
    </form>
  );
}

function Enrol() {
  const { t, language, userId } = usePage();
  const lost = t('connection_lost');
  const shown = { user_id: userId };
  const { attach, ...face } = useFace(
    async () => {
      const described = await ask<null>('faceEnrolDocument', shown, language, lost);
      return described.ok ? ask<OutputOf<typeof faceSession>>('faceEnrolSelfie', shown, language, lost) : described;
    },
    async () => {
      location.assign('/wallet/face?done=enrolled');
      return null;
    },
    ({ outcome }) => {
      const isSignedOut = ENDS_PAYER_SESSION.has(outcome);
      // The page leads to the login, and says why.
      if (isSignedOut) location.reload();
      return isSignedOut;
    },
  );
  return (
    <>
      <p className={styles.text}>{t('face_enrol_lead')}</p>
      <Viewfinder attach={attach} face={face} startText={t('face_enrol')} passedText={t('saving')} otherwise={null} />
    </>
  );
}

function Withdraw({ page }: { page: FacePage }) {
  const { t } = usePage();
  return (
    <form className={styles.form} method="post" action="/wallet/face/withdraw">
      <ShownPayer />
      <button className={button.danger}>{t(page.face.standing === 'enrolled' ? 'face_withdraw' : 'face_withdraw_agreement')}</button>
    </form>
  );
}

export const face: PageView<typeof facePage> = { Component: Face, title: (_page, t) => t('face_title') };
