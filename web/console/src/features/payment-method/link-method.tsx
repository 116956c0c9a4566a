import { CallField, CallForm } from '@purser/console-kit/call-form';
import { problemsBySchema, useConfirmedDialog, useTyped } from '@purser/console-kit/confirmed-form';
import { FormDialog } from '@purser/console-kit/form-dialog';
import { readAccountNumber, readBankCode, isIban } from '@purser/contract/bank-account';
import { paymentMethodAdd } from '@purser/contract/features/payment-method';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useForm } from 'react-hook-form';
import { coins } from '../../shared/coins.ts';
import { BankFields } from './bank-fields.tsx';
import styles from './payment-method.module.css';
import { useT } from './texts.ts';

const EMPTY = { market: '', holder_name: '', bank_name: '', bank_code: '', account_number: '' };

interface LinkMethodProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Links a bank account: what a bank must know of it, then the code. */
export function LinkMethod({ open, onClose }: LinkMethodProps) {
  const t = useT();
  const markets = useQuery(coins).data?.list.flatMap(({ market }) => (market === null ? [] : [market])) ?? [];
  const fields = useForm({ defaultValues: EMPTY });
  const typed = useTyped(fields);
  const contents = {
    market: typed.market || (markets[0] ?? ''),
    holder_name: typed.holder_name.trim(),
    bank_name: typed.bank_name.trim(),
    bank_code: typed.bank_code.trim(),
    account_number: typed.account_number.trim(),
  };
  const number = readAccountNumber(contents.account_number);
  const code = readBankCode(contents.bank_code);
  const form = useConfirmedDialog(paymentMethodAdd, fields, {
    problems: {
      ...problemsBySchema(paymentMethodAdd, contents, {
        market: t('method.problem.market'),
        holder_name: t('method.problem.holder'),
        bank_name: t('method.problem.bank'),
      }),
      account_number: number === undefined ? t('method.problem.number') : undefined,
      bank_code: code === undefined || (code === '' && number !== undefined && !isIban(number)) ? t('method.problem.bankCode') : undefined,
    },
    review: () => contents,
    contentsOf: (reviewed: typeof contents) => reviewed,
    onDone: () => toast.success(t('method.added')),
    onClose,
    changes: ['payment_methods'],
  });
  const reviewed = form.reviewed ?? contents;
  return (
    <>
      <FormDialog form={form} open={open} title={t('method.add')} onCancel={form.close}>
        <CallForm form={form} className={styles.form}>
          <p className={styles.lead}>{t('method.addLead')}</p>
          <CallField form={form} name="market" label={t('method.currency')}>
            {(control) => (
              <Select
                {...control}
                value={contents.market || undefined}
                options={markets.map((market) => ({ value: market, label: market }))}
                notFoundContent={t('method.noMarket')}
                virtual={false}
              />
            )}
          </CallField>
          <CallField form={form} name="account_number" label={t('method.number')} hint={t('method.numberHint')}>
            {(control) => <Input {...control} autoComplete="off" spellCheck={false} maxLength={64} />}
          </CallField>
          <BankFields form={form} />
          <Button type="primary" htmlType="submit" block>
            {t('method.continue')}
          </Button>
        </CallForm>
      </FormDialog>
      <ConfirmWithCode
        {...form.confirmation}
        title={t('method.add')}
        facts={[
          { label: t('method.holder'), value: reviewed.holder_name },
          { label: t('method.bank'), value: `${reviewed.bank_name} ${reviewed.bank_code}`.trim() },
          { label: t('method.number'), value: readAccountNumber(reviewed.account_number), strong: true },
          { label: t('method.currency'), value: reviewed.market },
        ]}
        warning={t('method.addWarning')}
        confirmText={t('method.add')}
      />
    </>
  );
}
