import { CallField, CallForm, useCallField } from '@purser/console-kit/call-form';
import { Card } from '@purser/console-kit/card';
import { useConfirmedForm, useTyped, type FormState } from '@purser/console-kit/confirmed-form';
import { refresh } from '@purser/console-kit/query';
import { signInPolicyChange } from '@purser/contract/features/sign-in-policy';
import {
  POLICY_BOUNDS,
  POLICY_VERIFICATIONS,
  STAFF_FACTORS,
  type PolicyNumber,
  type PolicyVerification,
  type SignInPolicy,
} from '@purser/contract/sign-in-policy';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { toast } from '@purser/ui/toast';
import { Button, Checkbox, Input, Radio } from 'antd';
import { useForm } from 'react-hook-form';
import { NUMBERS, OTHER_NUMBERS, SESSION_NUMBERS, type KeptPolicy } from './api.ts';
import styles from './sign-in-policy.module.css';
import { useT } from './texts.ts';

/** Numbers as they are typed. */
type Typed = Record<PolicyNumber, string> & Pick<SignInPolicy, 'staff_factor' | PolicyVerification>;
type T = ReturnType<typeof useT>;

/** The policy as one form; a change is reviewed and confirmed as a whole. */
export function PolicyForm({ kept, changes }: { readonly kept: KeptPolicy; readonly changes: boolean }) {
  const t = useT();
  const { revision, ...before } = kept;
  const fields = useForm<Typed>({ defaultValues: typedOf(before) });
  const typed = useTyped(fields);
  const wanted = policyOf(typed);
  const changed = (Object.keys(before) as (keyof SignInPolicy)[]).filter((name) => before[name] !== wanted[name]);
  const form = useConfirmedForm(signInPolicyChange, fields, {
    problems: problemsOf(typed, t),
    review: () => {
      if (changed.length > 0) return { revision, ...wanted };
      toast({ message: t('signInPolicy.unchanged'), type: 'info' });
      return undefined;
    },
    contentsOf: (reviewed) => reviewed,
    onDone: () => {
      toast.success(t('signInPolicy.done'));
      refresh(['system', 'self']);
    },
    onRefused: (outcome) => {
      if (outcome === 'sign_in_policy_changed') refresh(['system']);
      return outcome === 'sign_in_policy_changed';
    },
  });
  return (
    <>
      <CallForm form={form} className={styles.form} unsaved={changed.length > 0 && changes}>
        <Card title={t('signInPolicy.sessions')} hint={t('signInPolicy.sessionsHint')}>
          <div className={styles.fields}>
            {SESSION_NUMBERS.flatMap(([, idle, absolute]) => [idle, absolute]).map((name) => (
              <NumberField key={name} form={form} name={name} readOnly={!changes} />
            ))}
          </div>
        </Card>
        <Card title={t('signInPolicy.factors')} hint={t('signInPolicy.factorsHint')}>
          <FactorChoice form={form} readOnly={!changes} />
        </Card>
        <Card title={t('signInPolicy.guessing')}>
          <div className={styles.fields}>
            {OTHER_NUMBERS.map((name) => (
              <NumberField key={name} form={form} name={name} readOnly={!changes} />
            ))}
          </div>
        </Card>
        <Card title={t('signInPolicy.verifications')} hint={t('signInPolicy.verificationsHint')}>
          <div className={styles.verifications}>
            {POLICY_VERIFICATIONS.map((name) => (
              <VerificationChoice key={name} form={form} name={name} readOnly={!changes} />
            ))}
          </div>
        </Card>
        {changes && (
          <Button className={styles.act} type="primary" htmlType="submit">
            {t('signInPolicy.review')}
          </Button>
        )}
      </CallForm>
      <ConfirmWithCode
        {...form.confirmation}
        title={t('signInPolicy.change')}
        facts={changed.map((name) => ({
          label: t(`signInPolicy.${name}`),
          value: `${shown(before[name], t)} → ${shown(wanted[name], t)}`,
        }))}
        warning={t('signInPolicy.effect')}
        confirmText={t('signInPolicy.change')}
      />
    </>
  );
}

interface FieldProps {
  readonly form: FormState<Typed>;
  readonly readOnly: boolean;
}

function NumberField({ form, name, readOnly }: FieldProps & { readonly name: PolicyNumber }) {
  const t = useT();
  const [least, most] = POLICY_BOUNDS[name];
  return (
    <CallField form={form} name={name} label={t(`signInPolicy.${name}`)} hint={t('signInPolicy.bounds', { least, most })}>
      {({ value, ...control }) => <Input {...control} value={String(value)} inputMode="numeric" maxLength={6} readOnly={readOnly} />}
    </CallField>
  );
}

function FactorChoice({ form, readOnly }: FieldProps) {
  const t = useT();
  const { field, problem } = useCallField(form, 'staff_factor');
  return (
    <fieldset className={styles.choice} data-problem={problem !== undefined}>
      <legend>{t('signInPolicy.staff_factor')}</legend>
      <Radio.Group name="staff_factor" value={field.value} disabled={readOnly} onChange={(event) => field.onChange(event.target.value)}>
        {STAFF_FACTORS.map((factor) => (
          <Radio key={factor} value={factor}>
            {t(`signInPolicy.factor.${factor}`)}
          </Radio>
        ))}
      </Radio.Group>
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

function VerificationChoice({ form, name, readOnly }: FieldProps & { readonly name: PolicyVerification }) {
  const t = useT();
  const { field } = useCallField(form, name);
  return (
    <Checkbox checked={field.value === true} disabled={readOnly} onChange={(event) => field.onChange(event.target.checked)}>
      {t(`signInPolicy.${name}`)}
    </Checkbox>
  );
}

function typedOf(policy: SignInPolicy): Typed {
  const numbers = Object.fromEntries(NUMBERS.map((name) => [name, String(policy[name])])) as Record<PolicyNumber, string>;
  return { ...policy, ...numbers };
}

function policyOf(typed: Typed): SignInPolicy {
  const numbers = Object.fromEntries(NUMBERS.map((name) => [name, Number(typed[name])])) as Record<PolicyNumber, number>;
  return { ...typed, ...numbers };
}

function problemsOf(typed: Typed, t: T): Partial<Record<PolicyNumber, string>> {
  const isWrong = (name: PolicyNumber): boolean => {
    const [least, most] = POLICY_BOUNDS[name];
    return !/^\d{1,6}$/.test(typed[name]) || Number(typed[name]) < least || Number(typed[name]) > most;
  };
  const wrong = NUMBERS.filter(isWrong).map((name) => {
    const [least, most] = POLICY_BOUNDS[name];
    return [name, t('signInPolicy.outOfBounds', { least, most })];
  });
  const long = SESSION_NUMBERS.filter(([, idle, absolute]) => Number(typed[idle]) > Number(typed[absolute])).map(([, idle]) => [
    idle,
    t('signInPolicy.idleTooLong'),
  ]);
  return Object.fromEntries([...long, ...wrong]) as Partial<Record<PolicyNumber, string>>;
}

function shown(value: SignInPolicy[keyof SignInPolicy], t: T): string {
  if (typeof value === 'boolean') return t(value ? 'signInPolicy.yes' : 'signInPolicy.no');
  return typeof value === 'string' ? t(`signInPolicy.factor.${value}`) : String(value);
}
