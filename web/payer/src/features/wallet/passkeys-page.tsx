import { PAYMENT_PASSWORD_DIGITS } from '@purser/contract/payment-password';
import type { PageOf } from '@purser/contract/payer-pages';
import type { passkeysPage } from '@purser/contract/wallet-pages';
import { useState, type FormEvent } from 'react';
import { PASSKEY_IS_THERE } from '../../shared/actions.ts';
import { useAlive, useKnowsPasskeys } from '../../shared/alive.ts';
import button from '../../shared/button.module.css';
import { useCheckedForm } from '../../shared/checked-form.ts';
import { CodeField } from '../../shared/code-field.tsx';
import { usePage } from '../../shared/context.tsx';
import { Field } from '../../shared/field.tsx';
import { useLocalTime } from '../../shared/local-time.tsx';
import { Notice } from '../../shared/notice.tsx';
import type { PageView } from '../../shared/page.ts';
import { OF_PAYMENT_PASSWORD, PAYMENT_PASSWORD_FORM, paymentPasswordProblem } from '../../shared/payment-password.ts';
import { Card, Shell } from '../../shared/shell.tsx';
import bank from './bank.module.css';
import { ShownPayer } from '../../shared/shown-payer.tsx';
import { fieldsOf, toldAtFields } from '../../shared/told-at-fields.ts';
import styles from './wallet.module.css';

type PasskeysPage = PageOf<typeof passkeysPage>;

const LONGEST_NAME = 64;

/** The wallet user's passkeys: removed by a plain form; made by the browser, which wants a script. */
function Passkeys({ page: { passkeys, has_payment_password, done, problem } }: { page: PasskeysPage }) {
  const { t } = usePage();
  const isAtField = fieldsOf(problem, PAYMENT_PASSWORD_FORM).length > 0 && passkeys.some((passkey) => isOf(passkey, problem));
  return (
    <Shell>
      <div className={styles.head}>
        <h1>{t('passkeys_title')}</h1>
        <p>{t('passkeys_lead')}</p>
      </div>
      {problem && !isAtField && <Notice kind="problem">{problem.detail}</Notice>}
      {done && !problem && <Notice kind="success">{t(`passkey_${done}`)}</Notice>}
      {passkeys.map((passkey) => (
        <Kept key={passkey.passkey_id} passkey={passkey} problem={isOf(passkey, problem) ? problem : null} />
      ))}
      <Card>
        {passkeys.length === 0 && <p className={styles.flat}>{t('passkeys_none')}</p>}
        {has_payment_password ? (
          <Adding />
        ) : (
          <>
            <p className={styles.flat}>{t('passkey_needs_password')}</p>
            <a className={button.primary} href={`/wallet/payment-password?next=${encodeURIComponent('/wallet/passkeys')}`}>
              {t('set_payment_password')}
            </a>
          </>
        )}
      </Card>
      <p className={styles.back}>
        <a className={button.quiet} href="/wallet">
          {t('go_back')}
        </a>
      </p>
    </Shell>
  );
}

type Passkey = PasskeysPage['passkeys'][number];

/** Whether it was to be removed by the form that was refused. */
function isOf({ passkey_id }: Passkey, problem: PasskeysPage['problem']): boolean {
  return problem?.typed?.['passkey_id'] === passkey_id;
}

function Kept({
  passkey: { passkey_id, name, synced, create_time, last_used_time },
  problem,
}: Pick<PasskeysPage, 'problem'> & { passkey: Passkey }) {
  const { t } = usePage();
  const told = toldAtFields(problem, PAYMENT_PASSWORD_FORM, (text) => paymentPasswordProblem(text, t));
  const time = useLocalTime(last_used_time ?? create_time);
  return (
    <Card>
      <div className={styles.session}>
        <h2 className={styles.flat}>{name}</h2>
        <p className={styles.small}>{t(synced ? 'passkey_synced' : 'passkey_of_device')}</p>
        <p className={styles.small}>{t(last_used_time === null ? 'passkey_unused' : 'passkey_used', { time })}</p>
      </div>
      <details className={bank.unlink} open={told.payment_password !== undefined}>
        <summary aria-label={t('passkey_remove_named', { name })}>{t('passkey_remove')}</summary>
        <form className={styles.form} method="post" action="/wallet/passkeys/remove">
          <ShownPayer />
          <p className={styles.flat}>{t('passkey_remove_lead')}</p>
          <input type="hidden" name="passkey_id" value={passkey_id} />
          <CodeField label={t('payment_password')} name="payment_password" digits={PAYMENT_PASSWORD_DIGITS} error={told.payment_password} />
          <button className={button.danger}>{t('passkey_remove_named', { name })}</button>
        </form>
      </details>
    </Card>
  );
}

const ADDING = { fields: ['name', 'payment_password'], at: OF_PAYMENT_PASSWORD } as const;

function Adding() {
  const { t, actions, userId } = usePage();
  const alive = useAlive();
  const knowsPasskeys = useKnowsPasskeys();
  const [refused, setRefused] = useState<{ outcome: string; detail: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const { form, errors, sendAgain } = useCheckedForm<'name' | 'payment_password'>(null, ADDING, (text) => ({
    ...(text('name') === '' && { name: t('passkey_name_required') }),
    ...paymentPasswordProblem(text, t),
  }));
  if (!alive)
    return (
      <noscript>
        <p className={styles.flat}>{t('passkey_no_script')}</p>
      </noscript>
    );
  if (!knowsPasskeys) return <p className={styles.flat}>{t('passkey_unknown')}</p>;

  const add = async (event: FormEvent<HTMLFormElement>) => {
    form.onSubmit(event);
    if (event.defaultPrevented || !actions) return;
    event.preventDefault();
    if (busy) return;
    const typed = new FormData(event.currentTarget);
    setBusy(true);
    setRefused(null);
    const answer = await actions.addPasskey(String(typed.get('name')).trim(), {
      payment_password: String(typed.get('payment_password')),
      user_id: userId,
    });
    if (answer.ok) return location.assign('/wallet/passkeys?done=added');
    setRefused(answer);
    setBusy(false);
    sendAgain();
  };
  const told = toldAtFields(refused, PAYMENT_PASSWORD_FORM, () => ({}));
  return (
    <form {...form} className={styles.form} onSubmit={add}>
      <p className={styles.flat}>{t('passkey_add_lead')}</p>
      {refused && !told.payment_password && (
        <Notice kind="problem">
          {refused.outcome === PASSKEY_IS_THERE ? t('passkey_is_there') : refused.detail}
          {refused.outcome === 'another_signed_in' && (
            <p>
              <a className={button.link} href="/wallet">
                {t('open_wallet')}
              </a>
            </p>
          )}
        </Notice>
      )}
      <Field
        label={t('passkey_name')}
        hint={t('passkey_name_hint')}
        name="name"
        maxLength={LONGEST_NAME}
        autoComplete="off"
        required
        error={errors.name}
      />
      <CodeField
        label={t('payment_password')}
        name="payment_password"
        digits={PAYMENT_PASSWORD_DIGITS}
        error={errors.payment_password ?? told.payment_password}
      />
      <button className={button.primary} aria-disabled={busy}>
        {t(busy ? 'passkey_adding' : 'passkey_add')}
      </button>
    </form>
  );
}

export const passkeys: PageView<typeof passkeysPage> = { Component: Passkeys, title: (_page, t) => t('passkeys_title') };
