import { CallField, CallForm } from '@purser/console-kit/call-form';
import { problemsBySchema, useConfirmedForm, useTyped } from '@purser/console-kit/confirmed-form';
import { FormDialog } from '@purser/console-kit/form-dialog';
import { quietQuery, refresh } from '@purser/console-kit/query';
import { USDT } from '@purser/contract/exchange';
import { depositAddressList, depositAddressSet, quickRechargeEnter } from '@purser/contract/features/usdt-recharge';
import { LONGEST_TXID } from '@purser/contract/limits';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useAllowed } from '../../shared/session.ts';
import { Found, Lines, Said } from './parts.tsx';
import styles from './parties.module.css';
import { useT } from './texts.ts';

interface OfMerchant {
  readonly merchantId: number;
  readonly name: string;
}
interface OnNetwork extends OfMerchant {
  readonly network: string;
}

const addressesOf = (merchant_id: number) => quietQuery(depositAddressList, { merchant_id }, ['party', 'market']);

/** The merchant's own address on each network, and what arrived there. */
export function DepositAddresses({ merchantId, name, coins }: OfMerchant & { readonly coins: readonly string[] }) {
  const t = useT();
  const isAllowed = useAllowed();
  const query = useQuery(addressesOf(merchantId));
  return (
    <Found query={query}>
      {({ list }) => (
        <Lines title={t('party.depositAddresses')} rows={list} keyOf={({ network }) => network}>
          {({ network, address, set_time }) => (
            <>
              <Said beside={address === null ? t('party.depositNone') : `${address} · ${formatInstant(set_time)}`}>{network}</Said>
              <span className={styles.acts}>
                {isAllowed('market.change') && <SetAddress merchantId={merchantId} name={name} network={network} />}
                {isAllowed('review.decide') && address !== null && (
                  <EnterArrival merchantId={merchantId} name={name} network={network} coins={coins} />
                )}
              </span>
            </>
          )}
        </Lines>
      )}
    </Found>
  );
}

/** Enters an address of the merchant's own. Another member gives it. */
function SetAddress({ merchantId: merchant_id, name, network }: OnNetwork) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const fields = useForm({ defaultValues: { address: '', reason: '' } });
  const typed = useTyped(fields);
  const contents = { merchant_id, network, address: typed.address.trim(), reason: typed.reason.trim() };
  const form = useConfirmedForm(depositAddressSet, fields, {
    problems: problemsBySchema(depositAddressSet, contents, {
      address: t('party.depositAddressProblem'),
      reason: t('party.reasonRequired'),
    }),
    review: () => contents,
    contentsOf: (reviewed: typeof contents) => reviewed,
    onDone: () => {
      toast.success(t('party.depositEntered'));
      close();
      refresh(['party', 'approval']);
    },
  });
  const close = (): void => {
    setOpen(false);
    form.reset();
  };
  const reviewed = form.reviewed ?? contents;
  const title = t('party.depositSetOn', { network });
  return (
    <>
      <Button aria-label={title} onClick={() => setOpen(true)}>
        {t('party.depositSet')}
      </Button>
      <FormDialog form={form} open={open} title={title} onCancel={close}>
        <CallForm form={form} className={styles.form}>
          <CallField form={form} name="address" label={t('party.depositAddress')} hint={t('party.depositHint')}>
            {(control) => <Input {...control} maxLength={100} autoComplete="off" spellCheck={false} />}
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
        title={title}
        facts={[
          { label: t('party.name'), value: `${name} (${merchant_id})` },
          { label: t('party.depositAddress'), value: reviewed.address, strong: true },
          { label: t('party.reason'), value: reviewed.reason },
        ]}
        warning={t('party.depositWarning')}
        confirmText={t('party.depositSet')}
      />
    </>
  );
}

/** Enters USDT that arrived at the merchant's own address. Another member credits it. */
function EnterArrival({ merchantId: merchant_id, name, network, coins }: OnNetwork & { readonly coins: readonly string[] }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const choices = [...new Set([...coins, USDT])];
  const fields = useForm({ defaultValues: { coin: '', trade_count: '', apply_txid: '', reason: '' } });
  const typed = useTyped(fields);
  const contents = {
    merchant_id,
    coin: typed.coin || (choices[0] ?? USDT),
    network,
    trade_count: typed.trade_count.trim(),
    apply_txid: typed.apply_txid.trim(),
    reason: typed.reason.trim(),
  };
  const form = useConfirmedForm(quickRechargeEnter, fields, {
    problems: problemsBySchema(quickRechargeEnter, contents, {
      trade_count: t('party.grantAmountProblem'),
      apply_txid: t('party.arrivalTxidProblem'),
      reason: t('party.reasonRequired'),
    }),
    review: () => contents,
    contentsOf: (reviewed: typeof contents) => reviewed,
    onDone: () => {
      toast.success(t('party.arrivalEntered'));
      close();
      refresh(['party', 'approval']);
    },
  });
  const close = (): void => {
    setOpen(false);
    form.reset();
  };
  const reviewed = form.reviewed ?? contents;
  const title = t('party.arrivalOn', { network });
  return (
    <>
      <Button aria-label={title} onClick={() => setOpen(true)}>
        {t('party.arrival')}
      </Button>
      <FormDialog form={form} open={open} title={title} onCancel={close}>
        <CallForm form={form} className={styles.form}>
          <CallField form={form} name="coin" label={t('party.arrivalCoin')}>
            {(control) => <Select {...control} value={contents.coin} options={choices.map((coin) => ({ value: coin, label: coin }))} />}
          </CallField>
          <CallField form={form} name="trade_count" label={t('party.arrivalAmount')}>
            {(control) => <Input {...control} inputMode="decimal" maxLength={32} suffix={USDT} />}
          </CallField>
          <CallField form={form} name="apply_txid" label="TXID" hint={t('party.arrivalTxidHint')}>
            {(control) => <Input {...control} maxLength={LONGEST_TXID} autoComplete="off" spellCheck={false} />}
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
        title={title}
        facts={[
          { label: t('party.name'), value: `${name} (${merchant_id})` },
          { label: t('party.arrivalAmount'), value: <Money amount={reviewed.trade_count} coin={USDT} />, strong: true },
          { label: t('party.arrivalCoin'), value: reviewed.coin },
          { label: 'TXID', value: reviewed.apply_txid },
          { label: t('party.reason'), value: reviewed.reason },
        ]}
        warning={t('party.arrivalWarning')}
        confirmText={t('party.arrival')}
      />
    </>
  );
}
