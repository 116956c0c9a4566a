import { CallField, CallForm } from '@purser/console-kit/call-form';
import { problemsBySchema, useConfirmedForm, useTyped } from '@purser/console-kit/confirmed-form';
import { FormDialog } from '@purser/console-kit/form-dialog';
import { refresh } from '@purser/console-kit/query';
import { isIban, LONGEST_BANK_NAME, LONGEST_HOLDER_NAME, readAccountNumber, readBankCode } from '@purser/contract/bank-account';
import { bankPayoutAccountSet } from '@purser/contract/features/bank-file';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { shownAnewIfChanged } from '../../shared/changed-elsewhere.ts';
import { waiting } from './api.ts';
import styles from './bank.module.css';
import { useT } from './texts.ts';

const EMPTY = { market: '', holder_name: '', bank_name: '', bank_code: '', account_number: '' };

/** Sets the account that a currency is paid out from. */
export function PayoutAccount() {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { data } = useQuery(waiting);
  const markets = data?.list ?? [];
  const fields = useForm({ defaultValues: EMPTY });
  const typed = useTyped(fields);
  const market = typed.market || (markets[0]?.market ?? '');
  const held = markets.find((one) => one.market === market)?.payout_account;
  const contents = {
    market,
    holder_name: typed.holder_name.trim(),
    bank_name: typed.bank_name.trim(),
    bank_code: typed.bank_code.trim(),
    account_number: typed.account_number.trim(),
    before: held ?? null,
  };
  const number = readAccountNumber(contents.account_number);
  const code = readBankCode(contents.bank_code);
  const form = useConfirmedForm(bankPayoutAccountSet, fields, {
    problems: {
      ...problemsBySchema(bankPayoutAccountSet, contents, {
        market: t('bank.problem.market'),
        holder_name: t('bank.problem.holder'),
        bank_name: t('bank.problem.bank'),
      }),
      account_number: number === undefined ? t('bank.problem.number') : undefined,
      bank_code: code === undefined || (code === '' && number !== undefined && !isIban(number)) ? t('bank.problem.bankCode') : undefined,
    },
    review: () => contents,
    contentsOf: (reviewed: typeof contents) => reviewed,
    onDone: () => {
      toast.success(t('bank.payoutAccountSet'));
      close();
      refresh(['bank']);
    },
    onRefused: shownAnewIfChanged(['bank']),
  });
  const close = (): void => {
    setOpen(false);
    form.reset();
  };
  const reviewed = form.reviewed ?? contents;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('bank.payoutAccount')}</Button>
      <FormDialog form={form} open={open} title={t('bank.payoutAccount')} onCancel={close}>
        <CallForm form={form} className={styles.form}>
          <p className={styles.lead}>{t('bank.payoutAccountLead')}</p>
          <CallField
            form={form}
            name="market"
            label={t('bank.currency')}
            hint={held ? t('bank.now', { account: `${held.holder_name}, ${held.bank_name}, ${held.account_number}` }) : t('bank.noneYet')}
          >
            {(control) => (
              <Select
                {...control}
                value={contents.market || undefined}
                options={markets.map((one) => ({ value: one.market, label: one.market }))}
                virtual={false}
              />
            )}
          </CallField>
          <CallField form={form} name="holder_name" label={t('bank.holder')}>
            {(control) => <Input {...control} autoComplete="off" maxLength={LONGEST_HOLDER_NAME} />}
          </CallField>
          <CallField form={form} name="bank_name" label={t('bank.bank')}>
            {(control) => <Input {...control} autoComplete="off" maxLength={LONGEST_BANK_NAME} />}
          </CallField>
          <CallField form={form} name="bank_code" label={t('bank.bankCode')}>
            {(control) => <Input {...control} autoComplete="off" spellCheck={false} maxLength={24} />}
          </CallField>
          <CallField form={form} name="account_number" label={t('bank.number')}>
            {(control) => <Input {...control} autoComplete="off" spellCheck={false} maxLength={64} />}
          </CallField>
          <Button type="primary" htmlType="submit" block>
            {t('bank.continue')}
          </Button>
        </CallForm>
      </FormDialog>
      <ConfirmWithCode
        {...form.confirmation}
        title={t('bank.payoutAccount')}
        facts={[
          { label: t('bank.currency'), value: reviewed.market },
          { label: t('bank.holder'), value: reviewed.holder_name },
          { label: t('bank.bank'), value: `${reviewed.bank_name} ${reviewed.bank_code}`.trim() },
          { label: t('bank.number'), value: readAccountNumber(reviewed.account_number), strong: true },
        ]}
        warning={t('bank.payoutAccountWarning')}
        confirmText={t('bank.payoutAccountConfirm')}
      />
    </>
  );
}
