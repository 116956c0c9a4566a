import { CallRefused } from '@purser/client/transport';
import { keysOf } from '@purser/console-kit/act-key';
import { CallField, CallForm } from '@purser/console-kit/call-form';
import { client } from '@purser/console-kit/client';
import { type FormState, useTyped } from '@purser/console-kit/confirmed-form';
import { refresh } from '@purser/console-kit/query';
import { toldAtField } from '@purser/console-kit/told-at-field';
import { refusedField } from '@purser/console-kit/refused-field';
import type { OutputOf } from '@purser/contract/call';
import type { coinList } from '@purser/contract/features/coin';
import { LONGEST_LINK_TEXT, paymentLinkAdd } from '@purser/contract/features/payment-link';
import { parseAmount } from '@purser/contract/money';
import { PAYMENT_LINK_USES } from '@purser/contract/payment-link';
import { focusFirstProblem } from '@purser/ui/form-field';
import { groupDigits } from '@purser/ui/money-text';
import { toast } from '@purser/ui/toast';
import { Button, Input, Select } from 'antd';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { PaymentLink } from './api.ts';
import styles from './payment-link.module.css';
import { type T, useT } from './texts.ts';

type Coin = OutputOf<typeof coinList>['list'][number];

const HOUR_MIN = 60;
const DAY_MIN = 24 * HOUR_MIN;
/** How long a link is valid, in minutes. */
const LIFETIMES = [HOUR_MIN, DAY_MIN, 7 * DAY_MIN, 30 * DAY_MIN, 90 * DAY_MIN] as const;

interface LinkFormProps {
  /** Those of the merchant's markets. */
  readonly coins: readonly Coin[];
  readonly firstCoin: string | undefined;
  readonly onMade: (made: PaymentLink) => void;
}

/** What payers are asked for. It takes no code: a link brings money in, and can be closed. */
export function LinkForm({ coins, firstCoin, onMade }: LinkFormProps) {
  const t = useT();
  const { form, typed, coin, sending } = useLinkForm(coins, firstCoin, onMade);
  return (
    <CallForm form={form} className={styles.form} unsaved={typed.amount !== '' || typed.description !== ''}>
      <CallField form={form} name="coin_name" label={t('field.coin')}>
        {(control) => <Select {...control} options={coins.map(({ coin_name }) => ({ value: coin_name, label: coin_name }))} />}
      </CallField>
      <CallField form={form} name="amount" label={t('field.amount')} {...(coin && { hint: limitsOf(coin, t) })}>
        {(control) => (
          <Input {...control} inputMode="decimal" autoComplete="off" maxLength={32} placeholder="0.00" suffix={coin?.coin_name} />
        )}
      </CallField>
      <CallField form={form} name="description" label={t('paymentLink.text')} hint={t('paymentLink.textHint')}>
        {(control) => <Input {...control} autoComplete="off" maxLength={LONGEST_LINK_TEXT} />}
      </CallField>
      <CallField form={form} name="link_uses" label={t('paymentLink.uses')} hint={t(`paymentLink.usesHint.${typed.link_uses}`)}>
        {(control) => (
          <Select {...control} options={PAYMENT_LINK_USES.map((uses) => ({ value: uses, label: t(`paymentLink.uses.${uses}`) }))} />
        )}
      </CallField>
      <CallField form={form} name="lifetime_min" label={t('paymentLink.validity')}>
        {(control) => <Select {...control} options={LIFETIMES.map((minutes) => ({ value: minutes, label: lifetimeText(minutes, t) }))} />}
      </CallField>
      <Button type="primary" htmlType="submit" size="large" block loading={sending}>
        {t('paymentLink.create')}
      </Button>
    </CallForm>
  );
}

function useLinkForm(coins: readonly Coin[], firstCoin: string | undefined, onMade: (made: PaymentLink) => void) {
  const t = useT();
  const id = useId();
  const first = coins.find(({ coin_name }) => coin_name === firstCoin) ?? coins[0];
  const fields = useForm({
    defaultValues: {
      coin_name: first?.coin_name ?? '',
      amount: '',
      description: '',
      link_uses: 'one' as (typeof PAYMENT_LINK_USES)[number],
      lifetime_min: DAY_MIN as number,
    },
  });
  const typed = useTyped(fields);
  const [submitted, setSubmitted] = useState(false);
  const [sending, setSending] = useState(false);
  const coin = coins.find(({ coin_name }) => coin_name === typed.coin_name);
  const problems = { amount: amountProblem(typed.amount, coin, t) };

  const submit = async (): Promise<void> => {
    if (sending) return;
    setSubmitted(true);
    fields.clearErrors();
    if (problems.amount !== undefined) return focusFirstProblem(document.getElementById(id));
    const contents = { ...typed, amount: typed.amount.trim(), description: typed.description.trim() };
    setSending(true);
    try {
      const made = await keysOf(paymentLinkAdd).attempt(JSON.stringify(contents), (idempotencyKey) =>
        client.request(paymentLinkAdd, contents, { quiet: true, idempotencyKey }),
      );
      fields.reset();
      onMade(made);
    } catch (error) {
      if (!(error instanceof CallRefused)) toast.error(t('paymentLink.unsettled'));
      // What is the matter with whoever asks, or with the server, is no matter of a field.
      else if (error.http !== 200 && error.http !== 400) toldAtField(paymentLinkAdd, '', error, t);
      else {
        const field = refusedField(paymentLinkAdd, error)?.field;
        fields.setError(field === 'description' ? field : 'amount', { type: 'refused', message: error.message });
        focusFirstProblem(document.getElementById(id));
      }
    } finally {
      setSending(false);
      refresh(['orders']);
    }
  };

  const form: FormState<typeof typed> = { id, fields, problems, submitted, submit };
  return { form, typed, coin, sending };
}

function amountProblem(text: string, coin: Coin | undefined, t: T): string | undefined {
  if (!coin) return t('paymentLink.noMarket');
  if (!coin.is_on) return t('paymentLink.off', { coin: coin.coin_name });
  if (!coin.is_listed) return t('paymentLink.unlisted', { coin: coin.coin_name });
  const minor = (amount: string) => parseAmount(amount.trim(), coin.decimals);
  const [asked, least, most] = [minor(text), minor(coin.order_minimum), minor(coin.order_maximum)];
  if (asked === 'too_many_decimals') return t('paymentLink.decimals', { coin: coin.coin_name, decimals: coin.decimals });
  if (typeof asked !== 'bigint') return t('paymentLink.amountWrong');
  return asked < (least as bigint) || asked > (most as bigint) ? limitsOf(coin, t) : undefined;
}

function limitsOf({ coin_name, order_minimum, order_maximum }: Coin, t: T): string {
  const money = (amount: string): string => `${groupDigits(amount)} ${coin_name}`;
  return t('paymentLink.limits', { minimum: money(order_minimum), maximum: money(order_maximum) });
}

function lifetimeText(minutes: number, t: T): string {
  return minutes < DAY_MIN ? t('paymentLink.hours', { count: minutes / HOUR_MIN }) : t('paymentLink.days', { count: minutes / DAY_MIN });
}
