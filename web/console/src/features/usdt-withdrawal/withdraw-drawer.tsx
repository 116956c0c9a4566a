import { CallField, CallForm } from '@purser/console-kit/call-form';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { Fact, Facts } from '@purser/ui/facts';
import { groupDigits } from '@purser/ui/money-text';
import { Money } from '@purser/ui/money';
import { EmptyState, ErrorState } from '@purser/ui/states';
import { PHONE, useMedia } from '@purser/ui/use-media';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select, Skeleton } from 'antd';
import { Drawer } from '@purser/ui/drawer';
import { useState } from 'react';
import { NeedsIdentity } from '../../shared/needs-identity.tsx';
import { AddressState } from './address-state.tsx';
import { shortUsdt } from './amount.ts';
import { setting, type Setting } from './api.ts';
import { ChangeAddress } from './change-address.tsx';
import { useT } from './texts.ts';
import styles from './usdt-withdrawal.module.css';
import { useWithdrawForm, type WithdrawForm } from './use-withdraw-form.ts';

interface WithdrawDrawerProps {
  /** The coin to begin with; undefined keeps the drawer closed. */
  readonly coin: string | undefined;
  readonly onClose: () => void;
}

/** Asking for a withdrawal: from which balance, over which network, how much, and what comes of it. */
export function WithdrawDrawer({ coin, onClose }: WithdrawDrawerProps) {
  const t = useT();
  const phone = useMedia(PHONE);
  const open = coin !== undefined;
  const query = useQuery({ ...setting, enabled: open });
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('usdtOut.formTitle')}
      size={phone ? '100%' : 520}
      mask={{ closable: false }}
      destroyOnHidden
    >
      {query.data === undefined ? (
        query.isError ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />
        ) : (
          <Skeleton active title={false} paragraph={{ rows: 6 }} />
        )
      ) : query.data.networks.length === 0 || query.data.coins.length === 0 ? (
        <EmptyState title={t('usdtOut.noNetworks')} hint={t('usdtOut.noNetworksHint')} />
      ) : (
        <>
          {query.data.needs_identity && <NeedsIdentity />}
          <Form known={query.data} first={coin} onMade={onClose} />
        </>
      )}
    </Drawer>
  );
}

interface FormProps {
  readonly known: Setting;
  /** The coin to begin with, where there is such a one. */
  readonly first: string | undefined;
  readonly onMade: () => void;
}

function Form({ known, first, onMade }: FormProps) {
  const t = useT();
  const form = useWithdrawForm(known, first, onMade);
  const [typed, setTyped] = useState(false);
  return (
    <>
      <CallForm
        form={form}
        className={styles.form}
        onInput={() => setTyped(true)}
        unsaved={typed && !form.confirmation.open}
        question={t('usdtOut.discard')}
      >
        <CallField form={form} name="coin_id" label={t('usdtOut.from')}>
          {(control) => (
            <Select
              {...control}
              options={known.coins.map(({ coin_name, available_asset }) => ({
                value: coin_name,
                label: t('usdtOut.coinChoice', { coin: coin_name, available: groupDigits(available_asset) }),
              }))}
            />
          )}
        </CallField>
        <CallField form={form} name="network" label={t('usdtOut.network')}>
          {(control) => <Select {...control} options={known.networks.map(({ network }) => ({ value: network, label: network }))} />}
        </CallField>
        {form.on && <Destination form={form} />}
        <AmountField form={form} crypto={known.abbreviation} />
        <Cost form={form} />
        <Button type="primary" htmlType="submit" size="large" block loading={form.reviewing}>
          {form.reviewing ? t('usdtOut.reviewing') : t('usdtOut.review')}
        </Button>
      </CallForm>
      <Confirmation form={form} />
    </>
  );
}

/** Where it goes to: the address whole, whether it may be used yet, and the way to change it. */
function Destination({ form: { on } }: { readonly form: WithdrawForm }) {
  const t = useT();
  const [changing, setChanging] = useState(false);
  if (!on) return null;
  return (
    <div className={styles.destination}>
      <span className={styles.destinationHead}>
        <span>{t('usdtOut.toAddress')}</span>
        <AddressState entry={on} />
      </span>
      {on.address !== null && <code className={styles.address}>{on.address}</code>}
      <Button onClick={() => setChanging(true)}>{t(on.address === null ? 'usdtOut.addAddress' : 'usdtOut.changeAddress')}</Button>
      <ChangeAddress entry={on} open={changing} onClose={() => setChanging(false)} />
    </div>
  );
}

function AmountField({ form, crypto }: { readonly form: WithdrawForm; readonly crypto: string }) {
  const t = useT();
  const { coin } = form;
  const hint =
    coin &&
    t('usdtOut.limits', {
      minimum: groupDigits(shortUsdt(coin.minimum)),
      maximum: groupDigits(shortUsdt(coin.maximum)),
      left: groupDigits(shortUsdt(coin.day_left)),
      crypto,
    });
  return (
    <CallField form={form} name="withdrawal_count" label={t('usdtOut.amount')} hint={hint}>
      {(control) => (
        <span className={styles.amount}>
          <Input {...control} inputMode="decimal" autoComplete="off" maxLength={32} placeholder="0.00" suffix={coin?.coin_name} />
          <Button aria-label={t('usdtOut.allNamed')} onClick={() => control.onChange(coin?.available_asset ?? '')}>
            {t('usdtOut.all')}
          </Button>
        </span>
      )}
    </CallField>
  );
}

/** What it costs and what arrives, kept current while one types. */
function Cost({ form: { coin, on, cost } }: { readonly form: WithdrawForm }) {
  const t = useT();
  const quoted = cost?.data;
  const money = (amount: string | null | undefined) => <Money amount={amount} coin={quoted && coin?.coin_name} />;
  return (
    <div aria-live="polite" aria-busy={cost?.isFetching ?? false}>
      <Facts>
        <Fact label={t('usdtOut.feeOf', { rate: coin?.usdt_withdrawal_fee ?? '' })}>{money(quoted?.transfer_out_commission)}</Fact>
        <Fact label={t('usdtOut.networkFee')}>
          {quoted ? money(quoted.network_fee) : on && <Money amount={on.network_fee} coin="USDT" />}
        </Fact>
        <Fact label={t('usdtOut.rate')}>
          {coin?.rate == null ? '–' : t('usdtOut.rateOf', { crypto: 'USDT', rate: groupDigits(coin.rate), coin: coin.coin_name })}
        </Fact>
        <Fact label={t('usdtOut.arrives')} strong>
          <Money amount={quoted?.count} coin={quoted?.count == null ? undefined : quoted.abbreviation} />
        </Fact>
      </Facts>
      {cost?.isError && <p className={styles.problem}>{t('usdtOut.quoteFailed')}</p>}
    </div>
  );
}

/** What will happen, in numbers, before it does. */
function Confirmation({ form }: { readonly form: WithdrawForm }) {
  const t = useT();
  const { reviewed } = form;
  const coin = reviewed?.contents.coin_id;
  const money = (amount: string | null | undefined) => <Money amount={amount} coin={coin} />;
  return (
    <ConfirmWithCode
      {...form.confirmation}
      title={t('usdtOut.confirmTitle')}
      facts={
        reviewed
          ? [
              { label: t('usdtOut.amount'), value: money(reviewed.contents.withdrawal_count) },
              {
                label: t('usdtOut.feeOf', { rate: reviewed.quote.usdt_withdrawal_fee }),
                value: money(reviewed.quote.transfer_out_commission),
              },
              { label: t('usdtOut.networkFee'), value: money(reviewed.quote.network_fee) },
              {
                label: t('usdtOut.rate'),
                value: t('usdtOut.rateOf', { crypto: 'USDT', rate: groupDigits(reviewed.contents.rate), coin: coin ?? '' }),
              },
              {
                label: t('usdtOut.arrives'),
                value: <Money amount={reviewed.quote.count} coin={reviewed.quote.abbreviation} />,
                strong: true,
              },
              { label: t('usdtOut.network'), value: reviewed.contents.network },
              { label: t('usdtOut.toAddress'), value: <code className={styles.address}>{reviewed.contents.address}</code> },
              { label: t('usdtOut.balanceAfter'), value: money(reviewed.after) },
            ]
          : []
      }
      unanswered={form.confirmation.unanswered && t('usdtOut.unsettled')}
      warning={t('usdtOut.confirmWarning')}
      confirmText={t('usdtOut.confirm')}
    />
  );
}
