import { CallField } from '@purser/console-kit/call-form';
import type { FormState } from '@purser/console-kit/confirmed-form';
import type { UserKind } from '@purser/contract/features/account';
import { COMMISSION_NAME, FEE_NAMES, type FeeName, isInUsdt, LIMITS, type LimitName, recordOf } from '@purser/contract/terms';
import type { ConfirmFact } from '@purser/ui/confirm-with-code';
import { Input, Select } from 'antd';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { effectOf } from './effect.ts';
import styles from './terms.module.css';
import { useT, type T } from './texts.ts';

/** Fees and limits of a coin as they are shown: beside each other what one kind of order has. */
const TERM_GROUPS = {
  payments: ['payment_fee_rate', 'order_minimum', 'order_maximum', 'refund_returns_fee'],
  transfers: ['transfer_fee_rate', 'transfer_minimum'],
  users: ['user_withdrawal_fee_rate', 'adjustment_fee_rate'],
  usdtRecharges: ['usdt_recharge_fee_rate', 'usdt_recharge_minimum'],
  usdtWithdrawals: ['usdt_withdrawal_fee_rate', 'usdt_withdrawal_minimum', 'usdt_withdrawal_maximum', 'usdt_withdrawal_day_maximum'],
  fiatWithdrawals: ['fiat_withdrawal_fee_rate', 'fiat_withdrawal_minimum'],
} as const satisfies Record<string, readonly TermName[]>;
type GroupName = keyof typeof TERM_GROUPS;
const GROUP_NAMES = Object.keys(TERM_GROUPS) as GroupName[];
/** What concerns wallet users. */
export const USER_GROUPS = ['usdtRecharges', 'usdtWithdrawals', 'fiatWithdrawals'] as const satisfies readonly GroupName[];
export const USER_TERM_NAMES = USER_GROUPS.flatMap((group) => TERM_GROUPS[group]);

/** What is set for a kind: of agents, what they get of fees as well. */
export function kindTermNames(kind: UserKind) {
  return kind === 'agent' ? ([...USER_TERM_NAMES, COMMISSION_NAME] as const) : USER_TERM_NAMES;
}

/** What agents get where nothing is set. */
export const NO_COMMISSION = '0.00';

export type TermName = FeeName | LimitName | 'refund_returns_fee';
export const TERM_NAMES: readonly TermName[] = GROUP_NAMES.flatMap((group) => TERM_GROUPS[group]);
/** Terms as they stand in fields: a switch is "on", "off", or like any other empty where the usual holds. */
export type TypedTerms = Record<TermName, string>;

export function termLabels(t: T): Record<TermName, string> {
  return {
    payment_fee_rate: t('terms.paymentFee'),
    transfer_fee_rate: t('terms.transferFee'),
    user_withdrawal_fee_rate: t('terms.userWithdrawalFee'),
    adjustment_fee_rate: t('terms.adjustmentFee'),
    usdt_recharge_fee_rate: t('terms.usdtRechargeFee'),
    usdt_withdrawal_fee_rate: t('terms.usdtWithdrawalFee'),
    fiat_withdrawal_fee_rate: t('terms.fiatWithdrawalFee'),
    transfer_minimum: t('terms.transferMinimum'),
    order_minimum: t('terms.orderMinimum'),
    order_maximum: t('terms.orderMaximum'),
    usdt_recharge_minimum: t('terms.usdtRechargeMinimum'),
    usdt_withdrawal_minimum: t('terms.usdtWithdrawalMinimum'),
    usdt_withdrawal_maximum: t('terms.usdtWithdrawalMaximum'),
    usdt_withdrawal_day_maximum: t('terms.usdtWithdrawalDayMaximum'),
    fiat_withdrawal_minimum: t('terms.fiatWithdrawalMinimum'),
    refund_returns_fee: t('terms.refundReturnsFee'),
  };
}

/** The same with what agents get of fees. */
export function userTermLabels(t: T): Record<TermName | typeof COMMISSION_NAME, string> {
  return { ...termLabels(t), commission_rate: t('terms.commission') };
}

/** What is said of a term that breaks the call's own rules. */
export function termWords(t: T) {
  return {
    ...recordOf(FEE_NAMES, () => t('terms.problem.fee')),
    ...recordOf(LIMITS, () => t('terms.problem.amount')),
    reason: t('terms.problem.reason'),
  };
}

export function trimmed<Name extends string>(typed: Readonly<Record<Name, string>>, names: readonly Name[]): Record<Name, string> {
  return recordOf(names, (name) => typed[name].trim());
}

/** Terms as they were looked at, of a row that has more. */
export function seenOf<Term>(terms: Readonly<Record<FeeName | LimitName, string> & { refund_returns_fee: Term }>) {
  return { ...recordOf([...FEE_NAMES, ...LIMITS], (name) => terms[name]), refund_returns_fee: terms.refund_returns_fee };
}

/** Terms as they are typed. */
export function typedOf(terms: Readonly<Record<TermName, string | boolean | null>>): TypedTerms {
  return recordOf(TERM_NAMES, (name) => {
    const term = terms[name];
    return typeof term === 'boolean' ? (term ? 'on' : 'off') : (term ?? '');
  });
}

/** What is typed as the calls take it; of a merchant's own, what is left empty is none. */
export function termsOf(typed: Readonly<TypedTerms>) {
  return { ...trimmed(typed, [...FEE_NAMES, ...LIMITS]), refund_returns_fee: typed.refund_returns_fee === 'on' };
}

export function ownTermsOf(typed: Readonly<TypedTerms>) {
  const unlessEmpty = (name: FeeName | LimitName) => (typed[name].trim() === '' ? null : typed[name].trim());
  return {
    ...recordOf([...FEE_NAMES, ...LIMITS], unlessEmpty),
    refund_returns_fee: typed.refund_returns_fee === '' ? null : typed.refund_returns_fee === 'on',
  };
}

/** A term in words. */
export function termText(name: TermName, typed: string, t: T): string {
  return name === 'refund_returns_fee' ? t(typed === 'on' ? 'terms.yes' : 'terms.no') : typed;
}

interface TermFieldsProps<Typed extends FieldValues & TypedTerms> {
  readonly form: FormState<Typed>;
  /** Beside each field: what holds where it is left empty. */
  readonly usual?: Readonly<TypedTerms>;
  /** Which of them; all unless said otherwise. */
  readonly groups?: readonly GroupName[];
}

export function TermFields<Typed extends FieldValues & TypedTerms>({ form, usual, groups = GROUP_NAMES }: TermFieldsProps<Typed>) {
  const t = useT();
  const labels = termLabels(t);
  const ofUsual = (name: TermName) => usual && t('terms.usualIs', { usual: termText(name, usual[name], t) });
  return groups.map((group) => (
    <fieldset key={group} className={styles.group}>
      <legend>{t(`terms.group.${group}`)}</legend>
      {TERM_GROUPS[group].map((name) => (
        <CallField key={name} form={form} name={name as FieldPath<Typed>} label={labels[name]} hint={ofUsual(name)}>
          {(control) =>
            name === 'refund_returns_fee' ? (
              <Select
                {...control}
                options={[
                  ...(usual ? [{ value: '', label: t('terms.asUsual', { usual: termText(name, usual[name], t) }) }] : []),
                  { value: 'on', label: t('terms.yes') },
                  { value: 'off', label: t('terms.no') },
                ]}
              />
            ) : (
              <Input
                {...control}
                value={control.value as string}
                inputMode="decimal"
                maxLength={32}
                suffix={isLimit(name) && isInUsdt(name) ? 'USDT' : undefined}
              />
            )
          }
        </CallField>
      ))}
    </fieldset>
  ));
}

function isLimit(name: TermName): name is LimitName {
  return (LIMITS as readonly string[]).includes(name);
}

interface EffectProps {
  readonly terms: Readonly<Pick<TypedTerms, 'payment_fee_rate' | 'transfer_fee_rate'>>;
  readonly decimals: number;
  readonly coin: string;
}

/** The effect in numbers, before anything is saved. */
export function Effect({ terms, decimals, coin }: EffectProps) {
  const t = useT();
  const isKnown = Number.isInteger(decimals) && decimals >= 0 && decimals <= 18;
  const payment = isKnown ? effectOf(terms.payment_fee_rate, decimals, coin) : undefined;
  const transfer = isKnown ? effectOf(terms.transfer_fee_rate, decimals, coin) : undefined;
  return (
    <p className={styles.effect} aria-live="polite">
      {payment && t('terms.effect', payment)} {transfer && t('terms.effectTransfer', { amount: transfer.amount, fee: transfer.fee })}
    </p>
  );
}

interface ChangeOfTerms {
  /** In words: a merchant's own that is none says so. */
  readonly before?: Readonly<TypedTerms>;
  readonly after: Readonly<TypedTerms>;
  /** The payment fees that are paid. */
  readonly fees: { readonly before?: string; readonly after: string };
  readonly decimals: number;
  readonly coin: string;
}

/** What of the terms changes, from what to what, and what then arrives of a hundred coins. */
export function termFacts({ before, after, fees, decimals, coin }: ChangeOfTerms, t: T): ConfirmFact[] {
  const [was, willBe] = [
    fees.before === undefined ? undefined : effectOf(fees.before, decimals, coin),
    effectOf(fees.after, decimals, coin),
  ];
  const arrives: ConfirmFact[] = willBe
    ? [{ label: t('terms.arrives', { amount: willBe.amount }), value: fromTo(was?.settlement, willBe.settlement, t), strong: true }]
    : [];
  return [...changedFacts(TERM_NAMES, before, after, t), ...arrives];
}

/** What of the terms changes, from what to what. */
export function changedFacts<Name extends TermName | typeof COMMISSION_NAME>(
  names: readonly Name[],
  before: Readonly<Record<Name, string>> | undefined,
  after: Readonly<Record<Name, string>>,
  t: T,
): ConfirmFact[] {
  const labels = userTermLabels(t);
  const changed = names.filter((name) => before === undefined || before[name] !== after[name]);
  return changed.map((name) => ({ label: labels[name], value: fromTo(before?.[name], after[name], t) }));
}

function fromTo(now: string | undefined, then: string, t: T): string {
  return now === undefined || now === then ? then : t('terms.fromTo', { before: now, after: then });
}

/** Terms in words. */
export function termTexts(terms: Readonly<Record<TermName, string | boolean | null>>, t: T): TypedTerms {
  const typed = typedOf(terms);
  return recordOf(TERM_NAMES, (name) => termText(name, typed[name], t));
}
