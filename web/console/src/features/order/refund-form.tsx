import { CallField, CallForm } from '@purser/console-kit/call-form';
import { useConfirmedForm, useTyped } from '@purser/console-kit/confirmed-form';
import { FormDialog } from '@purser/console-kit/form-dialog';
import { askAnew, refresh } from '@purser/console-kit/query';
import { LONGEST_REFUND_REMARK, refundAdd } from '@purser/contract/features/refund';
import { formatAmount, parseAmount, placesOf } from '@purser/contract/money';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { groupDigits } from '@purser/ui/money-text';
import { toast } from '@purser/ui/toast';
import { Button, Input } from 'antd';
import { useForm } from 'react-hook-form';
import { coinsNow } from '../../shared/coins.ts';
import type { Order } from './api.ts';
import styles from './order.module.css';
import { type T, useT } from './texts.ts';

interface RefundFormProps {
  readonly order: Order;
  readonly onClose: () => void;
}

/** Gives the payer money back: how much and why, then what it does and the code. */
export default function RefundForm({ order, onClose }: RefundFormProps) {
  const t = useT();
  const { coin_name: coin } = order;
  const rest = restOf(order);
  const fields = useForm({ defaultValues: { amount: formatAmount(rest.minor, rest.decimals), remark: '' } });
  const typed = useTyped(fields);
  const form = useConfirmedForm(refundAdd, fields, {
    problems: { amount: amountProblem(typed.amount, rest, coin, t) },
    /** Looks up afresh whether the fee comes back: what is confirmed is what was shown. */
    review: async () => {
      const terms = (await askAnew(coinsNow))?.list.find(({ coin_name }) => coin_name === coin);
      if (!terms) return undefined;
      const { serial_number: order_serial_number } = order;
      return { order_serial_number, amount: typed.amount.trim(), returns_fee: terms.refund_returns_fee, remark: typed.remark.trim() };
    },
    contentsOf: (contents) => contents,
    moving: ['returns_fee'],
    onDone: () => {
      toast.success(t('refund.done'));
      refresh(['orders', 'balances']);
      onClose();
    },
  });
  const money = (amount: string): string => `${groupDigits(amount)} ${coin}`;
  const asked = parseAmount(form.reviewed?.amount ?? '', rest.decimals);
  const left = typeof asked === 'bigint' ? rest.minor - asked : 0n;
  const atMost = t('refund.rest', { amount: money(formatAmount(rest.minor, rest.decimals)) });
  return (
    <>
      <FormDialog form={form} title={t('refund.title')} onCancel={onClose} destroyOnHidden={false}>
        <CallForm form={form} className={styles.form}>
          <CallField form={form} name="amount" label={t('field.amount')} hint={atMost}>
            {(control) => <Input {...control} inputMode="decimal" autoComplete="off" maxLength={32} suffix={coin} />}
          </CallField>
          <CallField form={form} name="remark" label={t('refund.remark')} hint={t('refund.remarkHint')}>
            {(control) => <Input {...control} autoComplete="off" maxLength={LONGEST_REFUND_REMARK} />}
          </CallField>
          <Button type="primary" htmlType="submit" block>
            {t('refund.review')}
          </Button>
        </CallForm>
      </FormDialog>
      <ConfirmWithCode
        {...form.confirmation}
        title={t('refund.title')}
        facts={
          form.reviewed
            ? [
                { label: t('refund.to'), value: order.nick ?? '–' },
                { label: t('field.amount'), value: money(form.reviewed.amount) },
                // Somebody else has given more of it back meanwhile.
                ...(left < 0n ? [] : [{ label: t('refund.left'), value: money(formatAmount(left, rest.decimals)) }]),
                {
                  label: t('field.handlingFee'),
                  value: form.reviewed.returns_fee ? t('refund.feeReturned') : t('refund.feeKept', { amount: money(order.handling_fee) }),
                },
              ]
            : []
        }
        unanswered={form.confirmation.unanswered && t('refund.triedBefore')}
        warning={left < 0n ? atMost : undefined}
        confirmText={t('refund.confirm')}
      />
    </>
  );
}

interface Rest {
  readonly minor: bigint;
  readonly decimals: number;
}

/** What can still be refunded of an order. */
function restOf({ amount, refunded_amount }: Order): Rest {
  const decimals = placesOf(amount);
  const [paid, refunded] = [parseAmount(amount, decimals), parseAmount(refunded_amount, decimals)];
  return { minor: typeof paid === 'bigint' && typeof refunded === 'bigint' ? paid - refunded : 0n, decimals };
}

function amountProblem(text: string, { minor, decimals }: Rest, coin: string, t: T): string | undefined {
  const parsed = parseAmount(text.trim(), decimals);
  if (parsed === 'too_many_decimals') return t('refund.decimals', { coin, decimals });
  if (typeof parsed !== 'bigint' || parsed === 0n) return t('refund.notNumber');
  return parsed > minor ? t('refund.rest', { amount: `${groupDigits(formatAmount(minor, decimals))} ${coin}` }) : undefined;
}
