import { CallField, CallForm } from '@purser/console-kit/call-form';
import { problemsBySchema, useConfirmedForm, useTyped } from '@purser/console-kit/confirmed-form';
import { FormDialog } from '@purser/console-kit/form-dialog';
import { refresh } from '@purser/console-kit/query';
import { rewardGrant } from '@purser/contract/features/reward';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { groupDigits } from '@purser/ui/money-text';
import { Money } from '@purser/ui/money';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { funds, userDetail } from './api.ts';
import styles from './parties.module.css';
import { useT } from './texts.ts';

interface RewardGrantProps {
  readonly userId: number;
  readonly nick: string;
}

/** Enters a grant of reward funds: how much of which coin and why, then the code. Another member approves it. */
export function RewardGrant({ userId: user_id, nick }: RewardGrantProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { data: fund } = useQuery({ ...funds, enabled: open });
  const { data: user } = useQuery({ ...userDetail(user_id), enabled: open });
  const coins = user?.balances.map(({ coin_name }) => coin_name) ?? [];
  const fields = useForm({ defaultValues: { coin_name: '', amount: '', reason: '' } });
  const typed = useTyped(fields);
  const contents = { user_id, coin_name: typed.coin_name || (coins[0] ?? ''), amount: typed.amount.trim(), reason: typed.reason.trim() };
  const held = fund?.list.find(({ coin_name }) => coin_name === contents.coin_name)?.available_asset;
  const isNothing = /^[0.]*$/.test(contents.amount);
  const form = useConfirmedForm(rewardGrant, fields, {
    problems: {
      ...problemsBySchema(rewardGrant, contents, {
        coin_name: t('party.grantCoinProblem'),
        amount: t('party.grantAmountProblem'),
        reason: t('party.reasonRequired'),
      }),
      ...(isNothing && { amount: t('party.grantAmountProblem') }),
    },
    review: () => contents,
    contentsOf: (reviewed: typeof contents) => reviewed,
    onDone: () => {
      toast.success(t('party.grantEntered'));
      close();
      refresh(['party', 'approval', 'reward']);
    },
  });
  const close = (): void => {
    setOpen(false);
    form.reset();
  };
  const reviewed = form.reviewed ?? contents;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('party.grant')}</Button>
      <FormDialog form={form} open={open} title={t('party.grant')} onCancel={close}>
        <CallForm form={form} className={styles.form}>
          <CallField
            form={form}
            name="coin_name"
            label={t('field.coin')}
            hint={held && t('party.grantFund', { amount: `${groupDigits(held)} ${contents.coin_name}` })}
          >
            {(control) => (
              <Select {...control} value={contents.coin_name || undefined} options={coins.map((coin) => ({ value: coin, label: coin }))} />
            )}
          </CallField>
          <CallField form={form} name="amount" label={t('field.amount')}>
            {(control) => <Input {...control} inputMode="decimal" maxLength={32} />}
          </CallField>
          <CallField form={form} name="reason" label={t('party.reason')} hint={t('party.reasonHint')}>
            {(control) => <Input.TextArea {...control} maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />}
          </CallField>
          <Button type="primary" htmlType="submit" block>
            {t('party.continue')}
          </Button>
        </CallForm>
      </FormDialog>
      <ConfirmWithCode
        {...form.confirmation}
        title={t('party.grant')}
        facts={[
          { label: t('party.name'), value: `${nick} (${user_id})` },
          { label: t('field.amount'), value: <Money amount={reviewed.amount} coin={reviewed.coin_name} />, strong: true },
          { label: t('party.reason'), value: reviewed.reason },
        ]}
        warning={t('party.grantWarning')}
        confirmText={t('party.grant')}
      />
    </>
  );
}
