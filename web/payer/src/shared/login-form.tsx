import { useCallback, useRef, useState, type FormEvent } from 'react';
import { LONGEST_PASSWORD, LONGEST_USERNAME } from '@purser/contract/limits';
import type { LoginDraft } from '@purser/contract/payer-drafts';
import { LOGIN_KINDS, type LoginIdentity } from '@purser/contract/sign-in';
import { NO_ANSWER, type Problem } from './actions.ts';
import { useOnline, useKnowsPasskeys } from './alive.ts';
import button from './button.module.css';
import { usePage } from './context.tsx';
import { Field } from './field.tsx';
import styles from './login-form.module.css';
import { Notice } from './notice.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import { useShownRefusal } from './show-refusal.ts';
import { isSliderDone, OF_SLIDER, Slider } from './slider.tsx';
import { ShownPage } from './shown-payer.tsx';
import { type Errors, fieldsOf, toldAtFields } from './told-at-fields.ts';
import { useChallenge } from './use-challenge.ts';

interface LoginFormProps {
  readonly action: string;
  /** The address that shows this form for another kind of identity. */
  readonly kindHref: (kind: LoginIdentity) => string;
  readonly draft: LoginDraft;
  /** Why the payer has to sign in (again). */
  readonly refusal: Problem | null;
  readonly next?: string;
  /** Called once the payer is signed in; without it the form is sent as it is. */
  readonly onSignedIn?: () => Promise<void>;
}

const FORM = { fields: ['identity', 'password', 'position'], at: { wrong_credentials: 'password', ...OF_SLIDER } } as const;
type Name = (typeof FORM.fields)[number];

/** Signing in by username, phone or email: a plain form, and calls without a reload once the page is alive. */
export function LoginForm({ action, kindHref, draft, refusal: reason, next, onSignedIn }: LoginFormProps) {
  const { t, actions, path: page } = usePage();
  const [kind, setKind] = useState(draft.kind);
  const { challenge, spend, renew } = useChallenge(draft.challenge);
  const [errors, setErrors] = useState<Errors<Name>>({});
  const [refusal, setRefusal] = useState<Problem | null>(null);
  /** Why one had to sign in, once the form was sent again. */
  const [answered, setAnswered] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const knowsPasskeys = useKnowsPasskeys();

  /** What is done instead of logging in leads back to where one was. */
  const onward = `?next=${encodeURIComponent(next ?? page)}`;
  const told = refusal ?? reason;
  const isAtField = fieldsOf(told, FORM).length > 0;
  const sessionEnded = told ? told.outcome === 'unauthenticated' : draft.session_ended;
  const shown: Errors<Name> = { ...(told !== answered && toldAtFields(told, FORM, (text) => problemsOf(draft.kind, text, t))), ...errors };
  const form = useRef<HTMLFormElement>(null);
  useShownRefusal(form, Object.keys(errors).length > 0 ? errors : refusal);
  useOnline(useCallback(() => setRefusal((now) => (now?.outcome === NO_ANSWER ? null : now)), []));

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '');
    const found = problemsOf(kind, text, t);
    setErrors(found);
    setAnswered(reason);
    if (Object.keys(found).length > 0) {
      event.preventDefault();
      return;
    }
    if (!actions || !onSignedIn) return;
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setRefusal(null);
    const answer = await actions.login({
      identity_kind: kind,
      identity: text('identity').trim(),
      ...(kind === 'phone' ? { area_code: text('area_code') } : {}),
      password: text('password'),
      slider: {
        challenge: text('challenge'),
        position: Number(text('position')),
        track: text('track'),
        waited: text('waited') === 'yes',
      },
    });
    // Who has yet to wait goes on with theirs.
    if (answer.outcome !== 'slider_too_early') spend(text('challenge'));
    if (answer.ok) {
      await onSignedIn();
      setBusy(false);
      return;
    }
    if (answer.outcome !== 'slider_too_early') await renew();
    setRefusal({ outcome: answer.outcome, detail: answer.detail });
    setBusy(false);
  };

  const byPasskey = async () => {
    if (!actions || !onSignedIn || busy) return;
    setBusy(true);
    setRefusal(null);
    setErrors({});
    const answer = await actions.loginByPasskey();
    if (answer.ok) await onSignedIn();
    else setRefusal({ outcome: answer.outcome, detail: answer.detail });
    setBusy(false);
  };

  return (
    <form ref={form} className={styles.form} method="post" action={action} noValidate onSubmit={submit}>
      <ShownPage />
      {next !== undefined && <input type="hidden" name="next" value={next} />}
      <input type="hidden" name="identity_kind" value={kind} />
      <nav className={styles.kinds} aria-label={t('login_title')}>
        {LOGIN_KINDS.map((other) => (
          <a
            key={other}
            href={kindHref(other)}
            aria-current={other === kind ? 'true' : undefined}
            onClick={(event) => {
              event.preventDefault();
              setKind(other);
              setErrors({});
              // Made anew in another language the page goes on with it.
              history.replaceState(null, '', kindHref(other));
            }}
          >
            {t(`by_${other}`)}
          </a>
        ))}
      </nav>
      {sessionEnded && <Notice kind="advice">{t('session_is_over')}</Notice>}
      {told && !isAtField && !sessionEnded && <ProblemNotice problem={told} />}
      <Identity key={kind} kind={kind} draft={draft} error={kind === draft.kind ? shown.identity : errors.identity} />
      <Field
        label={t('password')}
        name="password"
        type="password"
        autoComplete="current-password"
        maxLength={LONGEST_PASSWORD}
        required
        error={shown.password}
      />
      {challenge && <Slider key={challenge.challenge} challenge={challenge} waited={draft.waited} error={shown.position} />}
      <button className={button.primary} aria-disabled={busy}>
        {busy ? t('logging_in') : t('log_in')}
      </button>
      {onSignedIn && (
        <button
          type="button"
          className={button.plain}
          aria-disabled={busy}
          onClick={byPasskey}
          hidden={!knowsPasskeys}
          data-live="passkeys"
        >
          {t('passkey_login')}
        </button>
      )}
      <p className={styles.otherwise}>
        <a className={button.quiet} href={`/wallet/recover${onward}`}>
          {t('forgot_password')}
        </a>
        <a className={button.quiet} href={`/wallet/login-code${onward}`}>
          {t('by_code')}
        </a>
        {draft.may_register && (
          <a className={button.link} href={`/wallet/register${onward}`}>
            {t('register_title')}
          </a>
        )}
      </p>
    </form>
  );
}

interface IdentityProps {
  readonly kind: LoginIdentity;
  readonly draft: Pick<LoginDraft, 'kind' | 'identity' | 'area_code' | 'area_codes'>;
  readonly error: string | undefined;
}

/** Who somebody is, or where they are reached: a field for each kind. */
export function Identity({ kind, draft, error }: IdentityProps) {
  const { t } = usePage();
  const typed = kind === draft.kind ? draft.identity : '';
  if (kind === 'username') {
    return (
      <Field
        label={t('username')}
        name="identity"
        defaultValue={typed}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={LONGEST_USERNAME}
        required
        error={error}
      />
    );
  }
  if (kind === 'email') {
    return (
      <Field
        label={t('email')}
        name="identity"
        type="email"
        defaultValue={typed}
        autoComplete="email"
        maxLength={128}
        required
        error={error}
      />
    );
  }
  return (
    <div className={styles.phone}>
      <label className={styles.areaCode}>
        {t('area_code')}
        <select name="area_code" defaultValue={draft.area_code} autoComplete="tel-country-code">
          {draft.area_codes.map(({ code, label }) => (
            <option key={code} value={code}>
              {`+${code} ${label}`}
            </option>
          ))}
        </select>
      </label>
      <Field
        label={t('phone_number')}
        name="identity"
        type="tel"
        inputMode="tel"
        defaultValue={typed}
        autoComplete="tel-national"
        maxLength={20}
        required
        error={error}
      />
    </div>
  );
}

type T = ReturnType<typeof usePage>['t'];

function problemsOf(kind: LoginIdentity, text: (name: string) => string, t: T): Errors<Name> {
  const identity = identityProblem(kind, text('identity').trim(), t);
  return {
    ...(identity && { identity }),
    ...(text('password') === '' && { password: t('password_required') }),
    ...(!isSliderDone(text) && { position: t('slider_first') }),
  };
}

/** What is wrong with what was typed, as far as a page can know. */
export function identityProblem(kind: LoginIdentity, identity: string, t: T): string | undefined {
  if (identity === '') return t(`${kind}_required`);
  if (kind === 'phone' && !/^[\d\s-]+$/.test(identity)) return t('phone_digits');
  if (kind === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(identity)) return t('email_invalid');
  return undefined;
}
