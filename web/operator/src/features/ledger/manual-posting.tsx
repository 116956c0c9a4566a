import { CallField, CallForm } from '@purser/console-kit/call-form';
import { client } from '@purser/console-kit/client';
import { problemsBySchema, useConfirmedForm, useTyped } from '@purser/console-kit/confirmed-form';
import { FormDialog } from '@purser/console-kit/form-dialog';
import { callQuery, refresh } from '@purser/console-kit/query';
import {
  ADJUSTMENT_SOURCES,
  type AdjustmentSource,
  ledgerAccountQuery,
  ledgerManualPostingEnter,
  ledgerReserves,
  MANUAL_ACTS,
  type ManualAct,
} from '@purser/contract/features/ledger';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { Money } from '@purser/ui/money';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useAllowed } from '../../shared/session.ts';
import styles from './ledger.module.css';
import { useT, type T } from './texts.ts';

interface ManualPostingButtonProps {
  readonly ownerId?: number;
  readonly coin?: string;
}

/** Opens the form of a manual posting, for a party and coin if they are known. */
export function ManualPostingButton({ ownerId, coin }: ManualPostingButtonProps) {
  const t = useT();
  const isAllowed = useAllowed();
  const [open, setOpen] = useState(false);
  if (!isAllowed('ledger.post')) return null;
  return (
    <>
      <Button type={ownerId === undefined ? 'primary' : 'default'} onClick={() => setOpen(true)}>
        {t('ledger.manual')}
      </Button>
      <ManualPosting open={open} ownerId={ownerId} coin={coin} onClose={() => setOpen(false)} />
    </>
  );
}

interface Typed {
  readonly owner_id: string;
  readonly direction: ManualAct;
  readonly coin_name: string;
  readonly amount: string;
  readonly against: AdjustmentSource;
  readonly reason: string;
}

/** What is shown before it is confirmed: whose balance it is, and what it is now. */
interface Reviewed {
  readonly contents: ReturnType<typeof contentsOf>;
  readonly name: string;
  readonly available: string | null;
}

interface ManualPostingProps extends Partial<ManualPostingButtonProps> {
  readonly open: boolean;
  readonly ownerId: number | undefined;
  readonly coin: string | undefined;
  readonly onClose: () => void;
}

/** A manual posting: what it does, then whose balance it changes, then the code. A second person approves it. */
function ManualPosting({ open, ownerId, coin, onClose }: ManualPostingProps) {
  const t = useT();
  const { data: coins } = useQuery({ ...callQuery(ledgerReserves, {}, ['ledger']), enabled: open });
  const fields = useForm<Typed>({
    defaultValues: {
      owner_id: ownerId === undefined ? '' : String(ownerId),
      direction: 'increase',
      coin_name: coin ?? '',
      amount: '',
      against: 'bank',
      reason: '',
    },
  });
  const contents = contentsOf(useTyped(fields));
  const form = useConfirmedForm(ledgerManualPostingEnter, fields, {
    problems: problemsBySchema(ledgerManualPostingEnter, contents, {
      owner_id: t('ledger.problem.party'),
      coin_name: t('ledger.problem.coin'),
      amount: t('ledger.problem.amount'),
      reason: t('ledger.problem.reason'),
    }),
    review: async (refuse): Promise<Reviewed | undefined> => {
      const party = await find(contents.owner_id);
      if (party === 'failed') return undefined;
      if (party === undefined) return refuse('owner_id', t('ledger.problem.partyUnknown'));
      return {
        contents,
        name: party.name,
        available: party.available.get(`${contents.direction === 'take_reward_back' ? 'reward' : 'main'} ${contents.coin_name}`) ?? null,
      };
    },
    contentsOf: (reviewed: Reviewed) => reviewed.contents,
    onDone: () => {
      toast.success(t('ledger.entered'));
      close();
      refresh(['approval']);
    },
  });
  const close = (): void => {
    onClose();
    form.reset();
  };
  return (
    <>
      <FormDialog form={form} open={open} title={t('ledger.manual')} onCancel={close}>
        <CallForm form={form} className={styles.form}>
          <p className={styles.lead}>{t('ledger.manualLead')}</p>
          <CallField form={form} name="owner_id" label={t('ledger.party')} hint={t('ledger.partyHint')}>
            {(control) => <Input {...control} inputMode="numeric" maxLength={16} />}
          </CallField>
          <CallField form={form} name="direction" label={t('ledger.direction')}>
            {(control) => (
              <Select
                {...control}
                options={MANUAL_ACTS.map((value) => ({ value, label: t(`ledger.direction.${value}`) }))}
                virtual={false}
              />
            )}
          </CallField>
          <div className={styles.pair}>
            <CallField form={form} name="coin_name" label={t('field.coin')}>
              {(control) => (
                <Select
                  {...control}
                  value={control.value === '' ? undefined : control.value}
                  options={(coins?.list ?? []).map(({ coin_name }) => ({ value: coin_name, label: coin_name }))}
                  virtual={false}
                />
              )}
            </CallField>
            <CallField form={form} name="amount" label={t('field.amount')}>
              {(control) => <Input {...control} inputMode="decimal" maxLength={32} />}
            </CallField>
          </div>
          {contents.direction !== 'take_reward_back' && (
            <CallField form={form} name="against" label={t('ledger.against')} hint={t('ledger.againstHint')}>
              {(control) => (
                <Select
                  {...control}
                  options={ADJUSTMENT_SOURCES.map((value) => ({ value, label: t(`purpose.${value}`) }))}
                  virtual={false}
                />
              )}
            </CallField>
          )}
          <CallField form={form} name="reason" label={t('ledger.reason')} hint={t('ledger.reasonHint')}>
            {(control) => <Input.TextArea {...control} maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />}
          </CallField>
          <Button type="primary" htmlType="submit" loading={form.reviewing} block>
            {t('ledger.continue')}
          </Button>
        </CallForm>
      </FormDialog>
      <ConfirmWithCode
        {...form.confirmation}
        title={t('ledger.manual')}
        facts={form.reviewed ? factsOf(form.reviewed, t) : []}
        warning={t('ledger.enterWarning')}
        confirmText={t('ledger.enter')}
      />
    </>
  );
}

function contentsOf({ owner_id, direction, coin_name, amount, against, reason }: Typed) {
  const number = owner_id.trim();
  return {
    owner_id: /^\d+$/.test(number) ? Number(number) : Number.NaN,
    direction,
    coin_name,
    amount: amount.trim(),
    // They go back to where they came from.
    against: direction === 'take_reward_back' ? ('reward_pool' as const) : against,
    reason: reason.trim(),
  };
}

/** The party's name and what is free to use in each of its accounts, by purpose and coin; undefined where there is no such party. */
async function find(owner_id: number) {
  try {
    const { list } = await client.request(ledgerAccountQuery, { owner_id, page_size: 100 });
    const name = list.find(({ owner_name }) => owner_name !== null)?.owner_name;
    if (name === undefined || name === null) return undefined;
    return {
      name,
      available: new Map(list.map(({ purpose, coin_name, available_asset }) => [`${purpose} ${coin_name}`, available_asset])),
    };
  } catch {
    // The user has been told why.
    return 'failed';
  }
}

function factsOf({ contents, name, available }: Reviewed, t: T) {
  const { owner_id, direction, coin_name, amount, against, reason } = contents;
  return [
    { label: t('ledger.owner'), value: `${name} (${owner_id})` },
    { label: t('ledger.direction'), value: t(`ledger.direction.${direction}`) },
    { label: t('field.amount'), value: `${direction === 'increase' ? '+' : '−'}${amount} ${coin_name}`, strong: true },
    { label: t('ledger.balanceNow'), value: <Money amount={available} coin={coin_name} /> },
    { label: t('ledger.against'), value: t(`purpose.${against}`) },
    { label: t('ledger.reason'), value: reason },
  ];
}
