import { CallField, CallForm } from '@purser/console-kit/call-form';
import { problemsBySchema, useConfirmedForm, useTyped } from '@purser/console-kit/confirmed-form';
import type { Contents } from '@purser/console-kit/confirmed-write';
import { FormDialog } from '@purser/console-kit/form-dialog';
import { askAnew, refresh } from '@purser/console-kit/query';
import { bankFileAdd } from '@purser/contract/features/bank-file';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { Money } from '@purser/ui/money';
import { groupDigits } from '@purser/ui/money-text';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { shownAnewIfChanged } from '../../shared/changed-elsewhere.ts';
import { useAllowed } from '../../shared/session.ts';
import { waiting } from './api.ts';
import styles from './bank.module.css';
import { PayoutAccount } from './payout-account.tsx';
import { useT } from './texts.ts';

/** What is confirmed, and what the file would hold. */
interface Reviewed {
  readonly contents: Contents<typeof bankFileAdd>;
  readonly order_count: number;
  readonly total: string;
  /** The number of the account that it is paid out from. */
  readonly account: string;
}

/** Collects what was approved in a currency into a file; and where it is paid out from. */
export function MakeFile() {
  const mayChange = useAllowed()('bank.change');
  if (!mayChange) return null;
  return (
    <>
      <PayoutAccount />
      <NewFile />
    </>
  );
}

function NewFile() {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { data } = useQuery(waiting);
  const rows = data?.list.filter(({ order_count }) => order_count > 0) ?? [];
  const fields = useForm({ defaultValues: { market: '', execution_date: '' } });
  const typed = useTyped(fields);
  const chosen = rows.find(({ market }) => market === typed.market) ?? rows[0];
  const contents = { market: chosen?.market ?? '', execution_date: typed.execution_date };
  const form = useConfirmedForm(bankFileAdd, fields, {
    problems: problemsBySchema(bankFileAdd, contents, { market: t('bank.problem.market'), execution_date: t('bank.problem.date') }),
    // As it is now: an order may have been approved, or the account set, since the page was read.
    review: async (refuse): Promise<Reviewed | undefined> => {
      const answer = await askAnew(waiting);
      if (!answer) return undefined;
      const current = answer.list.find(({ market }) => market === contents.market);
      if (!current?.payout_account) return refuse('market', t('bank.problem.noPayoutAccount'));
      if (!current.next_file) return refuse('market', t('bank.nothingWaits'));
      const { next_file, payout_account } = current;
      const { orders_hash, ...holds } = next_file;
      return { contents: { ...contents, before: { orders_hash, payout_account } }, ...holds, account: payout_account.account_number };
    },
    contentsOf: (reviewed) => reviewed.contents,
    onDone: ({ file_no }) => {
      toast.success(t('bank.fileMade', { number: file_no }));
      close();
      refresh(['bank']);
    },
    onRefused: shownAnewIfChanged(['bank']),
  });
  const close = (): void => {
    setOpen(false);
    form.reset();
  };
  const { reviewed } = form;
  return (
    <>
      <Button type="primary" disabled={rows.length === 0} onClick={() => setOpen(true)}>
        {t('bank.makeFile')}
      </Button>
      <FormDialog form={form} open={open} title={t('bank.makeFile')} onCancel={close}>
        <CallForm form={form} className={styles.form}>
          <CallField form={form} name="market" label={t('bank.currency')}>
            {(control) => (
              <Select
                {...control}
                value={chosen?.market}
                options={rows.map(({ market, next_file }) => ({
                  value: market,
                  label: `${market} · ${groupDigits(next_file?.total ?? '')}`,
                }))}
                virtual={false}
              />
            )}
          </CallField>
          <CallField form={form} name="execution_date" label={t('bank.executionDate')} hint={t('bank.executionDateHint')}>
            {(control) => <Input {...control} type="date" />}
          </CallField>
          <Button type="primary" htmlType="submit" block>
            {t('bank.continue')}
          </Button>
        </CallForm>
      </FormDialog>
      <ConfirmWithCode
        {...form.confirmation}
        title={t('bank.makeFile')}
        facts={[
          { label: t('bank.total'), value: reviewed && <Money amount={reviewed.total} coin={reviewed.contents.market} />, strong: true },
          { label: t('bank.orders'), value: reviewed?.order_count },
          { label: t('bank.payoutAccount'), value: reviewed?.account },
          { label: t('bank.executionDate'), value: reviewed?.contents.execution_date },
        ]}
        warning={t('bank.makeWarning')}
        confirmText={t('bank.makeFile')}
      />
    </>
  );
}
